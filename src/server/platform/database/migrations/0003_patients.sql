-- Who brought a recording in; null for imports on the server, for the demo, and once the account is deleted.
alter table recording add column uploaded_by integer references app_user (id) on delete set null;
create index recording_by_uploader on recording (uploaded_by) where uploaded_by is not null;
