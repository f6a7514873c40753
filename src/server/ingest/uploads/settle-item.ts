/** How an item ends: what is written in the one transaction that ends it. Each returns false when it had ended before. */
import { sql } from "drizzle-orm";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { Queries } from "../../platform/database/sql.ts";
import { supersedeRecordings } from "../../recordings/index.ts";
import { addItemMessage, endItem, itemSettled, supersedeItems } from "../../uploads/index.ts";
import type { ItemRecord } from "./item-rows.ts";

type Item = Pick<ItemRecord, "id" | "uploadId" | "name">;

/**
 * The item is read. It takes the place of what the patient had of this kind and name: nothing is deleted, but only the
 * newest is seen. `message`: what was read; `warning`: what to know about it.
 */
export async function itemDone(
  tx: Queries,
  item: Item & Pick<ItemRecord, "patientKey" | "kind">,
  { message, warning }: { message: string; warning: string | null },
): Promise<boolean> {
  // Items of one patient end one after the other, or two of one name would not see each other.
  await tx.execute(sql`select 1 from patient where id = ${item.patientKey} for no key update`);
  if (!(await endItem(tx, item.id, "done"))) return false;
  await supersedeItems(tx, item.id);
  await supersedeRecordings(tx, item.id);
  await addItemMessage(tx, item, "success", message);
  if (warning !== null) await addItemMessage(tx, item, "warning", warning);
  await itemSettled(tx, item.id);
  return true;
}

/** Of a table that was not read to its end nothing stays. `reason`: one plain sentence. */
export async function itemFailed(tx: Queries, item: Item, reason: string): Promise<boolean> {
  if (!(await endItem(tx, item.id, "failed", reason))) return false;
  await removeRows(tx, item);
  await addItemMessage(tx, item, "error", ingestText.failed(item.name, reason));
  await itemSettled(tx, item.id);
  return true;
}

export async function itemCanceled(tx: Queries, item: Item): Promise<boolean> {
  if (!(await endItem(tx, item.id, "canceled"))) return false;
  await removeRows(tx, item);
  await addItemMessage(tx, item, "canceled", ingestText.canceled(item.name));
  await itemSettled(tx, item.id);
  return true;
}

async function removeRows(tx: Queries, { id }: Item): Promise<void> {
  await tx.execute(sql`delete from medication where item_id = ${id}`);
}
