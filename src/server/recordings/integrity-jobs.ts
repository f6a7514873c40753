/** What is checked in the background: all files after a start, and now and then everything that is in them. */
import { setTimeout as rest } from "node:timers/promises";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import Type from "typebox";
import type { Bus } from "../platform/bus/bus.ts";
import { describeError } from "../platform/describe-error.ts";
import { enqueueJob, type JobDefinition, jobQueue } from "../platform/jobs/index.ts";
import type { Pace } from "./chunk-check.ts";
import type { Integrity, IntegrityLog } from "./integrity.ts";

const lookQueue = jobQueue("recordings.look", Type.Object({}));
const verifyQueue = jobQueue("recordings.verify", Type.Object({ recordingId: Type.Integer() }));
/** Below everything that somebody waits for. */
const priority = -10;
/** Everything is read once in so many days. */
const verifyDays = 30;
/** A damaged one after each start and once a day: what was put back is shown again by itself. */
const damagedDays = { atStart: 0, later: 1 } as const;
const askAgainMs = 3_600_000;
/** Read a second while nobody reviews, and while somebody does. */
const bytesPerSecond = { idle: 40e6, busy: 4e6 } as const;
const busyMs = 2000;
/** One that cannot be looked at keeps nobody from the others; so many say that disk, service or database are away, and the look is tried again. */
const mostUnseenInARow = 3;

export function integrityJobs(integrity: Integrity, log: IntegrityLog): JobDefinition[] {
  const look: JobDefinition = {
    queue: lookQueue,
    async run(_job, { signal, progress }) {
      const ids = await integrity.all();
      let [unseen, inARow] = [0, 0];
      await integrity.tidy();
      for (const [k, id] of ids.entries()) {
        signal.throwIfAborted();
        try {
          await integrity.look(id);
          inARow = 0;
        } catch (error) {
          if (++inARow === mostUnseenInARow) throw error;
          unseen++;
          log.warn({ recordingId: id, err: describeError(error) }, "recording.unseen");
        }
        progress(k / ids.length);
      }
      log.info({ recordings: ids.length - unseen }, "recordings.looked_over");
    },
  };
  const verify: JobDefinition<{ recordingId: number }> = {
    queue: verifyQueue,
    async run({ payload }, { signal }) {
      await integrity.verify(payload.recordingId, slowPace(integrity, signal));
    },
  };
  return [look, verify];
}

/** Lets so much through and no more, so that whoever reviews does not notice. */
export function slowPace(integrity: Pick<Integrity, "lastUse">, signal: AbortSignal): Pace {
  return async (bytes) => {
    const isBusy = performance.now() - integrity.lastUse() < busyMs;
    await rest((bytes / (isBusy ? bytesPerSecond.busy : bytesPerSecond.idle)) * 1000, undefined, { signal });
  };
}

export interface IntegrityUpkeepOptions {
  db: NodePgDatabase;
  bus: Pick<Bus, "send">;
  integrity: Integrity;
  log: IntegrityLog;
}

/** Orders the looks; the runner of the jobs does them. Returns the end of it. */
export function startIntegrityUpkeep({ db, bus, integrity, log }: IntegrityUpkeepOptions): () => void {
  const order = async (isStart: boolean) => {
    if (isStart) await enqueueJob(db, { queue: lookQueue, key: "all", payload: {}, priority });
    for (const id of await integrity.due(verifyDays, isStart ? damagedDays.atStart : damagedDays.later))
      await enqueueJob(db, { queue: verifyQueue, key: String(id), payload: { recordingId: id }, priority });
    bus.send({ kind: "jobs-waiting" });
  };
  const orderSafely = (isStart: boolean) =>
    order(isStart).catch((error: unknown) => log.warn({ err: describeError(error) }, "recordings.unchecked"));
  void orderSafely(true);
  const timer = setInterval(() => void orderSafely(false), askAgainMs).unref();
  return () => clearInterval(timer);
}

/** Has a recording in which damage was met read as a whole, soon. */
export async function orderVerify(db: NodePgDatabase, id: number): Promise<void> {
  await enqueueJob(db, { queue: verifyQueue, key: String(id), payload: { recordingId: id }, priority });
}
