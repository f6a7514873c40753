/** The job that carries a run out: plans it anew, computes into a file of its own, and publishes that. */
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { executeAndWriteH5 } from "../../protocol/pipelines.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import type { MasksOf } from "../analysis/index.ts";
import { permissionsOfVerified } from "../identity/session.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { workMoved } from "../platform/bus/work-moved.ts";
import type { Queries } from "../platform/database/sql.ts";
import { type Job, type JobContext, type JobDefinition, JobFailed, JobStopped } from "../platform/jobs/index.ts";
import { roomIn } from "../platform/storage/room.ts";
import type { Stores } from "../platform/storage/types.ts";
import { DamageFound, type HomeSettings, type RecordingStore } from "../recordings/index.ts";
import { aroundDamage } from "./around-damage.ts";
import { planOf } from "./plan.ts";
import { pipelineQueue } from "./queue.ts";
import { digestOf } from "./result-file.ts";
import { findRun, type StoredRun, setDone, setEnded, setRunning } from "./rows.ts";
import { type RunLimits, RunTooLarge, runLimits, startRun } from "./start-run.ts";
import { resultKey } from "./sweep-results.ts";
import { PlanRefused } from "./types.ts";

export interface PipelineJobDeps {
  db: NodePgDatabase;
  bus: Bus;
  stores: Pick<Stores, "own">;
  home: HomeSettings;
  recordings: Pick<RecordingStore, "get" | "integrity">;
  masksOf: MasksOf;
  /** Digits of the hash of the core. */
  core: string;
  limits?: RunLimits;
}

type PipelineJob = Job<{ runId: number }>;
const said = pipelineText.failed;
/** Runs of a node at a time: each holds a thread for long. */
const mostRunning = 2;
/** Segments of all outputs of a file that are kept in its row. */
const mostStored = 100_000;

export function pipelineJob(deps: PipelineJobDeps): JobDefinition<{ runId: number }> {
  const end = async (jobId: number, state: "failed" | "canceled", error: string | null) => {
    await setEnded(deps.db, { jobId }, state, error);
    workMoved(deps.bus);
  };
  return {
    queue: pipelineQueue,
    concurrency: Math.max(1, Math.min(mostRunning, availableParallelism() - 1)),
    run: (job, context) => run(job, context, deps),
    failed: async (job, reason) => {
      await end(job.id, "failed", reason ?? said.unforeseen);
      await sweep(job, job.attempt, deps);
    },
    unreadable: ({ id }) => end(id, "failed", said.unforeseen),
    canceled: async (job) => {
      await end(job.id, "canceled", null);
      await sweep(job, job.attempt, deps);
    },
  };
}

/** Where an attempt computes, and the key of what it puts into the store: no two share them. */
const placeOf = ({ id, payload: { runId } }: PipelineJob, attempt: number, { dataDir }: HomeSettings) => ({
  folder: join(dataDir, "pipelines", `${runId}-${id}-${attempt}`),
  fileKey: resultKey(runId, id, attempt),
});

/** Takes away what the first attempts of a job left when they died: all but the file that the run has. */
async function sweep(job: PipelineJob, attempts: number, { db, home, stores }: PipelineJobDeps): Promise<void> {
  const places = Array.from({ length: attempts }, (_, k) => placeOf(job, k + 1, home));
  for (const { folder } of places) await rm(folder, { recursive: true, force: true });
  const kept = (await findRun(db, "everything", job.payload.runId))?.fileKey;
  await stores.own.delete(places.flatMap(({ fileKey }) => (fileKey === kept ? [] : [fileKey])));
}

async function run(job: PipelineJob, context: JobContext, deps: PipelineJobDeps): Promise<void> {
  const { db, home } = deps;
  const { runId } = job.payload;
  const found = await db.transaction(async (tx) => {
    if (!(await context.isHeld(tx))) throw new JobStopped("lost");
    return (await setRunning(tx, { id: runId, jobId: job.id })) ? await findRun(tx, "everything", runId) : null;
  });
  await sweep(job, job.attempt - 1, deps);
  if (found === null) return;
  const { folder, fileKey } = placeOf(job, job.attempt, home);
  try {
    await mkdir(folder, { recursive: true });
    await carryOut(found, { jobId: job.id, path: join(folder, "result.h5"), fileKey }, context, deps);
  } catch (error) {
    throw refusalOf(error, context.signal) ?? error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function carryOut(
  run: StoredRun,
  { jobId, path, fileKey }: { jobId: number; path: string; fileKey: string },
  context: JobContext,
  { db, home, recordings, masksOf, core, stores, limits = runLimits }: PipelineJobDeps,
): Promise<void> {
  const { id, workspaceId, analysis, name, patientKey } = run;
  const userId = await demandAllowed(db, run);
  const lookUp = (recordingId: number) => recordings.get(recordingId, { workspaceId, userId });
  const planHere = async () => {
    const plan = await planOf(analysis, { lookUp, masksOf });
    if (plan.patientKey !== patientKey) throw new JobFailed(said.gone);
    await demandRoom(home.dataDir, plan.values);
    return plan;
  };
  const { pipeline_json, multiprocess_epoching_args, exports } = analysis;
  const pipeline = JSON.stringify({ pipeline_json, multiprocess_epoching_args, exports });
  const facts = { analysisName: name, pipeline, core, createdMs: Date.now() };
  const { plan, result } = await aroundDamage(recordings, planHere, (plan) =>
    startRun({ plan, home, file: { path, facts } }, context, limits),
  );
  const { outputs, stored: series } = result;
  const { sha256, sizeBytes } = await digestOf(createReadStream(path), context.signal);
  await stores.own.put(fileKey, createReadStream(path), sizeBytes);
  const of = { core, recordingIds: plan.recordings.map(({ data_object_id }) => data_object_id) };
  const stored = series.reduce((sum, { segments }) => sum + segments.length, 0) > mostStored ? null : { of, series };
  const made = { outputs, fileKey, fileName: fileNameOf(name, id), sha256, sizeBytes, stored };
  // Where the answer of the database is lost, nobody knows yet whether the run has the file: who comes next does.
  const end = await db.transaction(async (tx) => {
    if (!(await context.isHeld(tx))) return "lost";
    if ((await allowedUser(tx, run)) === null) return "refused";
    return (await setDone(tx, { id, jobId }, made)) ? "published" : "lost";
  });
  if (end !== "published") await stores.own.delete([fileKey]);
  if (end === "refused") throw new JobFailed(said.notAllowed);
}

/** Who started a run, where they may still see what it reads; null: they are gone or may not. */
async function allowedUser(db: Queries, { id, userId, workspaceId }: StoredRun): Promise<number | null> {
  if (userId === null) return null;
  const permissions = await permissionsOfVerified(db, { workspaceId, userId });
  const isAllowed = executeAndWriteH5.needs.every((each) => permissions?.has(each));
  return isAllowed && (await findRun(db, { workspaceId, userId }, id)) !== null ? userId : null;
}

/** @throws JobFailed */
async function demandAllowed(db: Queries, run: StoredRun): Promise<number> {
  const user = await allowedUser(db, run);
  if (user === null) throw new JobFailed(said.notAllowed);
  return user;
}

/** Values and times of a file, once in its folder and once in the store, and what describes them. */
const bytesOf = (values: number): number => 2 * (16 * values + (1 << 20));

/** @throws JobFailed */
async function demandRoom(dataDir: string, values: number): Promise<void> {
  if (bytesOf(values) > (await roomIn(dataDir))) throw new JobFailed(said.noRoom);
}

/** The sentence of what the user can do something about; null for what nobody foresaw, which is tried again. */
function refusalOf(error: unknown, signal: AbortSignal): Error | null {
  if (signal.aborted) return signal.reason;
  if (error instanceof PlanRefused) return new JobFailed(error.message);
  if (error instanceof DamageFound) return new JobFailed(said.damaged);
  if (error instanceof RunTooLarge) return new JobFailed(error.of === "time" ? said.tooLong : said.tooLarge);
  const { name, code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || name === "ResultNotWritten" ? new JobFailed(said.noRoom) : null;
}

/** What a person sees of it: letters of the name, and the number of the run. */
export function fileNameOf(name: string, id: number): string {
  const plain = name
    .replace(/[^A-Za-z0-9 _()-]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${plain === "" ? "Analysis" : plain} ${id}.h5`;
}
