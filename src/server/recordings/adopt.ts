/** Recordings of the days before accounts, and those whose place a newer one took. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { addPatients, findPlace } from "../patients/index.ts";
import type { Queries } from "../platform/database/sql.ts";

/**
 * Gives recordings made before accounts existed to patients of the workspace's first project and site, by the patient
 * identifier they were imported with. Does nothing the second time, and nothing while there is no such place. Returns how
 * many there were.
 */
export function adoptRecordings(db: NodePgDatabase, workspaceId: number): Promise<number> {
  return db.transaction(async (tx) => {
    const place = await findPlace(tx, { workspaceId });
    if ("missing" in place) return 0;
    const { rows } = await tx.execute<{ patient_id: string }>(
      sql`select distinct patient_id from recording where patient_key is null`,
    );
    await addPatients(
      tx,
      place,
      rows.map(({ patient_id }) => patient_id),
    );
    const { rowCount } = await tx.execute(sql`
      update recording set patient_key = patient.id from patient
      where recording.patient_key is null and patient.identifier = recording.patient_id
        and patient.project_id = ${place.projectId} and patient.site_id = ${place.siteId}`);
    return rowCount ?? 0;
  });
}

/** Recordings of items that are superseded, of the patient, kind and name of this item, are seen no more. */
export async function supersedeRecordings(tx: Queries, itemId: number): Promise<void> {
  await tx.execute(sql`
    update recording set superseded_at = now() from upload_item i, upload u, upload_item own, upload ou
    where i.id = recording.upload_item_id and i.superseded_by is not null and recording.superseded_at is null
      and u.id = i.upload_id and own.id = ${itemId} and ou.id = own.upload_id
      and u.patient_key = ou.patient_key and i.kind = own.kind and i.name = own.name`);
}
