/** Items come into the queue here: when their upload was taken over, and again when somebody retries one that failed. */
import { sql } from "drizzle-orm";
import type { Queries } from "../../identity/sql.ts";
import { enqueueJob } from "../../platform/jobs/index.ts";

export const ingestQueue = "ingest";

/** Send "jobs-waiting" after the commit. Null: the item waits or is read already. */
export const enqueueIngest = (tx: Queries, itemId: number): Promise<number | null> =>
  enqueueJob(tx, { queue: ingestQueue, key: String(itemId), payload: { itemId } });

/** Has a failed item read again. False when it has not failed. Send "jobs-waiting" after the commit. */
export async function retryItem(tx: Queries, itemId: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update upload_item set state = 'waiting', error = null, completed_at = null where id = ${itemId} and state = 'failed'`);
  if ((rowCount ?? 0) === 0) return false;
  await enqueueIngest(tx, itemId);
  return true;
}
