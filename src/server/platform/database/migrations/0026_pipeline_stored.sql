-- How the file of a run is read, so that windows can show it as it is stored (src/server/pipelines). Null: there is no file, or it was
-- written before this was kept.
-- By which core, and of which recordings.
alter table pipeline_run add column stored jsonb;
-- Of each output: columns, units, grid, definition.
alter table pipeline_run add column stored_series jsonb;
