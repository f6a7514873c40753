/** What people say of a patient being recorded; the definition of admission is `../admission`. */
import { sql } from "drizzle-orm";
import { patientText } from "../../protocol/text/patient-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import { isOwnPatient, type UserScope } from "./scope.ts";

/** @throws Refused 404 for a foreign patient */
export async function setAdmitted(
  tx: Queries,
  scope: UserScope,
  { patient_id, is_admitted }: { patient_id: number; is_admitted: boolean },
): Promise<void> {
  const { rows } = await tx.execute(sql`
    update patient p set is_admitted = ${is_admitted}, changed_at = clock_timestamp()
    where p.id = ${patient_id} and ${isOwnPatient(scope)} returning p.id`);
  if (rows.length === 0) throw new Refused(404, patientText.page.doesNotExist(String(patient_id)));
}
