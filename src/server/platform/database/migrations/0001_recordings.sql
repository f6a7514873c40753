-- Recordings (data objects). A row is published by one update of its state; samples lie in files (recordings/README.md).
create table recording (
  id integer generated always as identity primary key,
  patient_id text not null,
  obj_name text not null,
  obj_type text not null,
  state text not null default 'importing' check (state in ('importing', 'ready', 'failed')),
  -- While importing: who does it (fencing), the last sign of life, 0..1, and the estimated milliseconds left.
  import_token text,
  heartbeat_at timestamptz not null default now(),
  progress double precision not null default 0,
  eta_ms double precision,
  error text,
  start_ms double precision not null,
  end_ms double precision not null,
  is_start_known boolean not null,
  timezone text not null,
  channel_count integer not null,
  gap_count integer not null default 0,
  annotation_count integer not null default 0,
  repair_count integer not null default 0,
  size_bytes double precision not null,
  data_version integer not null default 1,
  groups jsonb not null default '[]',
  repairs jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index recording_patient on recording (patient_id, start_ms);
