-- Recordings are checked against what was stored (src/server/recordings/README.md).
alter table recording
  -- Digests of description, checksum files and annotations; null: imported before there were any, and not checked yet.
  add column anchors jsonb,
  -- What is not as it was stored: spans of samples by group, annotations, description.
  add column damage jsonb not null default '[]',
  -- When all of it was read and compared last.
  add column verified_at timestamptz;
create index recording_damaged on recording (patient_key) where damage <> '[]';
