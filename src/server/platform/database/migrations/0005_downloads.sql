-- Addresses that download once and soon (spec 000 section 7, files): made by a call, used by the browser's own download.
create table download_ticket (
  -- sha256 of what is in the address.
  hash text primary key,
  -- The session that asked: its end ends the address too.
  token_id bigint not null references token (id) on delete cascade,
  patient_key integer not null references patient (id),
  -- As the Files tab names it; "" is everything of the patient.
  path text not null,
  expires_at timestamptz not null
);
create index download_ticket_by_expiry on download_ticket (expires_at);
create index download_ticket_by_token on download_ticket (token_id);
