-- Files of runs are compared with what was written before any of one is answered (src/server/pipelines).
-- Hex SHA-256 of the file; null: there is none, or it was written before digests were.
alter table pipeline_run add column file_sha256 text;
-- What a download found: the file is not in the store, or is not what was written.
alter table pipeline_run add column file_problem text check (file_problem in ('missing', 'changed'));

drop trigger pipeline_run_changed on pipeline_run;
create trigger pipeline_run_changed after update of state, file_key, file_problem on pipeline_run for each row
  execute function pipeline_run_news();
