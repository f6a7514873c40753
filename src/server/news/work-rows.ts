/** What the database says of work that is followed: imports that live, uploads that are under way, parts of them that are read. */
import { sql } from "drizzle-orm";
import type { WorkKind } from "../../protocol/progress.ts";
import { pipelineQueue } from "../pipelines/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { recording } from "../recordings/schema.ts";
import { isAlive } from "../recordings/visible.ts";
import { ingestQueue } from "../uploads/ingest-queue.ts";
import { itemProgress, uploadProgress } from "../uploads/progress.ts";

/** One piece of work under way, and whose it is. */
export interface WorkPiece {
  kind: WorkKind;
  /** Of the recording, upload, item or run. */
  id: number;
  /** Null: an upload whose patient is not there yet; it is its user's alone. */
  patientKey: number | null;
  workspaceId: number;
  projectId: number;
  siteId: number;
  /** Who uploads; null of imports. */
  userId: number | null;
  /** 0..1 */
  progress: number;
  etaMs: number | null;
  /** Another one: something else than these numbers has changed. */
  mark: string;
}

/** Keys of patients, and ids of uploads. */
export interface Followed {
  readonly patients: ReadonlySet<number>;
  readonly uploads: ReadonlySet<number>;
}

/** More at a time are not told of: they are read when the patient changes. */
export const mostPieces = 5000;

/** Which uploads are looked at: of these patients, or these ones; under way. */
const isFollowed = ({ patients, uploads }: Followed) => sql`
  (u.patient_key = any(${intArray([...patients])}) or u.id = any(${intArray([...uploads])}))
  and u.status in ('CREATED', 'UPLOADING', 'PROCESSING')`;

/** What changes of an upload besides how far it is: status, messages, what its items wait for and until when. */
const uploadMark = sql`concat_ws(' ', u.status,
  (select max(m.id) from upload_message m where m.upload_id = u.id),
  (select concat_ws(' ', count(*), max(job.run_at)) from upload_item w
    left join job on job.queue = ${ingestQueue.name} and job.key = w.id::text and job.state = 'queued'
    where w.upload_id = u.id and w.state = 'waiting' and w.waits_for is not null))`;

/** In a settled order, the oldest first; at most `mostPieces` of each kind. */
export async function readWork(db: Queries, followed: Followed): Promise<WorkPiece[]> {
  const { rows } = await db.execute<WorkPiece & Record<string, unknown>>(sql`
    with followed as materialized (
      select u.id, u.patient_key, u.user_id, u.workspace_id, coalesce(p.project_id, u.project_id) as project_id,
        coalesce(p.site_id, u.site_id) as site_id, ${uploadProgress} as progress, ${uploadMark} as mark
      from upload u left join patient p on p.id = u.patient_key
      where ${isFollowed(followed)} order by u.id limit ${mostPieces})
    (select 'import' as kind, recording.id, recording.patient_key as "patientKey", p.workspace_id as "workspaceId",
      p.project_id as "projectId", p.site_id as "siteId", null::integer as "userId",
      recording.progress::float8 as progress, recording.eta_ms::float8 as "etaMs", '' as mark
    from ${recording} join patient p on p.id = recording.patient_key
    where recording.patient_key = any(${intArray([...followed.patients])}) and recording.state = 'importing'
      and recording.superseded_at is null and ${isAlive}
    order by recording.id limit ${mostPieces})
    union all
    (select 'run', r.id, r.patient_key, p.workspace_id, p.project_id, p.site_id, null, coalesce(j.progress, 0)::float8,
      case when j.progress > 0 then extract(epoch from now() - r.started_at)::float8 * 1000 * (1 - j.progress) / j.progress end, r.state
    from pipeline_run r join patient p on p.id = r.patient_key left join job j on j.id = r.job_id and j.queue = ${pipelineQueue.name}
    where r.patient_key = any(${intArray([...followed.patients])}) and r.state in ('waiting', 'running')
    order by r.id limit ${mostPieces})
    union all
    select 'upload', f.id, f.patient_key, f.workspace_id, f.project_id, f.site_id, f.user_id, f.progress, null, f.mark
    from followed f
    union all
    (select 'item', i.id, f.patient_key, f.workspace_id, f.project_id, f.site_id, f.user_id, ${itemProgress}, null, ''
    from followed f join upload_item i on i.upload_id = f.id where i.state = 'ingesting'
    order by i.id limit ${mostPieces})`);
  return rows;
}
