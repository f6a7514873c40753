/** How an item ends: what is written in the one transaction that ends it. Each returns false when it had ended before. */
import { type SQL, sql } from "drizzle-orm";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { Queries } from "../../platform/sql.ts";
import { addUploadMessage, itemSettled } from "../../uploads/index.ts";
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
  if (!(await end(tx, item, sql`state = 'done', error = null`))) return false;
  await supersede(tx, item);
  await addUploadMessage(tx, item.uploadId, "success", message);
  if (warning !== null) await addUploadMessage(tx, item.uploadId, "warning", warning);
  await itemSettled(tx, item.id);
  return true;
}

/** Of a table that was not read to its end nothing stays. `reason`: one plain sentence. */
export async function itemFailed(tx: Queries, item: Item, reason: string): Promise<boolean> {
  if (!(await end(tx, item, sql`state = 'failed', error = ${reason}`))) return false;
  await removeRows(tx, item);
  await addUploadMessage(tx, item.uploadId, "error", ingestText.failed(item.name, reason));
  await itemSettled(tx, item.id);
  return true;
}

export async function itemCanceled(tx: Queries, item: Item): Promise<boolean> {
  if (!(await end(tx, item, sql`state = 'canceled'`))) return false;
  await removeRows(tx, item);
  await addUploadMessage(tx, item.uploadId, "canceled", ingestText.canceled(item.name));
  await itemSettled(tx, item.id);
  return true;
}

async function removeRows(tx: Queries, { id }: Item): Promise<void> {
  await tx.execute(sql`delete from medication where item_id = ${id}`);
}

async function end(tx: Queries, { id }: Item, set: SQL): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`update upload_item set ${set}, completed_at = now() where id = ${id} and state in ('waiting', 'ingesting')`,
  );
  return (rowCount ?? 0) > 0;
}

/** The newest item that was read counts, whichever of them was ready last. */
async function supersede(tx: Queries, { id }: Item): Promise<void> {
  await tx.execute(sql`
    with same as (
      select i.id, i.state from upload_item own join upload ou on ou.id = own.upload_id
        join upload_item i on i.kind = own.kind and i.name = own.name
        join upload u on u.id = i.upload_id and u.patient_key = ou.patient_key
      where own.id = ${id}
    ), newest as (select max(id) as id from same where state = 'done')
    update upload_item set superseded_by = newest.id from newest
    where upload_item.id in (select id from same where state in ('done', 'failed')) and upload_item.id < newest.id
      and upload_item.superseded_by is distinct from newest.id`);
  await tx.execute(sql`
    update recording set superseded_at = now() from upload_item i, upload u, upload_item own, upload ou
    where i.id = recording.upload_item_id and i.superseded_by is not null and recording.superseded_at is null
      and u.id = i.upload_id and own.id = ${id} and ou.id = own.upload_id
      and u.patient_key = ou.patient_key and i.kind = own.kind and i.name = own.name`);
}
