/** Items that wait for something other than their turn. It is said once, and seen as long as it is so. */
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { Queries } from "../../platform/database/sql.ts";
import { addItemMessage, putItemBack } from "../../uploads/index.ts";

/** More than was free when reading ran out of room, so that it does not run out again and again. */
const moreBytes = 64 * 2 ** 20;
const moreShare = 1.25;

/** `free`: the room there was when reading ran out of it; null when it did not begin. */
export async function waitForRoom(tx: Queries, itemId: number, free: number | null): Promise<void> {
  const needed = free === null ? null : Math.ceil(Math.max(0, free) * moreShare + moreBytes);
  await wait(tx, itemId, { why: "room", roomNeeded: needed });
}

/** Its servers died again and again while they read it. */
export const waitForCalm = (tx: Queries, itemId: number): Promise<void> => wait(tx, itemId, { why: "calm" });

async function wait(
  tx: Queries,
  itemId: number,
  reason: { why: "room" | "calm"; roomNeeded?: number | null },
): Promise<void> {
  const item = await putItemBack(tx, itemId, reason);
  if (item === null || item.was === reason.why) return;
  await addItemMessage(tx, { id: itemId, uploadId: item.uploadId }, "warning", ingestText.waits[reason.why](item.name));
}
