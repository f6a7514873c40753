-- Views of a review that somebody made a link to (src/server/shared-views): a display as it stood, for whoever may see its patient.
create table shared_view (
  id integer generated always as identity primary key,
  -- SHA-256 of the key in the link: whoever reads this table can open none.
  key_hash text not null unique,
  workspace_id integer not null references workspace (id),
  recording_id integer not null references recording (id) on delete cascade,
  made_by integer references app_user (id) on delete set null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index shared_view_of_recording on shared_view (recording_id);
create index shared_view_by_maker on shared_view (made_by, id) where made_by is not null;
create index shared_view_by_end on shared_view (workspace_id, expires_at);
