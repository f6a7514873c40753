-- Bedside gateways (src/server/live): machines that send recordings while they are made. Their credentials are no tokens, and outlive
-- the sessions of whoever made them.
create table gateway (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  name text not null,
  -- sha256 of the credential.
  hash text not null unique,
  made_by integer references app_user (id) on delete set null,
  made_at timestamptz not null default now(),
  -- To the minute.
  used_at timestamptz,
  revoked_at timestamptz
);
create index gateway_of_workspace on gateway (workspace_id);
create index gateway_by_maker on gateway (made_by) where made_by is not null;

-- Whose recordings it may send.
create table gateway_patient (
  gateway_id integer not null references gateway (id) on delete cascade,
  patient_key integer not null references patient (id) on delete cascade,
  primary key (gateway_id, patient_key)
);
create index gateway_patient_of_patient on gateway_patient (patient_key);

-- What it sends: each stream is a recording, which grows until it is closed.
create table live_stream (
  recording_id integer primary key references recording (id) on delete cascade,
  gateway_id integer not null references gateway (id) on delete cascade,
  -- Chosen by the gateway.
  stream_key text not null,
  -- sha256 of what the stream was described as.
  head text not null,
  -- To the minute.
  appended_at timestamptz not null default now(),
  unique (gateway_id, stream_key)
);
