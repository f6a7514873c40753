/** One function for each thing that is done with runs. What is not of the caller's patients does not exist. */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { checkAnalysis } from "../../domain/pipelines/check.ts";
import {
  type executePipeline,
  type PipelineAnalysis,
  type PipelineProblem,
  type PipelineRun,
  pipelineLimits,
} from "../../protocol/pipelines.ts";
import type { AnswerOf } from "../../protocol/route.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import type { MasksOf } from "../analysis/index.ts";
import { holdsHalfCharacter } from "../documents/index.ts";
import { type ChangeDeps, change, type Editor } from "../identity/change.ts";
import { demandPatients } from "../patients/demands.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused, type RequestLife } from "../platform/http/routes.ts";
import { cancelJob, enqueueJob } from "../platform/jobs/index.ts";
import { DamageFound, type HomeSettings, type Recordings } from "../recordings/index.ts";
import { type AroundDamageDeps, aroundDamage } from "./around-damage.ts";
import { planOf } from "./plan.ts";
import { pipelineQueue } from "./queue.ts";
import {
  countRuns,
  findEqual,
  findRun,
  insertRun,
  listRuns,
  removeRun,
  type StoredRun,
  setEnded,
  setJob,
} from "./rows.ts";
import { copyOf } from "./run-copies.ts";
import { dropFile, type FileDeps, fileSentence, notFound, refuse, scopeOf } from "./run-file.ts";
import { RunTooLarge, startRun } from "./start-run.ts";
import { type Plan, PlanRefused } from "./types.ts";

const { refused, planned, failed } = pipelineText;

export interface RunDeps extends ChangeDeps, FileDeps {
  recordings: Pick<Recordings, "get"> & AroundDamageDeps;
  masksOf: MasksOf;
  home: HomeSettings;
  /** Digits of the hash of the core. */
  core: string;
  /** Runs that are answered at this moment, by user. */
  answering: Set<number>;
}

/** Answers at a time of a node, and how long one may take. */
const mostAnswering = 2;
const answerLimits = { heapMegabytes: 256, longestMs: 20_000 };

export const problemsOf = (analysis: PipelineAnalysis): PipelineProblem[] => [...checkAnalysis(analysis).problems];

/** @throws Refused 400 with the sentence of the node that is wrong */
async function planFor({ recordings, masksOf }: RunDeps, caller: Caller, analysis: PipelineAnalysis): Promise<Plan> {
  try {
    return await planOf(analysis, { lookUp: (id) => recordings.get(id, scopeOf(caller)), masksOf });
  } catch (error) {
    if (error instanceof PlanRefused) throw refuse(400, "bad_analysis", error.message);
    throw error;
  }
}

/** Few values, at once. @throws Refused 400, 429 while others are answered, 503 where it takes too long */
export async function answerRun(
  deps: RunDeps,
  caller: Caller,
  analysis: PipelineAnalysis,
  { signal, read, askAgain }: Pick<RequestLife, "signal" | "read" | "askAgain">,
): Promise<AnswerOf<typeof executePipeline>> {
  const planSmall = async () => {
    const plan = await planFor(deps, caller, analysis);
    if (plan.values > pipelineLimits.answered) throw refuse(400, "too_large", planned.tooMuchAnswered);
    return plan;
  };
  await planSmall();
  const { answering, home, recordings } = deps;
  const { userId } = caller.session;
  if (answering.has(userId) || answering.size >= mostAnswering)
    throw new Refused(429, refused.busy, 5, { code: "busy" });
  answering.add(userId);
  try {
    const { plan, result } = await aroundDamage(recordings, planSmall, (plan) =>
      startRun({ plan, home, file: null }, { signal }, answerLimits),
    );
    askAgain(planSmall);
    for (const { data_object_id } of plan.recordings)
      read({ what: "recording", id: data_object_id, facts: { patient_key: plan.patientKey } });
    return { outputs: result.values };
  } catch (error) {
    if (error instanceof DamageFound) throw refuse(400, "damaged", failed.damaged);
    if (error instanceof RunTooLarge) throw refuse(400, "too_large", refused.tooLong);
    throw error;
  } finally {
    answering.delete(userId);
  }
}

const fingerprintOf = (analysis: PipelineAnalysis, { recordings }: Plan, core: string): string => {
  const { pipeline_json, multiprocess_epoching_args, exports, patient_file_uid } = analysis;
  const said = [pipeline_json, multiprocess_epoching_args ?? null, exports, patient_file_uid, recordings, core];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
};

/** What a run keeps is what a document may be: whoever lists the runs of a patient reads all of it. @throws Refused 400, 413 */
function demandKept(analysis: PipelineAnalysis): void {
  const json = JSON.stringify(analysis);
  const { bytes } = pipelineLimits;
  if (Buffer.byteLength(json) > bytes) throw refuse(413, "too_large", documentsText.refused.tooLarge(bytes));
  if (holdsHalfCharacter(json)) throw refuse(400, "bad_analysis", documentsText.refused.badContent);
}

/** Puts a run into the queue, or answers one with the same result. @throws Refused 400, 404, 409, 413 */
export async function beginRun(deps: RunDeps, caller: Caller, analysis: PipelineAnalysis): Promise<PipelineRun> {
  demandKept(analysis);
  const plan = await planFor(deps, caller, analysis);
  const { patientKey } = plan;
  const scope = scopeOf(caller);
  const fingerprint = fingerprintOf(analysis, plan, deps.core);
  return change(deps, caller, async ({ tx, editor }) => {
    await demandPatients(tx, scope, [patientKey]);
    const equal = analysis.clear_cache ? null : await findEqual(tx, scope, fingerprint);
    if (equal !== null) return { answer: told(equal, editor), facts: { run_id: equal.id, patient_key: patientKey } };
    const { waiting, kept } = await countRuns(tx, scope.userId, patientKey);
    if (waiting >= pipelineLimits.waiting) throw refuse(409, "too_many_runs", refused.waiting);
    if (kept >= pipelineLimits.kept) throw refuse(409, "too_many_runs", refused.kept);
    const { name } = analysis.pipeline_json;
    const id = await insertRun(tx, scope, { patientKey, name, analysis, fingerprint });
    await setJob(tx, id, await enqueueJob(tx, { queue: pipelineQueue, payload: { runId: id } }));
    return { ...(await outcome(tx, scope, editor, id)), events: [{ kind: "jobs-waiting" }] };
  });
}

async function outcome(tx: Parameters<typeof findRun>[0], scope: UserScope, editor: Editor, id: number) {
  const found = (await findRun(tx, scope, id)) as StoredRun;
  return { answer: told(found, editor), facts: { run_id: id, patient_key: found.patientKey } };
}

export async function runsOf({ db }: RunDeps, caller: Caller, patientKey: number): Promise<PipelineRun[]> {
  await demandPatients(db, scopeOf(caller), [patientKey]);
  const found = await listRuns(db, scopeOf(caller), patientKey);
  return found.map((each) => told(each, caller.session));
}

export async function oneRun({ db }: RunDeps, caller: Caller, id: number): Promise<PipelineRun> {
  const found = await findRun(db, scopeOf(caller), id);
  if (found === null) throw notFound();
  return told(found, caller.session);
}

const isOver = ({ state }: StoredRun) => state !== "waiting" && state !== "running";

/** @throws Refused 403 to who may not, 404, 409 for a run that has ended */
export const endRun = (deps: RunDeps, caller: Caller, id: number): Promise<PipelineRun> =>
  changeRun(deps, caller, id, async (tx, found) => {
    if (isOver(found)) throw refuse(409, "run_over", refused.over);
    const isTold = found.jobId !== null && (await cancelJob(tx, found.jobId));
    // What waits ends at once. One whose job is not there any more has nobody who would say that it has ended.
    if (found.state === "waiting" || !isTold) await setEnded(tx, { id }, "canceled", null);
  });

/** @throws Refused 403, 404, 409 for one that has not failed and whose file is sound as far as is known */
export async function repeatRun(deps: RunDeps, caller: Caller, id: number): Promise<PipelineRun> {
  let fileKey: string | null = null;
  const answer = await changeRun(deps, caller, id, async (tx, found) => {
    const isLost = found.state === "done" && fileSentence(found) !== null;
    if (!isLost && found.state !== "failed" && found.state !== "canceled")
      throw refuse(409, "run_not_failed", refused.notFailed);
    const { waiting } = await countRuns(tx, caller.session.userId, found.patientKey);
    if (waiting >= pipelineLimits.waiting) throw refuse(409, "too_many_runs", refused.waiting);
    ({ fileKey } = found);
    await setJob(tx, id, await enqueueJob(tx, { queue: pipelineQueue, payload: { runId: id } }));
  });
  await dropFile(deps, fileKey);
  return answer;
}

async function changeRun(
  deps: RunDeps,
  caller: Caller,
  id: number,
  work: (tx: Parameters<typeof findRun>[0], found: StoredRun) => Promise<void>,
): Promise<PipelineRun> {
  return change(deps, caller, async ({ tx, editor }) => {
    await work(tx, await changeable(tx, caller, editor, id));
    return {
      ...(await outcome(tx, scopeOf(caller), editor, id)),
      events: [{ kind: "jobs-waiting" }, { kind: "work-moved" }],
    };
  });
}

async function changeable(tx: Parameters<typeof findRun>[0], caller: Caller, editor: Editor, id: number) {
  const found = await findRun(tx, scopeOf(caller), id);
  if (found === null) throw notFound();
  if (!mayChange(found, editor)) throw refuse(403, "run_not_yours", refused.notYours);
  return found;
}

/** Of a run that has ended, with its file. @throws Refused 403, 404, 409 */
export async function dropRun(deps: RunDeps, caller: Caller, id: number): Promise<Record<string, never>> {
  let fileKey: string | null = null;
  await change(deps, caller, async ({ tx, editor }) => {
    const found = await changeable(tx, caller, editor, id);
    if (!isOver(found)) throw refuse(409, "run_not_over", refused.notOver);
    ({ fileKey } = found);
    await removeRun(tx, id);
    return { answer: {}, facts: { run_id: id, patient_key: found.patientKey } };
  });
  await dropFile(deps, fileKey);
  if (fileKey !== null) await rm(copyOf(deps.home.dataDir, fileKey), { force: true }).catch(() => undefined);
  return {};
}

type Person = Pick<Editor, "userId" | "permissions">;
/** As in identity/administrators.ts. */
const administers = ({ permissions }: Person): boolean =>
  permissions.has("access_admin_user_management") && permissions.has("access_admin_role_and_permissions");
const mayChange = ({ userId }: StoredRun, person: Person): boolean => userId === person.userId || administers(person);

function told(run: StoredRun, person: Person): PipelineRun {
  const { id, patientKey, name, state, progress, error, analysis, outputs, fileName, sizeBytes, createdAt } = run;
  const sinceMs = run.startedAt === null ? 0 : run.now - run.startedAt;
  const etaMs = state === "running" && progress > 0 ? Math.max(0, (sinceMs * (1 - progress)) / progress) : null;
  return {
    ...{ id, patient_key: patientKey, name, state, progress, eta_ms: etaMs, error, analysis, outputs },
    ...{ file_name: fileName, size_bytes: sizeBytes, file_problem: fileSentence(run) },
    stored: run.stored === null ? null : { data_object_id: run.stored.recordingIds[0], core: run.stored.core },
    ...{ started_by: run.userName === "" ? "Unknown" : run.userName },
    ...{ is_own: run.userId === person.userId, may_delete: mayChange(run, person) },
    ...{ created_at: createdAt, finished_at: run.finishedAt },
  };
}
