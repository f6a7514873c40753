/** What others ask of the queue, in their own transactions. Send "jobs-waiting" over the bus after the commit. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { AnyPayload } from "./queue.ts";
import type { NewJob } from "./types.ts";

/** A database, or a transaction of one. */
type Queries = Pick<NodePgDatabase, "execute">;

const defaultAttempts = 5;

/**
 * Puts a job into the queue and returns its id; null when one of that queue and key waits or runs already. Without the
 * event it is found within a second. @throws TypeError when the payload is not what the queue's jobs are given
 */
export async function enqueueJob<Payload = AnyPayload>(tx: Queries, job: NewJob<Payload>): Promise<number | null> {
  const { queue, key = null, payload, priority = 0, maxAttempts = defaultAttempts, runAt } = job;
  if (!queue.isPayload(payload)) throw new TypeError(`A job of ${queue.name} is not given this.`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into job (queue, key, payload, priority, max_attempts, run_at)
    values (${queue.name}, ${key}, ${JSON.stringify(payload)}::jsonb, ${priority}, ${maxAttempts},
      ${runAt === undefined ? sql`now()` : sql`${runAt.toISOString()}::timestamptz`})
    on conflict (queue, key) where key is not null and state in ('queued', 'running') do nothing
    returning id`);
  return rows.length === 0 ? null : Number(rows[0].id);
}

/**
 * Asks that a job ends: at once when it waits, within some seconds when it runs. The runner then tells its definition
 * (`canceled`). False when it neither waits nor runs.
 */
export async function cancelJob(tx: Queries, jobId: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update job set cancel_requested = true, run_at = least(run_at, now())
    where id = ${jobId} and state in ('queued', 'running')`);
  return (rowCount ?? 0) > 0;
}

/**
 * Lets a failed or canceled job run again, with as many attempts as a new one. False when it is neither, or when another
 * one of its key waits or runs. Attempts go on counting: they are the fencing token of each run.
 */
export async function retryJob(tx: Queries, jobId: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update job set state = 'queued', run_at = now(), waits_since = now(), max_attempts = attempts + ${defaultAttempts}, cancel_requested = false,
      rests = 0, progress = 0, error = null, finished_at = null
    where id = ${jobId} and state in ('failed', 'canceled') and not exists (
      select 1 from job other where other.queue = job.queue and other.key = job.key
        and other.state in ('queued', 'running'))`);
  return (rowCount ?? 0) > 0;
}
