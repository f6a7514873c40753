/** How far uploads and their items are, as SQL. */
import { type SQL, sql } from "drizzle-orm";
import { silentUploadMs } from "../../protocol/upload-limits.ts";
import { ingestQueue } from "./ingest-queue.ts";
import { epochMs } from "./records.ts";

/** Of `upload_item i`, 0..1: what has settled is done with; what is being read says so in its job. */
export const itemProgress: SQL = sql`case
  when i.state in ('done', 'failed', 'canceled') then 1
  else coalesce((select job.progress from job
    where job.queue = ${ingestQueue.name} and job.key = i.id::text and job.state = 'running'), 0) end::float8`;

/** Of `upload_item i`: what it waits for besides its turn, and when it is tried again. */
export const itemWaitsFor: SQL = sql`case when i.state = 'waiting' then i.waits_for end`;
export const itemWaitsUntil: SQL = sql`case when i.state = 'waiting' and i.waits_for is not null then (
  select ${epochMs(sql`job.run_at`)} from job
  where job.queue = ${ingestQueue.name} and job.key = i.id::text and job.state = 'queued') end`;

/** Of `upload u`, 0..1: of the transfer until it was taken over, then of the reading. */
export const uploadProgress: SQL = sql`case u.status
  when 'PROCESSING' then coalesce((select avg(${itemProgress}) from upload_item i where i.upload_id = u.id), 0)
  when 'SUCCESS' then 1 else u.progress end::float8`;

/** Of `upload u`: the last sign of life of a transfer that has given none for too long. */
export const uploadSilentSince: SQL = sql`case
  when u.status in ('CREATED', 'UPLOADING') and u.seen_at < now() - ${silentUploadMs} * interval '1 millisecond'
  then ${epochMs(sql`u.seen_at`)} end`;

/** Columns of protocol PatientUpload of `upload u`. */
export const uploadColumns: SQL = sql`u.id as upload_id, u.patient_key, u.patient_identifier, u.status,
  ${uploadProgress} as progress, ${epochMs(sql`u.created_at`)} as created_at, ${epochMs(sql`u.finished_at`)} as finished_at,
  ${epochMs(sql`u.completed_at`)} as completed_at, ${uploadSilentSince} as silent_since`;
