-- When `run_at` was said, by the same clock: one that is set back lets what waits begin its wait anew, and not wait for the old clock.
alter table job add column waits_since timestamptz not null default now();
