-- Workspaces, accounts, roles, projects, sites, patients, tokens, mail and audit (spec 000 sections 3, 6, 7).
create table workspace (
  id integer generated always as identity primary key,
  name text not null unique check (name <> ''),
  restrict_email_domains boolean not null default false,
  created_at timestamptz not null default now()
);

create table app_user (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  email text not null,
  -- Lower case: what addresses are compared by.
  email_key text not null,
  -- PHC string of argon2id; null until the invitation is completed.
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  country text not null default '',
  is_verified boolean not null default false,
  created_at timestamptz not null default now(),
  unique (workspace_id, email_key)
);

create table role (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  name text not null,
  description text not null,
  created_at timestamptz not null default now()
);
create unique index role_name on role (workspace_id, lower(name));
create table role_permission (
  role_id integer not null references role (id) on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);
create table user_role (
  user_id integer not null references app_user (id) on delete cascade,
  role_id integer not null references role (id) on delete cascade,
  primary key (user_id, role_id)
);
create index user_role_by_role on user_role (role_id);

create table bucket (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  name text not null,
  -- "file:" + folder under the data folder, or the address of an S3-compatible service.
  endpoint text not null,
  unique (workspace_id, name)
);
create table project (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  identifier text not null,
  name text not null,
  type text not null default '',
  bucket_id integer not null references bucket (id),
  created_at timestamptz not null default now()
);
create unique index project_identifier on project (workspace_id, lower(identifier));
create table site (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  identifier text not null check (char_length(identifier) = 4),
  name text not null,
  description text not null default '',
  location text not null,
  created_at timestamptz not null default now()
);
create unique index site_identifier on site (workspace_id, lower(identifier));
create table user_project (
  user_id integer not null references app_user (id) on delete cascade,
  project_id integer not null references project (id) on delete cascade,
  primary key (user_id, project_id)
);
create index user_project_by_project on user_project (project_id);
create table user_site (
  user_id integer not null references app_user (id) on delete cascade,
  site_id integer not null references site (id) on delete cascade,
  primary key (user_id, site_id)
);
create index user_site_by_site on user_site (site_id);

-- A patient belongs to one site and one project; who may see it follows from them. No cascade: data is never lost by it.
create table patient (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  project_id integer not null references project (id),
  site_id integer not null references site (id),
  identifier text not null,
  created_at timestamptz not null default now(),
  unique (project_id, site_id, identifier)
);
create index patient_by_site on patient (site_id);
-- Null only for recordings made before accounts existed, until the first start adopts them.
alter table recording add column patient_key integer references patient (id);
create index recording_by_patient on recording (patient_key);

create table email_domain (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  domain text not null check (domain = lower(domain)),
  unique (workspace_id, domain)
);

-- Opaque tokens; only their sha256 is kept. Sessions are renewed, links from mails and codes are used once.
create table token (
  id bigint generated always as identity primary key,
  hash text not null unique,
  purpose text not null check (purpose in ('session', 'create_account', 'reset_password', 'oauth_code', 'oauth_access')),
  workspace_id integer not null references workspace (id),
  user_id integer not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Codes: client, redirect address, PKCE challenge.
  facts jsonb not null default '{}'
);
create index token_by_user on token (user_id, purpose);
create index token_by_expiry on token (expires_at);

-- Failures in a row per account or address, counted before the password is looked at, so that nobody can race it.
create table throttle (
  key text primary key,
  failures integer not null default 0,
  blocked_until timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Mails to send. Tokens are made while sending and are never kept here.
create table mail (
  id bigint generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  kind text not null,
  recipient text not null,
  facts jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  attempts integer not null default 0,
  claimed_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_waiting on mail (next_attempt_at) where state = 'waiting';

-- Audit: rows are added and never changed or removed. No foreign key to users: the rows outlive them.
create table login_attempt (
  id bigint generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  -- What was typed, so an unknown address is here too.
  email text not null,
  user_id integer,
  ip_address text not null,
  login_at timestamptz not null default now(),
  status boolean not null
);
create index login_attempt_by_time on login_attempt (workspace_id, id desc);
create table user_action (
  id bigint generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  user_id integer,
  email text not null,
  -- The permission it was done with; '' for changes of one's own account.
  permission text not null,
  -- Path of the call.
  action text not null,
  -- Internal ids only.
  facts jsonb not null default '{}',
  ip_address text not null,
  performed_at timestamptz not null default now()
);
create index user_action_by_time on user_action (workspace_id, id desc);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger login_attempt_append_only before update or delete on login_attempt for each row execute function refuse_change();
create trigger user_action_append_only before update or delete on user_action for each row execute function refuse_change();
create trigger login_attempt_no_truncate before truncate on login_attempt for each statement execute function refuse_change();
create trigger user_action_no_truncate before truncate on user_action for each statement execute function refuse_change();
