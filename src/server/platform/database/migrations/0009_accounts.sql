-- What accounts prove and leave behind: addresses confirmed by a link, ends of sessions, known devices, a bounded log of sign-ins,
-- an audit of reading (spec 000 sections 3, 5, 6).

-- The account's address was reached by a mail: an invitation, a reset or a confirmation came from there.
alter table app_user add column email_verified boolean not null default false;
update app_user u set email_verified = u.is_verified
  and exists (select from user_action a where a.user_id = u.id and a.action = '/v1/account/create_account')
  and not exists (select from user_action a where a.user_id = u.id and a.action = '/v1/account/change_email');

-- An address that somebody wants instead of theirs, until the link that was sent there is opened. One for each user.
create table email_change (
  id bigint generated always as identity primary key,
  user_id integer not null unique references app_user (id) on delete cascade,
  email text not null,
  email_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table token drop constraint token_purpose_check;
alter table token add constraint token_purpose_check check (
  purpose in ('session', 'create_account', 'reset_password', 'change_email', 'oauth_code', 'oauth_access'));

-- A session ends then, however often it is renewed. Null: it is no session.
alter table token add column ends_at timestamptz;
update token set ends_at = created_at + interval '12 hours' where purpose = 'session';

-- Browsers that somebody signed in with: the sha256 of what their cookie says. Others' guesses do not lock them out.
create table known_device (
  hash text primary key,
  user_id integer not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index known_device_by_user on known_device (user_id, used_at);

-- Attempts to sign in by the hour, of one user, of one network, or all that failed.
create table login_count (
  workspace_id integer not null references workspace (id),
  key text not null,
  hour timestamptz not null,
  attempts integer not null,
  primary key (workspace_id, key, hour)
);
-- Beyond a limit one row stands for all attempts of the same key and hour: its number grows, and nothing else of it changes.
alter table login_attempt add column attempts integer not null default 1;
alter table login_attempt add column burst_key text;
create unique index login_attempt_burst on login_attempt (workspace_id, burst_key) where burst_key is not null;
create index login_attempt_by_age on login_attempt (login_at);
create function keep_login_attempt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.login_at < now() - interval '365 days' then return old; end if;
  if tg_op = 'UPDATE' and old.burst_key is not null and new.attempts > old.attempts
    and to_jsonb(new) - 'attempts' = to_jsonb(old) - 'attempts' then return new; end if;
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
drop trigger login_attempt_append_only on login_attempt;
create trigger login_attempt_append_only before update or delete on login_attempt
  for each row execute function keep_login_attempt();
