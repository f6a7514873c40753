/** All SQL of the runner. A run holds its job by worker and attempt; whoever lost it changes nothing (fencing). */
import { type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Job, JobHold } from "./types.ts";

type Queries = Pick<NodePgDatabase, "execute">;

/** A job that this node has claimed. */
export interface ClaimedJob extends Job, JobHold {
  /** Somebody asked to cancel it before it ran. */
  isCanceled: boolean;
  /** How often it was put aside because its servers died. */
  rests: number;
}

/** Rows are removed this many days after the job ended. */
const keptDays = { done: 7, failed: 90 } as const;

/** So far ahead of the database's clock its own times are found after it was set back. */
const setBack = sql`interval '5 seconds'`;

const milliseconds = (ms: number): SQL => sql`${ms}::double precision * interval '1 millisecond'`;
const waits = (ms: number): SQL => sql`run_at = now() + ${milliseconds(ms)}, waits_since = now()`;
/** Waits for its time, or its runner died. */
const isFree = sql`((state = 'queued' and run_at <= now()) or (state = 'running' and lease_until < now()))`;

const held = ({ id, worker, attempt }: JobHold): SQL =>
  sql`id = ${id} and worker = ${worker} and attempts = ${attempt} and state = 'running'`;

/** Whether a run still holds its job. In a transaction the row stays locked until its end. */
export async function isJobHeld(tx: Queries, hold: JobHold): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from job where ${held(hold)} for update`);
  return rows.length > 0;
}

export function jobRows(db: Queries) {
  const change = async (job: ClaimedJob, set: SQL): Promise<boolean> =>
    ((await db.execute(sql`update job set ${set} where ${held(job)}`)).rowCount ?? 0) > 0;

  return {
    /** Queues with something to do, of those given. */
    async waiting(queues: readonly string[]): Promise<string[]> {
      if (queues.length === 0) return [];
      const { rows } = await db.execute<{ queue: string }>(
        sql`select distinct queue from job where ${isFree} and queue in (${list(queues)})`,
      );
      return rows.map(({ queue }) => queue);
    },

    /**
     * Takes up to `count` jobs; those whose attempts are used up come as well, to be given up. They are chosen in an array, which is
     * made once: a list behind "in" may be made anew for each row of the table, and then takes all of it.
     */
    async claim(queue: string, order: { worker: string; count: number; leaseMs: number }): Promise<ClaimedJob[]> {
      const { rows } = await db.execute<{
        id: string;
        queue: string;
        key: string | null;
        payload: Job["payload"];
        attempts: number;
        max_attempts: number;
        worker: string;
        cancel_requested: boolean;
        rests: number;
      }>(sql`
        update job set state = 'running', worker = ${order.worker}, attempts = attempts + 1,
          lease_until = now() + ${milliseconds(order.leaseMs)}
        where id = any(array(select id from job where queue = ${queue} and ${isFree}
          order by cancel_requested desc, priority desc, id limit ${order.count} for update skip locked))
        returning id, queue, key, payload, attempts, max_attempts, worker, cancel_requested, rests`);
      return rows
        .map((row) => ({
          id: Number(row.id),
          queue: row.queue,
          key: row.key,
          payload: row.payload,
          attempt: row.attempts,
          maxAttempts: row.max_attempts,
          worker: row.worker,
          isCanceled: row.cancel_requested,
          rests: row.rests,
        }))
        .sort((a, b) => a.id - b.id);
    },

    /** Prolongs the lease. Null: lost. */
    async beat(job: ClaimedJob, leaseMs: number, progress: number): Promise<{ isCanceled: boolean } | null> {
      const { rows } = await db.execute<{ cancel_requested: boolean }>(sql`
        update job set lease_until = now() + ${milliseconds(leaseMs)}, progress = ${progress}
        where ${held(job)} returning cancel_requested`);
      return rows.length === 0 ? null : { isCanceled: rows[0].cancel_requested };
    },

    isHeld: (job: JobHold, tx: Queries = db): Promise<boolean> => isJobHeld(tx, job),

    /**
     * After the database's clock was set back: what waits begins its wait anew, and a lease lasts no longer than one. Of the living
     * it is prolonged before it ends.
     */
    async settleClock(leaseMs: number): Promise<void> {
      await db.execute(sql`
        update job set run_at = now() + (run_at - waits_since), waits_since = now()
        where state = 'queued' and waits_since > now() + ${setBack}`);
      await db.execute(sql`
        update job set lease_until = now() + ${milliseconds(leaseMs)}
        where state = 'running' and lease_until > now() + ${milliseconds(leaseMs)} + ${setBack}`);
    },

    /** Of nodes that are no more, when the caller is the only one: their leases end now. */
    async takeAll(): Promise<void> {
      await db.execute(sql`update job set lease_until = now() - interval '1 second' where state = 'running'`);
    },

    done: (job: ClaimedJob) =>
      change(job, sql`state = 'done', progress = 1, lease_until = null, error = null, finished_at = now()`),
    canceled: (job: ClaimedJob) => change(job, sql`state = 'canceled', lease_until = null, finished_at = now()`),
    failed: (job: ClaimedJob, error: string) =>
      change(job, sql`state = 'failed', lease_until = null, error = ${error}, finished_at = now()`),
    again: (job: ClaimedJob, error: string, waitMs: number) =>
      change(job, sql`state = 'queued', lease_until = null, progress = 0, error = ${error}, ${waits(waitMs)}`),
    /** Gives it back unharmed; the attempt does not count. */
    giveBack: (job: ClaimedJob) =>
      change(job, sql`state = 'queued', lease_until = null, max_attempts = max_attempts + 1, ${waits(0)}`),

    /** Later, as if this run had not been. */
    putBack: (job: ClaimedJob, waitMs: number) =>
      change(
        job,
        sql`state = 'queued', lease_until = null, progress = 0, max_attempts = max_attempts + 1, ${waits(waitMs)}`,
      ),
    /** Much later, with two attempts more. */
    rest: (job: ClaimedJob, waitMs: number) =>
      change(
        job,
        sql`state = 'queued', lease_until = null, progress = 0, max_attempts = attempts + 2, rests = rests + 1,
          ${waits(waitMs)}`,
      ),

    async tidy(): Promise<void> {
      const ago = (days: number) => sql`finished_at < now() - ${days}::int * interval '1 day'`;
      await db.execute(sql`
        delete from job where (state in ('done', 'canceled') and ${ago(keptDays.done)})
          or (state = 'failed' and ${ago(keptDays.failed)})`);
    },
  };
}

const list = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

export type JobRows = ReturnType<typeof jobRows>;
