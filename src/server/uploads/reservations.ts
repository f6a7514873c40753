/** Identifiers of patients that uploads under way are about to make. */
import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";

/** Whether another user is uploading for a new patient of this identifier. */
export async function isReserved(
  db: Queries,
  { project_id, site_id, identifier }: { project_id: number; site_id: number; identifier: string },
  userId: number,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from upload
    where status in ('CREATED', 'UPLOADING') and is_new_patient and user_id is distinct from ${userId}
      and project_id = ${project_id} and site_id = ${site_id} and patient_identifier = ${identifier} limit 1`);
  return rows.length > 0;
}
