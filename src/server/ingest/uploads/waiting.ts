/** Items that wait for something other than their turn. It is said once, and seen as long as it is so. */
import { type SQL, sql } from "drizzle-orm";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { Queries } from "../../platform/sql.ts";
import { addUploadMessage } from "../../uploads/index.ts";

/** More than was free when reading ran out of room, so that it does not run out again and again. */
const moreBytes = 64 * 2 ** 20;
const moreShare = 1.25;

/** `free`: the room there was when reading ran out of it; null when it did not begin. */
export async function waitForRoom(tx: Queries, itemId: number, free: number | null): Promise<void> {
  const needed = free === null ? null : Math.ceil(Math.max(0, free) * moreShare + moreBytes);
  await wait(tx, itemId, { why: "room", also: sql`, room_needed = coalesce(${needed}::bigint, i.room_needed)` });
}

/** Its servers died again and again while they read it. */
export const waitForCalm = (tx: Queries, itemId: number): Promise<void> => wait(tx, itemId, { why: "calm" });

async function wait(
  tx: Queries,
  itemId: number,
  { why, also = sql`` }: { why: "room" | "calm"; also?: SQL },
): Promise<void> {
  const { rows } = await tx.execute<{ upload_id: number; name: string; was: string | null }>(sql`
    update upload_item i set state = 'waiting', waits_for = ${why} ${also} from upload_item before
    where i.id = ${itemId} and before.id = i.id and i.state in ('waiting', 'ingesting')
    returning i.upload_id, i.name, before.waits_for as was`);
  for (const { upload_id, name, was } of rows)
    if (was !== why) await addUploadMessage(tx, upload_id, "warning", ingestText.waits[why](name));
}
