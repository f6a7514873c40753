-- What of a recording a person had on the screen (src/server/coverage): seconds from its start, by page length and how long they stood.
create table coverage (
  recording_id integer not null references recording (id) on delete cascade,
  user_id integer not null references app_user (id) on delete cascade,
  -- "15 reviewed": [from, to, from, to, ...], ascending and apart; at most 1,000 spans each.
  seen jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (recording_id, user_id)
);
create index coverage_of_user on coverage (user_id);
