-- Jobs, uploads, files, forms and medications (spec 000 sections 3, 4, 7).

-- Work for worker nodes. A running job is held by a lease; `attempts` is the fencing token of each run.
create table job (
  id bigint generated always as identity primary key,
  queue text not null,
  -- At most one job of a queue and key waits or runs.
  key text,
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
  priority integer not null default 0,
  attempts integer not null default 0,
  max_attempts integer not null default 5,
  run_at timestamptz not null default now(),
  lease_until timestamptz,
  worker text,
  progress double precision not null default 0,
  cancel_requested boolean not null default false,
  -- Plain sentence, or a code; never text of a patient.
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index job_key on job (queue, key) where key is not null and state in ('queued', 'running');
create index job_waiting on job (queue, priority desc, id) where state = 'queued';
create index job_lease on job (lease_until) where state = 'running';

-- One upload of one user for one patient. The patient is made when the upload is finished: before, nothing is seen of it.
create table upload (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspace (id),
  project_id integer not null references project (id),
  site_id integer not null references site (id),
  -- As the site calls the patient; `patient_key` once there is one.
  patient_identifier text not null,
  patient_key integer references patient (id),
  -- The uploader expects that there is no such patient yet; other users' uploads cannot claim the identifier meanwhile.
  is_new_patient boolean not null,
  user_id integer references app_user (id) on delete set null,
  -- Address of the uploader at that time.
  email text not null,
  -- Bucket the files go to; later changes of the project do not move them.
  bucket_id integer not null references bucket (id),
  status text not null default 'CREATED'
    check (status in ('CREATED', 'UPLOADING', 'PROCESSING', 'SUCCESS', 'FAILED', 'CANCELED')),
  -- 0..1 of the transfer, as the browser tells it.
  progress double precision not null default 0,
  is_encrypted boolean not null default false,
  -- Zone of wall times in sources that name none.
  timezone text not null,
  -- The submitted form, until the upload is finished.
  form jsonb,
  -- Why it failed: one plain sentence.
  failure text,
  is_mail_sent boolean not null default false,
  -- The stored files of an upload that was given up are removed by a job; then this is set.
  is_purged boolean not null default false,
  created_at timestamptz not null default now(),
  -- Last sign of life of the browser.
  seen_at timestamptz not null default now(),
  -- All files were there and right.
  finished_at timestamptz,
  -- SUCCESS or FAILED.
  completed_at timestamptz
);
create index upload_by_patient on upload (patient_key, id desc);
create index upload_open on upload (status, seen_at) where status in ('CREATED', 'UPLOADING', 'PROCESSING');
create index upload_by_user on upload (user_id);

-- What a user chose: one CNS or Natus directory, one EDF or medication file.
create table upload_item (
  id integer generated always as identity primary key,
  upload_id integer not null references upload (id) on delete cascade,
  kind text not null check (kind in ('cns', 'natus', 'medications', 'edf')),
  name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'ingesting', 'done', 'failed', 'canceled')),
  -- One plain sentence when it failed.
  error text,
  -- What was removed in the browser before sending, one sentence each.
  removed jsonb not null default '[]',
  -- A later upload of the same kind and name to the same patient took its place.
  -- Checked at the commit: rows that are moved to another database come in order of their keys, the earlier item first.
  superseded_by integer references upload_item (id) deferrable initially deferred,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index upload_item_by_upload on upload_item (upload_id);

create table upload_file (
  id integer generated always as identity primary key,
  upload_id integer not null references upload (id) on delete cascade,
  item_id integer not null references upload_item (id) on delete cascade,
  -- Shown to users and readers, never a path on a disk or in a bucket: "Patient_x/Segment_001/ABP,na,...,data".
  path text not null,
  -- Of what is sent.
  size_bytes bigint not null,
  -- Lower-case hex md5, or "hex-n" of parts for files above 40,000,000 bytes.
  md5 text not null,
  -- Encrypted info files: md5 of the plain text, and the initialisation vector (base64).
  text_md5 text,
  iv text,
  -- Of the file on the uploader's disk.
  modified_at timestamptz,
  multipart_id text,
  state text not null default 'declared' check (state in ('declared', 'verified', 'removed')),
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  unique (upload_id, path)
);
create index upload_file_by_item on upload_file (item_id);

-- What the Uploads tab tells. `combined` begins with the kind.
create table upload_message (
  id bigint generated always as identity primary key,
  upload_id integer not null references upload (id) on delete cascade,
  kind text not null check (kind in ('info', 'success', 'error', 'warning', 'canceled')),
  body text not null,
  created_at timestamptz not null default now()
);
create index upload_message_by_upload on upload_message (upload_id, id);

create table patient_form (
  id integer generated always as identity primary key,
  patient_key integer not null references patient (id),
  upload_id integer unique references upload (id) on delete set null,
  user_id integer references app_user (id) on delete set null,
  form_name text not null,
  -- As submitted (protocol/forms.ts).
  document jsonb not null,
  filled_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index patient_form_by_patient on patient_form (patient_key, filled_at desc);

-- Rows of medication files. What a cell does not say is null; `original` keeps the row as it was.
create table medication (
  id bigint generated always as identity primary key,
  patient_key integer not null references patient (id),
  item_id integer not null references upload_item (id) on delete cascade,
  -- From 1, in order of the file, over all its sheets.
  row_number integer not null,
  drug text,
  start_ms double precision,
  end_ms double precision,
  amount double precision,
  amount_unit text,
  rate double precision,
  rate_unit text,
  route text,
  original jsonb not null,
  unique (item_id, row_number)
);
create index medication_by_patient on medication (patient_key, start_ms);

-- Where a recording came from: an item is ingested once. Superseded recordings stay on disk and are not seen.
alter table recording add column upload_item_id integer references upload_item (id);
create unique index recording_by_item on recording (upload_item_id) where upload_item_id is not null;
alter table recording add column superseded_at timestamptz;
