/** All SQL about runs. */
import { sql } from "drizzle-orm";
import type { PipelineAnalysis, RunOutput, RunState } from "../../protocol/pipelines.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { pipelineQueue } from "./queue.ts";
import type { FileProblem, WrittenFile } from "./result-file.ts";
import type { StoredSeries } from "./types.ts";

/** What computed a file, and of what. */
export interface StoredOf {
  core: string;
  recordingIds: readonly number[];
}

/** How a file is read, so that windows can show it. */
export interface StoredResult {
  of: StoredOf;
  series: readonly StoredSeries[];
}

export interface StoredRun {
  id: number;
  workspaceId: number;
  patientKey: number;
  /** Null: the account is gone. */
  userId: number | null;
  userName: string;
  name: string;
  analysis: PipelineAnalysis;
  state: RunState;
  error: string | null;
  jobId: number | null;
  outputs: RunOutput[];
  fileKey: string | null;
  fileName: string | null;
  sizeBytes: number | null;
  /** Hex SHA-256 of the file; null: there is none, or it was written before there were digests. */
  sha256: string | null;
  fileProblem: FileProblem | null;
  /** What of it windows can show as it is stored; null: nothing, or it was written before that was kept. */
  stored: StoredOf | null;
  /** Epoch ms. */
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** 0..1 */
  progress: number;
  /** Of the database, epoch ms: what `startedAt` is compared with. */
  now: number;
}

const ms = (column: ReturnType<typeof sql>) => sql`(extract(epoch from ${column}) * 1000)::float8`;

const runs = sql`
  select r.id, r.workspace_id as "workspaceId", r.patient_key as "patientKey", r.user_id as "userId",
    coalesce(trim(u.first_name || ' ' || u.last_name), '') as "userName", r.name, r.analysis, r.state, r.error,
    r.job_id::float8 as "jobId", r.outputs, r.file_key as "fileKey", r.file_name as "fileName",
    r.size_bytes::float8 as "sizeBytes", r.file_sha256 as sha256, r.file_problem as "fileProblem",
    r.stored,
    ${ms(sql`r.created_at`)} as "createdAt", ${ms(sql`r.started_at`)} as "startedAt",
    ${ms(sql`r.finished_at`)} as "finishedAt", ${ms(sql`now()`)} as now,
    case when r.state = 'done' then 1 else coalesce(j.progress, 0)::float8 end as progress
  from pipeline_run r left join app_user u on u.id = r.user_id
    left join job j on j.id = r.job_id and j.queue = ${pipelineQueue.name}
    join patient p on p.id = r.patient_key`;

/** "everything": the job of the run asks. */
const isSeen = (scope: UserScope | "everything") => (scope === "everything" ? sql`true` : isOwnPatient(scope));

export async function listRuns(db: Queries, scope: UserScope, patientKey: number): Promise<StoredRun[]> {
  const { rows } = await db.execute<StoredRun & Record<string, unknown>>(
    sql`${runs} where r.patient_key = ${patientKey} and ${isSeen(scope)} order by r.id desc limit 1000`,
  );
  return rows;
}

/** Null when the caller does not see it. */
export async function findRun(db: Queries, scope: UserScope | "everything", id: number): Promise<StoredRun | null> {
  const { rows } = await db.execute<StoredRun & Record<string, unknown>>(
    sql`${runs} where r.id = ${id} and ${isSeen(scope)}`,
  );
  return rows[0] ?? null;
}

/** The newest run that is done, with a file that is not known to be lost, or under way, with the same result. */
export async function findEqual(db: Queries, scope: UserScope, fingerprint: string): Promise<StoredRun | null> {
  const { rows } = await db.execute<StoredRun & Record<string, unknown>>(sql`
    ${runs} where r.fingerprint = ${fingerprint} and r.workspace_id = ${scope.workspaceId} and ${isSeen(scope)}
      and ((r.state = 'done' and r.file_sha256 is not null and r.file_problem is null and r.stored is not null)
        or (r.state in ('waiting', 'running') and r.user_id = ${scope.userId}))
    order by r.id desc limit 1`);
  return rows[0] ?? null;
}

/** How many of a person wait or run, and how many there are of a patient. */
export async function countRuns(
  db: Queries,
  userId: number,
  patientKey: number,
): Promise<{ waiting: number; kept: number }> {
  const { rows } = await db.execute<{ waiting: number; kept: number }>(sql`
    select (select count(*)::int from pipeline_run where user_id = ${userId} and state in ('waiting', 'running')) as waiting,
      (select count(*)::int from pipeline_run where patient_key = ${patientKey}) as kept`);
  return rows[0];
}

export interface NewRun {
  patientKey: number;
  name: string;
  analysis: PipelineAnalysis;
  fingerprint: string;
}

export async function insertRun(tx: Queries, { workspaceId, userId }: UserScope, run: NewRun): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into pipeline_run (workspace_id, patient_key, user_id, name, analysis, fingerprint, state)
    values (${workspaceId}, ${run.patientKey}, ${userId}, ${run.name}, ${JSON.stringify(run.analysis)}::jsonb,
      ${run.fingerprint}, 'waiting') returning id`);
  return rows[0].id;
}

/** What an earlier job made is the run's no more. */
export const setJob = (tx: Queries, id: number, jobId: number | null) =>
  tx.execute(sql`
    update pipeline_run set job_id = ${jobId}, state = 'waiting', error = null, started_at = null, finished_at = null,
      outputs = '[]', file_key = null, file_name = null, size_bytes = null, file_sha256 = null, file_problem = null,
      stored = null, stored_series = null
    where id = ${id}`);

/** The job that carries a run out, as its row says. A run that ended, or that another job has, is left as it is: false. */
interface OwnJob {
  id: number;
  jobId: number;
}
const isOwn = ({ id, jobId }: OwnJob) => sql`id = ${id} and job_id = ${jobId} and state in ('waiting', 'running')`;
const isChanged = ({ rowCount }: { rowCount: number | null }): boolean => (rowCount ?? 0) > 0;

export const setRunning = async (tx: Queries, run: OwnJob): Promise<boolean> =>
  isChanged(await tx.execute(sql`update pipeline_run set state = 'running', started_at = now() where ${isOwn(run)}`));

/** Of a run that has not ended; of a job, where that is still the run's own. */
export const setEnded = (
  tx: Queries,
  { id, jobId }: { id?: number; jobId?: number },
  state: "failed" | "canceled",
  error: string | null,
) =>
  tx.execute(sql`
    update pipeline_run set state = ${state}, error = ${error}, finished_at = now()
    where ${id === undefined ? sql`job_id = ${jobId}` : sql`id = ${id}`} and state in ('waiting', 'running')`);

export const setDone = async (
  tx: Queries,
  run: OwnJob,
  made: WrittenFile & { outputs: readonly RunOutput[]; fileName: string; stored: StoredResult | null },
): Promise<boolean> =>
  isChanged(
    await tx.execute(sql`
      update pipeline_run set state = 'done', error = null, finished_at = now(), outputs = ${JSON.stringify(made.outputs)}::jsonb,
        file_key = ${made.fileKey}, file_name = ${made.fileName}, size_bytes = ${made.sizeBytes}, file_sha256 = ${made.sha256},
        stored = ${made.stored === null ? null : JSON.stringify(made.stored.of)}::jsonb,
        stored_series = ${made.stored === null ? null : JSON.stringify(made.stored.series)}::jsonb
      where ${isOwn(run)}`),
  );

/** The file of a run that is done. */
export interface StoredFile extends WrittenFile {
  id: number;
  patientKey: number;
  name: string;
  jobId: number;
  fileProblem: FileProblem | null;
  finishedAt: number;
  stored: StoredOf;
}

/** Null: there is no such run, it has not ended well, or was written before this was kept. Asks nobody's permission. */
export async function findStored(db: Queries, id: number): Promise<StoredFile | null> {
  const { rows } = await db.execute<StoredFile & Record<string, unknown>>(sql`
    select r.id, r.patient_key as "patientKey", r.name, r.job_id::float8 as "jobId", r.file_key as "fileKey", r.file_sha256 as sha256,
      r.size_bytes::float8 as "sizeBytes", r.file_problem as "fileProblem", ${ms(sql`r.finished_at`)} as "finishedAt", r.stored
    from pipeline_run r where r.id = ${id} and r.state = 'done' and r.stored is not null`);
  return rows[0] ?? null;
}

/** Null: the file of that job has no output of this name. */
export async function findSeries(
  db: Queries,
  { id, jobId }: Pick<StoredFile, "id" | "jobId">,
  output: string,
): Promise<StoredSeries | null> {
  const { rows } = await db.execute<{ series: StoredSeries }>(sql`
    select each as series from pipeline_run r, jsonb_array_elements(r.stored_series) as each
    where r.id = ${id} and r.job_id = ${jobId} and each->>'name' = ${output} limit 1`);
  return rows[0]?.series ?? null;
}

/** Of the file that the run had when it was looked at. */
export const setFileProblem = (db: Queries, { id, fileKey }: Pick<StoredRun, "id" | "fileKey">, problem: FileProblem) =>
  db.execute(sql`update pipeline_run set file_problem = ${problem} where id = ${id} and file_key = ${fileKey}`);

export const removeRun = (tx: Queries, id: number) => tx.execute(sql`delete from pipeline_run where id = ${id}`);
