-- Documents: what people arrange and keep (src/server/documents). A kind of the catalogue says what a content holds.
create table document (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  kind text not null check (kind <> ''),
  scope text not null check (scope in ('Standard', 'Personal', 'Shared')),
  -- Of a Personal one, which ends with its owner.
  owner_id integer references app_user (id) on delete cascade,
  -- Who made it; what is Shared outlives them.
  made_by integer references app_user (id) on delete set null,
  name text not null default '',
  -- Of the kind, as the content is stored.
  version integer not null check (version > 0),
  revision integer not null default 1 check (revision > 0),
  content jsonb not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by integer references app_user (id) on delete set null,
  check ((scope = 'Personal') = (owner_id is not null))
);
create index document_of_owner on document (owner_id, kind) where owner_id is not null;
create index document_of_workspace on document (workspace_id, kind) where owner_id is null;
create index document_by_maker on document (made_by) where made_by is not null;
create index document_by_changer on document (changed_by) where changed_by is not null;
create unique index document_settings_once on document (owner_id) where kind = 'personal_settings';
