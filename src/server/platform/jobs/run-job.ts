/** One run of one job: the lease is prolonged while it lasts, and its end is written down. */
import { describeError } from "../describe-error.ts";
import type { ClaimedJob, JobRows } from "./rows.ts";
import { type JobContext, type JobDefinition, JobFailed, JobStopped, JobWaits } from "./types.ts";

export interface JobLog {
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
}

export interface JobTimes {
  /** A job whose lease ended is taken over. */
  leaseMs: number;
  /** Prolonged at least this often. */
  beatMs: number;
  /** How often it is looked whether there is progress to write. */
  tickMs: number;
  /** Wait after the first failed run; four times as long after each further one, up to `longestRetryMs`. */
  retryMs: number;
  longestRetryMs: number;
  /** How often it is looked whether the database's clock was set back. */
  clockMs: number;
}

/** Kept as the error of a job whose payload is of another version. */
const unreadable = "What it is about cannot be read: it may be of another version.";

interface RunOptions {
  rows: JobRows;
  log: JobLog;
  times: JobTimes;
  /** Told when the job began, and whenever the table says of it something new. */
  moved: () => void;
}

export interface RunningJob {
  readonly job: ClaimedJob;
  /** Ends when its outcome is written, or when it is lost. Never fails. */
  readonly ended: Promise<void>;
  /** The server stops: what gives up for that reason is given back. */
  stop(): void;
}

export function runJob(job: ClaimedJob, definition: JobDefinition, options: RunOptions): RunningJob {
  const abort = new AbortController();
  options.moved();
  const ended = carryOut(job, definition, { ...options, abort })
    .catch((err) => {
      // Its outcome could not be written: the lease ends, and the job is taken over.
      options.log.warn({ jobId: job.id, queue: job.queue, err }, "job.unsettled");
    })
    .finally(() => options.moved());
  return { job, ended, stop: () => abort.abort(new JobStopped("stopping")) };
}

async function carryOut(
  job: ClaimedJob,
  definition: JobDefinition,
  { rows, log, times, moved, abort }: RunOptions & { abort: AbortController },
): Promise<void> {
  const facts = { jobId: job.id, queue: job.queue, attempt: job.attempt };
  const heart = beatFor(job, { rows, times, moved, abort });
  const context: JobContext = {
    signal: abort.signal,
    progress: (fraction) => heart.tell(Math.min(1, Math.max(0, fraction))),
    isHeld: (tx) => rows.isHeld(job, tx),
    hold: { id: job.id, worker: job.worker, attempt: job.attempt },
  };
  const giveUp = async (error: string, reason: string | null = null) => {
    if (!(await rows.isHeld(job))) return;
    // What cannot be read is nobody's to look at, also where telling so has failed.
    if (definition.queue.isPayload(job.payload)) await definition.failed?.(job, reason);
    else await definition.unreadable?.(job, unreadable);
    if (await rows.failed(job, error)) log.warn(facts, "job.failed");
  };
  try {
    if (!definition.queue.isPayload(job.payload)) {
      if (!(await rows.isHeld(job))) return;
      await definition.unreadable?.(job, unreadable);
      if (await rows.failed(job, unreadable)) log.warn(facts, "job.unreadable");
      return;
    }
    if (job.isCanceled) return await cancel(job, definition, rows);
    if (job.attempt > job.maxAttempts) {
      const restMs = definition.restsMs?.[job.rests];
      if (restMs === undefined) return await giveUp("It was interrupted too often.");
      if (!(await rows.isHeld(job))) return;
      await definition.rests?.(job);
      if (await rows.rest(job, restMs)) log.warn({ ...facts, restMs }, "job.rests");
      return;
    }
    const begun = performance.now();
    await definition.run(job, context);
    if (await rows.done(job)) log.info({ ...facts, ms: Math.round(performance.now() - begun) }, "job.done");
  } catch (error) {
    const reason = error instanceof JobStopped ? error : abort.signal.reason;
    if (reason instanceof JobStopped && !(error instanceof JobFailed)) {
      if (reason.why === "canceled") return await cancel(job, definition, rows);
      if (reason.why === "stopping") await rows.giveBack(job);
      else log.warn(facts, "job.lost");
      return;
    }
    if (error instanceof JobWaits) return void (await rows.putBack(job, error.waitMs));
    if (error instanceof JobFailed) return await giveUp(error.message, error.message);
    const err = describeError(error);
    log.warn({ ...facts, err: error }, "job.broke");
    if (job.attempt >= job.maxAttempts) return await giveUp(codeOf(err));
    await rows.again(job, codeOf(err), Math.min(times.retryMs * 4 ** (job.attempt - 1), times.longestRetryMs));
  } finally {
    await heart.stop();
  }
}

async function cancel(job: ClaimedJob, definition: JobDefinition, rows: JobRows): Promise<void> {
  if (!(await rows.isHeld(job))) return;
  await definition.canceled?.(job);
  await rows.canceled(job);
}

/** What of an error nobody foresaw is kept in the table: never its message, which may quote a file. */
const codeOf = ({ type, code }: { type: string; code?: string }): string => `It broke: ${code ?? type}.`;

interface Heart {
  tell(fraction: number): void;
  stop(): Promise<void>;
}

/** Prolongs the lease and writes progress; aborts the run when it is canceled, or no longer its own. */
function beatFor(
  job: ClaimedJob,
  { rows, times, moved, abort }: Omit<RunOptions, "log"> & { abort: AbortController },
): Heart {
  let [progress, written] = [0, 0];
  let last = performance.now();
  let current: Promise<void> | null = null;
  const beat = async () => {
    const [asked, told] = [performance.now(), progress];
    try {
      const state = await rows.beat(job, times.leaseMs, told);
      if (state === null) return abort.abort(new JobStopped("lost"));
      if (state.isCanceled) abort.abort(new JobStopped("canceled"));
      last = asked;
      if (told !== written) moved();
      written = told;
    } catch {
      // The database does not answer. Once the lease is over, another node may have the job.
      if (performance.now() - last > times.leaseMs) abort.abort(new JobStopped("lost"));
    }
  };
  const timer = setInterval(() => {
    const isDue = performance.now() - last >= times.beatMs || Math.abs(progress - written) >= 0.01;
    if (!isDue || current !== null || abort.signal.aborted) return;
    current = beat().finally(() => {
      current = null;
    });
  }, times.tickMs);
  return {
    tell(fraction) {
      progress = fraction;
    },
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
