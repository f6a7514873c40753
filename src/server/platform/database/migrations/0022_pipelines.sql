-- Runs of analyses over recordings of a patient (src/server/pipelines): what was asked, how it ended, and where its file lies.
create table pipeline_run (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  patient_key integer not null references patient (id) on delete cascade,
  user_id integer references app_user (id) on delete set null,
  name text not null,
  analysis jsonb not null,
  -- Equal runs bring equal results: SHA-256 of the analysis and of the versions of what it reads.
  fingerprint text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  -- Plain sentence of a run that failed.
  error text,
  job_id bigint,
  outputs jsonb not null default '[]',
  -- Key of the file in the installation's own store.
  file_key text,
  file_name text,
  size_bytes bigint,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index pipeline_run_of_patient on pipeline_run (patient_key, id);
create index pipeline_run_of_user on pipeline_run (user_id) where user_id is not null;
create index pipeline_run_under_way on pipeline_run (user_id, id) where state in ('waiting', 'running');

-- Pages that follow the patient read anew when a run begins, ends or goes.
create function pipeline_run_news() returns trigger language plpgsql as $$
begin
  update patient set changed_at = clock_timestamp() where id = coalesce(new.patient_key, old.patient_key);
  return null;
end $$;
create trigger pipeline_run_changed after update of state, file_key on pipeline_run for each row
  execute function pipeline_run_news();
create trigger pipeline_run_made after insert on pipeline_run for each row
  when (current_setting('connect.restoring', true) is distinct from 'on') execute function pipeline_run_news();
create trigger pipeline_run_gone after delete on pipeline_run for each row execute function pipeline_run_news();
