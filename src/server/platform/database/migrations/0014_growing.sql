-- Recordings that grow (src/server/recordings/growing-recording.ts): `groups` holds their sealed part, `tail` what lies behind it.
-- Null: the recording is complete. While it grows its row is held by `import_token`, as an import's is.
alter table recording add column tail jsonb;
