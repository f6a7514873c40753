/** Items come into the queue here: when their upload was taken over, and again when somebody retries one that failed. */
import { sql } from "drizzle-orm";
import Type from "typebox";
import type { Queries } from "../platform/database/sql.ts";
import { enqueueJob, jobQueue } from "../platform/jobs/index.ts";

/** Its keys are the ids of the items, too. */
export const ingestQueue = jobQueue("ingest", Type.Object({ itemId: Type.Integer() }));

/**
 * `turn`: how many items of its uploader are before it. All users' first items are read before anybody's second, so that
 * one large upload does not hold up the others. Send "jobs-waiting" after the commit. Null: the item waits or is read
 * already.
 */
export const enqueueIngest = (tx: Queries, itemId: number, turn = 0): Promise<number | null> =>
  enqueueJob(tx, { queue: ingestQueue, key: String(itemId), payload: { itemId }, priority: -turn });

/** How many items of the upload's user wait already: the turn of the upload's first item. */
export async function waitingItems(tx: Queries, uploadId: number): Promise<number> {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from upload mine
    join upload u on u.user_id = mine.user_id and u.status = 'PROCESSING' and u.id <> mine.id
    join upload_item i on i.upload_id = u.id and i.state = 'waiting'
    where mine.id = ${uploadId}`);
  return rows[0].waiting;
}

/** Has a failed item read again. False when it has not failed. Send "jobs-waiting" after the commit. */
export async function retryItem(tx: Queries, itemId: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update upload_item set state = 'waiting', error = null, completed_at = null where id = ${itemId} and state = 'failed'`);
  if ((rowCount ?? 0) === 0) return false;
  await enqueueIngest(tx, itemId);
  return true;
}
