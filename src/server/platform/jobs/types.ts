/** Jobs: work that survives its server. Definitions lie with their features. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { AnyPayload, JobQueue } from "./queue.ts";

export interface NewJob<Payload = AnyPayload> {
  queue: JobQueue<Payload>;
  /** At most one job of a queue and key waits or runs: asking again changes nothing. */
  key?: string;
  payload: Payload;
  /** Higher first; 0 unless told. */
  priority?: number;
  maxAttempts?: number;
  /** Not before. */
  runAt?: Date;
}

export interface Job<Payload = AnyPayload> {
  id: number;
  /** Name of its queue. */
  queue: string;
  key: string | null;
  payload: Payload;
  /** From 1. Above 1 an earlier run died or failed. */
  attempt: number;
  maxAttempts: number;
}

/** One run of one job on one node. */
export interface JobHold {
  id: number;
  worker: string;
  attempt: number;
}

export interface JobContext {
  /** Aborted when the job is to be canceled, its lease is lost, or the server stops. */
  signal: AbortSignal;
  /** 0..1; written with the next heartbeat. */
  progress(fraction: number): void;
  /**
   * Whether this run still holds the job, asked of the database. In a transaction it also keeps the row locked until the
   * commit, so that what the job writes last is written by one run only (fencing).
   */
  isHeld(tx?: Pick<NodePgDatabase, "execute">): Promise<boolean>;
  /** What `isHeld` asks about, as plain data: for threads of the job, which ask `isJobHeld`. */
  readonly hold: JobHold;
}

export interface JobDefinition<Payload = AnyPayload> {
  queue: JobQueue<Payload>;
  /** How many run at once on a node; 1 unless told. */
  concurrency?: number;
  /**
   * How long a job rests whose runs died with their servers more often than it has attempts, the first time, the second
   * and so on: it may have been the servers' fault. Then it is given up. Default: given up at once.
   */
  restsMs?: readonly number[];
  /** Safe to run twice. Throwing JobFailed ends the job, JobWaits puts it back; anything else is tried again, later and later, up to `maxAttempts`. */
  run(job: Job<Payload>, context: JobContext): Promise<void>;
  /**
   * Told once when the job is given up: its last attempt failed, died, or JobFailed was thrown. Safe to run twice.
   * `reason`: the sentence of JobFailed, else null.
   */
  failed?(job: Job<Payload>, reason: string | null): Promise<void>;
  /**
   * Told instead of all others when the payload is not of the queue's shape, as one of another version may be: the job is
   * given up at once. Safe to run twice.
   */
  unreadable?(job: Pick<Job, "id" | "key">, reason: string): Promise<void>;
  /** Told when the job was put aside for one of `restsMs`, before it is. Safe to run twice. */
  rests?(job: Job<Payload>): Promise<void>;
  /** Told once when the job was canceled, before or while it ran. Safe to run twice. */
  canceled?(job: Job<Payload>): Promise<void>;
}

/** The job cannot succeed. The message is a plain sentence that may be shown. */
export class JobFailed extends Error {
  override readonly name = "JobFailed";
}

/** The job cannot go on now, and nothing is wrong with it: it is put back, and this run does not count as an attempt. */
export class JobWaits extends Error {
  override readonly name = "JobWaits";
  constructor(readonly waitMs: number) {
    super("The job waits.");
  }
}

/** "canceled": somebody asked for it. "lost": another node has the job, or may have. "stopping": this server ends. */
export type JobStopReason = "canceled" | "lost" | "stopping";

/** Reason of `JobContext.signal`. */
export class JobStopped extends Error {
  override readonly name = "JobStopped";
  constructor(readonly why: JobStopReason) {
    super(`The job was stopped: ${why}.`);
  }
}
