/**
 * SQL of the servers' side: reserving and releasing, and what each server says of itself. Sums are checked under the lock
 * of the workspace's row. Rows of several reservations are locked in the order of their ids, so nobody waits in a circle.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { lockWorkspace } from "../identity/administrators.ts";
import { recordAction } from "../identity/audit.ts";
import type { Queries } from "../platform/database/sql.ts";
import { recording } from "../recordings/schema.ts";
import { isVisible, visibleRecordings } from "../recordings/visible.ts";
import { reservingAction } from "./reserving-action.ts";
import type { CopyFacts, Reservation, Reviewer } from "./types.ts";

/** Condition on `prefetch_node n`: it counts. */
export const isNodeAlive: SQL = sql`n.seen_at > now() - interval '30 seconds'`;
/** Condition on `recording r`: it can be reviewed. */
export const isReviewable: SQL = sql`(r.state = 'ready' and r.superseded_at is null)`;

type ReservationRow = Reservation & Record<string, unknown>;
const reservationColumns = sql`recording_id as "recordingId", workspace_id as "workspaceId", size_bytes as size, token`;

export type Reserved =
  /** `isNew`: it was not reserved before. */
  | { kind: "accepted"; reservation: Reservation; isNew: boolean; isNodeNew: boolean }
  | { kind: "no_space"; current: number }
  | { kind: "not_found" };

export interface Wish {
  node: string;
  reviewer: Reviewer;
  /** What it would be; one that is there already stays as it is. */
  reservation: Reservation;
  maxBytes: number;
  /** What this server says of it from the first moment. */
  facts: CopyFacts;
}

/** Reserves a recording, or joins its reservation, which never fails for space. */
export function reserve(db: NodePgDatabase, wish: Wish): Promise<Reserved> {
  const { node, reviewer, reservation, maxBytes, facts } = wish;
  const { recordingId, workspaceId, size, token } = reservation;
  return db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    if (!(await isReviewableBy(tx, reviewer, recordingId))) return { kind: "not_found" };
    const known = await find(tx, recordingId);
    const isNew = known === null;
    if (isNew) {
      await dropGone(tx);
      const current = await reservedBytes(tx, workspaceId);
      if (size + current > maxBytes) return { kind: "no_space", current };
      await tx.execute(sql`
        insert into prefetch (recording_id, workspace_id, requested_by, size_bytes, token)
        values (${recordingId}, ${workspaceId}, ${reviewer.session.userId}, ${size}, ${token})`);
      await recordAction(tx, reservingAction(reviewer), { data_object_id: recordingId });
    }
    const isNodeNew = await touchNode(tx, node);
    await writeCopies(tx, node, [facts]);
    return { kind: "accepted", reservation: known ?? reservation, isNew, isNodeNew };
  });
}

async function isReviewableBy(tx: Queries, { session }: Reviewer, recordingId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: recording.id })
    .from(recording)
    .where(and(eq(recording.id, recordingId), eq(recording.state, "ready"), isVisible, visibleRecordings(session)));
  return rows.length > 0;
}

async function find(tx: Queries, recordingId: number): Promise<Reservation | null> {
  const { rows } = await tx.execute<ReservationRow>(
    sql`select ${reservationColumns} from prefetch where recording_id = ${recordingId}`,
  );
  return rows[0] ?? null;
}

async function reservedBytes(tx: Queries, workspaceId: number): Promise<number> {
  const { rows } = await tx.execute<{ sum: number }>(
    sql`select coalesce(sum(size_bytes), 0) as sum from prefetch where workspace_id = ${workspaceId}`,
  );
  return rows[0].sum;
}

/**
 * The last review of this server is over. The reservation goes with it when no server has all of it and none has a
 * review open. Returns whether it went.
 */
export function release(
  db: NodePgDatabase,
  { node, workspaceId, facts }: { node: string; workspaceId: number; facts: CopyFacts },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    await writeCopies(tx, node, [facts]);
    const { rows } = await tx.execute(sql`
      delete from prefetch where recording_id = ${facts.recordingId} and not exists (
        select 1 from prefetch_copy c join prefetch_node n on n.id = c.node_id
        where c.recording_id = ${facts.recordingId} and ${isNodeAlive} and (c.is_in_review or c.percent = 100))
      returning recording_id`);
    return rows.length > 0;
  });
}

/** All reservations, first come first, without those whose recording was removed or superseded: these go. */
export async function readReservations(db: NodePgDatabase): Promise<Reservation[]> {
  await dropGone(db);
  const { rows } = await db.execute<ReservationRow>(sql`select ${reservationColumns} from prefetch order by place`);
  return rows;
}

/** Whether it is reserved and can be reviewed. */
export async function isReserved(db: Queries, recordingId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from prefetch pf join recording r on r.id = pf.recording_id
    where pf.recording_id = ${recordingId} and ${isReviewable}`);
  return rows.length > 0;
}

async function dropGone(db: Queries): Promise<void> {
  await db.execute(sql`
    delete from prefetch where recording_id in (
      select pf.recording_id from prefetch pf join recording r on r.id = pf.recording_id
      where not ${isReviewable} order by pf.recording_id for update of pf)`);
}

/** A sign of life. True when the server was not known, or no longer: then it has said nothing yet. */
export async function touchNode(db: Queries, node: string): Promise<boolean> {
  const { rows } = await db.execute<{ isNew: boolean }>(sql`
    insert into prefetch_node (id) values (${node}) on conflict (id) do update set seen_at = now()
    returning xmax::text = '0' as "isNew"`);
  return rows[0].isNew;
}

/** Removes servers that are no more; with `isAlone` all, because the caller is the only one and has just started. */
export async function dropNodes(db: Queries, { isAlone = false, node = "" } = {}): Promise<void> {
  await db.execute(sql`
    delete from prefetch_node n where ${isAlone ? sql`true` : sql`n.id = ${node} or not ${isNodeAlive}`}`);
}

/** What a server has said, as the database knows it. */
export async function readCopies(db: Queries, node: string): Promise<CopyFacts[]> {
  const { rows } = await db.execute<CopyFacts & Record<string, unknown>>(sql`
    select recording_id as "recordingId", percent, is_loading as "isLoading", failure, is_in_review as "isInReview"
    from prefetch_copy where node_id = ${node}`);
  return rows;
}

/** Says what a server holds. What is not reserved any more is passed over. */
export async function writeCopies(db: Queries, node: string, facts: readonly CopyFacts[]): Promise<void> {
  const rows = JSON.stringify(facts);
  await db.execute(sql`
    insert into prefetch_copy (node_id, recording_id, percent, is_loading, failure, is_in_review)
    select ${node}, pf.recording_id, x.percent, x."isLoading", x.failure, x."isInReview"
    from jsonb_to_recordset(${rows}::jsonb)
      as x ("recordingId" int, percent int, "isLoading" boolean, failure text, "isInReview" boolean)
    join prefetch pf on pf.recording_id = x."recordingId" order by pf.recording_id for key share of pf
    on conflict (node_id, recording_id) do update set percent = excluded.percent, is_loading = excluded.is_loading,
      failure = excluded.failure, is_in_review = excluded.is_in_review`);
}
