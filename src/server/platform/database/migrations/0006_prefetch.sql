-- The reserved space: recordings kept ready for review (src/server/prefetch/README.md).
create table prefetch (
  recording_id integer primary key references recording (id) on delete cascade,
  workspace_id integer not null references workspace (id),
  -- Order of the queue: first come first.
  place bigint generated always as identity,
  requested_by integer references app_user (id) on delete set null,
  requested_at timestamptz not null default now(),
  -- Bytes of the stored objects when it was reserved; recordings never change.
  size_bytes double precision not null check (size_bytes >= 0),
  -- The object "token" of a recording in a service: a copy of another recording with this id is not this one. Null: data folder.
  token text
);
create index prefetch_by_workspace on prefetch (workspace_id, place);

-- Servers that answer users. One that was not seen for 30 seconds does not count.
create table prefetch_node (
  id text primary key,
  seen_at timestamptz not null default now()
);
-- What a server says of its own copy and of the reviews that are open on it.
create table prefetch_copy (
  node_id text not null references prefetch_node (id) on delete cascade,
  recording_id integer not null references prefetch (recording_id) on delete cascade,
  -- 100 only when every byte is there.
  percent integer not null default 0 check (percent between 0 and 100),
  is_loading boolean not null default false,
  -- Why it could not be loaded; it is tried again.
  failure text check (failure in ('disk', 'store', 'damaged', 'unwritable')),
  is_in_review boolean not null default false,
  primary key (node_id, recording_id)
);
create index prefetch_copy_by_recording on prefetch_copy (recording_id);
