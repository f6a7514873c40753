/**
 * Claims and runs jobs on this node. Every worker node has one; nodes share the table. A job is done once in effect: its
 * run may die, and then another begins, but only one run holds it when its results are written (`isHeld`).
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Bus } from "../bus/bus.ts";
import { workMoved } from "../bus/work-moved.ts";
import { jobRows } from "./rows.ts";
import { type JobLog, type JobTimes, type RunningJob, runJob } from "./run-job.ts";
import type { JobDefinition } from "./types.ts";

export interface RunnerOptions {
  db: NodePgDatabase;
  bus: Bus;
  log: JobLog;
  definitions: readonly JobDefinition[];
  /** Name of this node in the table; made up unless given. */
  worker?: string;
  /** This is the only node: what seems to run is left from a server that was killed, and begins again at once. */
  isAlone?: boolean;
  /** How often it looks without being called. */
  pollMs?: number;
  times?: Partial<JobTimes>;
  /** How long `close` waits for running jobs to give up. */
  closeWithinMs?: number;
}

export interface JobRunner {
  /** Stops claiming, tells running jobs to give up, and gives their leases back. Safe to call twice. */
  close(): Promise<void>;
}

const usualTimes: JobTimes = {
  leaseMs: 30_000,
  beatMs: 10_000,
  tickMs: 1000,
  retryMs: 2000,
  longestRetryMs: 10 * 60_000,
  clockMs: 10_000,
};
const tidyMs = 3_600_000;

/** A queue has one definition. @throws Error when one is defined twice */
export function startJobRunner(options: RunnerOptions): JobRunner {
  const { bus, log, pollMs = 1000, closeWithinMs = 5000 } = options;
  const rows = jobRows(options.db);
  const times = { ...usualTimes, ...options.times };
  const worker = options.worker ?? `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const definitions = new Map(options.definitions.map((one) => [one.queue.name, one]));
  if (definitions.size < options.definitions.length) throw new Error("Two definitions share a queue.");
  const running = new Set<RunningJob>();
  let isClosed = false;

  let isTaken = options.isAlone !== true;
  let clockSeenAt = Number.NEGATIVE_INFINITY;
  const claimSome = async () => {
    if (!isTaken) await rows.takeAll();
    isTaken = true;
    if (performance.now() - clockSeenAt >= times.clockMs) {
      await rows.settleClock(times.leaseMs);
      clockSeenAt = performance.now();
    }
    for (const queue of await rows.waiting(queuesWithRoom())) {
      const definition = definitions.get(queue) as JobDefinition;
      const count = roomOf(definition);
      if (isClosed || count <= 0) continue;
      const claimed = await rows.claim(queue, { worker, count, leaseMs: times.leaseMs });
      for (const job of claimed) {
        const run = runJob(job, definition, { rows, log, times, moved: () => workMoved(bus) });
        running.add(run);
        if (isClosed) run.stop();
        void run.ended.then(() => {
          running.delete(run);
          wake();
        });
      }
    }
  };
  const roomOf = ({ queue, concurrency = 1 }: JobDefinition) =>
    concurrency - [...running].filter(({ job }) => job.queue === queue.name).length;
  const queuesWithRoom = () =>
    [...definitions.values()].filter((one) => roomOf(one) > 0).map(({ queue }) => queue.name);

  const { wake, idle: settled } = called(claimSome, (err) => log.warn({ err }, "jobs.unclaimed"));
  const poll = setInterval(wake, pollMs).unref();
  const tidy = setInterval(() => {
    rows.tidy().catch((err) => log.warn({ err }, "jobs.untidy"));
  }, tidyMs).unref();
  const deafen = bus.listen(({ kind }) => {
    if (kind === "jobs-waiting" || kind === "bus-resumed") wake();
  });
  wake();

  const close = async () => {
    isClosed = true;
    clearInterval(poll);
    clearInterval(tidy);
    deafen();
    for (const run of running) run.stop();
    const late = new Promise<void>((resolve) => setTimeout(resolve, closeWithinMs).unref());
    const all = settled().then(() => Promise.all([...running].map(({ ended }) => ended)));
    await Promise.race([all, late]);
    // Who has not given up by now dies with the process, and fencing keeps it from writing until then.
    for (const { job } of running) await rows.giveBack(job).catch((err) => log.warn({ err }, "jobs.kept"));
  };
  let closing: Promise<void> | undefined;
  return {
    close() {
      closing ??= close();
      return closing;
    },
  };

  /** Does the work when called, once more when called meanwhile, and never twice at a time. */
  function called(work: () => Promise<void>, failed: (error: unknown) => void) {
    let isCalled = false;
    let current: Promise<void> | undefined;
    const run = async () => {
      while (isCalled && !isClosed) {
        isCalled = false;
        await work().catch(failed);
      }
    };
    const wake = () => {
      isCalled = true;
      current ??= run().finally(() => {
        current = undefined;
        if (isCalled && !isClosed) wake();
      });
    };
    return { wake, idle: async () => current };
  }
}
