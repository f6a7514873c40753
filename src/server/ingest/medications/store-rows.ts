/** Rows of medications into the table, some hundred at a time: they count once their item is done. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { isJobHeld, type JobHold, JobStopped } from "../../platform/jobs/index.ts";

export interface StoreRowsOptions {
  db: NodePgDatabase;
  patientKey: number;
  itemId: number;
}

/** Removes what an earlier run left. @throws JobStopped when another run has the job */
export function clearRows({ db, itemId }: Pick<StoreRowsOptions, "db" | "itemId">, hold: JobHold): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await isJobHeld(tx, hold))) throw new JobStopped("lost");
    await tx.execute(sql`delete from medication where item_id = ${itemId}`);
  });
}

/**
 * `rows`: JSON of `MedicationRow` with its `row_number`. While rows are put in the item cannot end, so that none comes
 * after an end that removed them. @throws JobStopped when it has ended
 */
export async function storeRows({ db, patientKey, itemId }: StoreRowsOptions, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await db.execute(sql`
    with item as (select id from upload_item where id = ${itemId} and state = 'ingesting' for share)
    insert into medication (patient_key, item_id, row_number, drug, start_ms, end_ms, amount, amount_unit, rate, rate_unit,
      route, original)
    select ${patientKey}::int, item.id, r.* from item, jsonb_to_recordset(${`[${rows.join(",")}]`}::jsonb) as r(
      row_number integer, drug text, start_ms double precision, end_ms double precision, amount double precision,
      amount_unit text, rate double precision, rate_unit text, route text, original jsonb)`);
  if (rowCount !== rows.length) throw new JobStopped("lost");
}
