-- Reading patient data is audited beside the changes (src/server/identity/reading-log.ts): one row for each session and thing read,
-- whose time and number grow while the session goes on reading it. What was refused is kept the same way.
alter table user_action
  add column kind text not null default 'change' check (kind in ('change', 'reading', 'refused')),
  -- Of rows that grow: the session and what was read, "recording 12"; refused calls: their path as well.
  add column token_id bigint,
  add column subject text,
  add column times integer not null default 1,
  add column until timestamptz;
create unique index user_action_once on user_action (token_id, kind, action, subject) where token_id is not null;
create index user_action_of_patient on user_action (workspace_id, ((facts ->> 'patient_key')), id desc) where facts ? 'patient_key';

-- Downloads were recorded before; they are readings. Rows are changed here once.
alter table user_action disable trigger user_action_append_only;
update user_action set kind = 'reading', facts = (facts - 'patientKey') || jsonb_build_object('patient_key', facts -> 'patientKey')
  where action in ('/v1/files/download_file', '/v1/files/get_download_address') and facts ? 'patientKey';
alter table user_action enable trigger user_action_append_only;

create function keep_user_action() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.token_id is not null and new.times > old.times and new.until >= coalesce(old.until, old.performed_at)
    and to_jsonb(new) - 'times' - 'until' = to_jsonb(old) - 'times' - 'until' then return new; end if;
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
drop trigger user_action_append_only on user_action;
create trigger user_action_append_only before update or delete on user_action
  for each row execute function keep_user_action();
