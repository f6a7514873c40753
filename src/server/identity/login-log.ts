/**
 * The log of sign-ins, bounded: whoever guesses without end fills one row an hour, not the disk. Rows are added, a row
 * that stands for many counts further, and a year later they go; the database refuses anything else (0009_accounts.sql).
 */
import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";
import { networkOf } from "./throttle.ts";

/** Rows of their own in an hour: sign-ins of one user, failures from one network, failures of a workspace. */
export const hourly = { user: 60, network: 60, failures: 200 } as const;
const keptDays = 365;
const sweptAtOnce = 10_000;

export interface LoginFacts {
  workspaceId: number;
  /** As it was typed. */
  email: string;
  /** null when there is no such account. */
  userId: number | null;
  address: string;
  hasSucceeded: boolean;
}

const hour = sql`date_trunc('hour', now())`;

/** Records an attempt to sign in: a row, or one more in the row of its hour. */
export async function recordLogin(db: Queries, attempt: LoginFacts): Promise<void> {
  const burst = await burstOf(db, attempt);
  const { workspaceId, email, userId, address, hasSucceeded } = attempt;
  if (burst === null)
    await db.execute(sql`
      insert into login_attempt (workspace_id, email, user_id, ip_address, status)
      values (${workspaceId}, ${email}, ${userId}, ${address}, ${hasSucceeded})`);
  else
    await db.execute(sql`
      insert into login_attempt as a (workspace_id, email, user_id, ip_address, status, burst_key)
      values (${workspaceId}, ${hasSucceeded ? email : ""}, ${hasSucceeded ? userId : null},
        ${burst === allFailures ? "" : address}, ${hasSucceeded},
        ${burst}::text || ' ' || extract(epoch from ${hour})::bigint::text)
      on conflict (workspace_id, burst_key) where burst_key is not null do update set attempts = a.attempts + 1`);
}

const allFailures = "failures";

/** Counts the attempt; the key of the row it belongs to when it has none of its own. */
async function burstOf(db: Queries, attempt: LoginFacts): Promise<string | null> {
  const { workspaceId, userId, address, hasSucceeded } = attempt;
  const own = hasSucceeded ? `user ${userId}` : `network ${networkOf(address)}`;
  const keys = hasSucceeded ? [own] : [allFailures, own];
  const { rows } = await db.execute<{ key: string; attempts: number }>(sql`
    insert into login_count as c (workspace_id, key, hour, attempts)
    select ${workspaceId}::int, key, ${hour}, 1 from unnest(${sql.param(keys)}::text[]) as k (key)
    on conflict (workspace_id, key, hour) do update set attempts = c.attempts + 1
    returning c.key, c.attempts`);
  const isOver = (key: string, most: number) => rows.some((row) => row.key === key && row.attempts > most);
  if (isOver(own, hasSucceeded ? hourly.user : hourly.network)) return own;
  return isOver(allFailures, hourly.failures) ? allFailures : null;
}

/** Removes what is older than a year, and counts of hours that are over. */
export async function sweepLogins(db: Queries): Promise<void> {
  await db.execute(sql`delete from login_count where hour < now() - interval '2 hours'`);
  await db.execute(sql`
    delete from login_attempt where id in (
      select id from login_attempt where login_at < now() - (${keptDays} * interval '1 day' + interval '1 minute')
      order by login_at limit ${sweptAtOnce})`);
}
