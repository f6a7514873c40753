/** The states of items: every step an item takes after it came into the queue is written here, whoever reads it. */
import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";

/** It is being read. */
export async function beginItem(tx: Queries, itemId: number): Promise<void> {
  await tx.execute(sql`update upload_item set state = 'ingesting', waits_for = null where id = ${itemId}`);
}

/**
 * It waits for something other than its turn. `roomNeeded`: bytes, where that is known. Null when it has ended; else its
 * upload and name, and what it waited for before.
 */
export async function putItemBack(
  tx: Queries,
  itemId: number,
  { why, roomNeeded = null }: { why: "room" | "calm"; roomNeeded?: number | null },
): Promise<{ uploadId: number; name: string; was: string | null } | null> {
  const { rows } = await tx.execute<{ uploadId: number; name: string; was: string | null }>(sql`
    update upload_item i set state = 'waiting', waits_for = ${why},
      room_needed = coalesce(${roomNeeded}::bigint, i.room_needed) from upload_item before
    where i.id = ${itemId} and before.id = i.id and i.state in ('waiting', 'ingesting')
    returning i.upload_id as "uploadId", i.name, before.waits_for as was`);
  return rows[0] ?? null;
}

/** False when it had ended before. `error`: one plain sentence; what was said before stays with what is canceled. */
export async function endItem(
  tx: Queries,
  itemId: number,
  state: "done" | "failed" | "canceled",
  error: string | null = null,
): Promise<boolean> {
  const told = state === "canceled" ? sql`` : sql`error = ${error},`;
  const { rowCount } = await tx.execute(sql`
    update upload_item set state = ${state}, ${told} completed_at = now()
    where id = ${itemId} and state in ('waiting', 'ingesting')`);
  return (rowCount ?? 0) > 0;
}

/** The newest item of a patient, kind and name that was read counts, whichever of them was ready last. */
export async function supersedeItems(tx: Queries, itemId: number): Promise<void> {
  await tx.execute(sql`
    with same as (
      select i.id, i.state from upload_item own join upload ou on ou.id = own.upload_id
        join upload_item i on i.kind = own.kind and i.name = own.name
        join upload u on u.id = i.upload_id and u.patient_key = ou.patient_key
      where own.id = ${itemId}
    ), newest as (select max(id) as id from same where state = 'done')
    update upload_item set superseded_by = newest.id from newest
    where upload_item.id in (select id from same where state in ('done', 'failed')) and upload_item.id < newest.id
      and upload_item.superseded_by is distinct from newest.id`);
}
