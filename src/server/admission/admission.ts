/**
 * Whether a patient is admitted: being recorded now. The one definition of it: a recording of the patient grows, or people have
 * set it by hand.
 */
import { type SQL, sql } from "drizzle-orm";
import type { AdmissionInfo } from "../../protocol/admission.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import { isVisible } from "../recordings/visible.ts";

/** Of `patient p`: the end of one of its recordings is open. */
const isRecording: SQL = sql`exists (
  select 1 from recording where patient_key = p.id and tail is not null and ${isVisible})`;

/** @throws Refused 404 for a foreign patient */
export async function admissionOf(db: Queries, scope: UserScope, key: number): Promise<AdmissionInfo> {
  const { rows } = await db.execute<{ is_set: boolean; is_recording: boolean }>(sql`
    select p.is_admitted as is_set, ${isRecording} as is_recording from patient p
    where p.id = ${key} and ${isOwnPatient(scope)}`);
  if (rows.length === 0) throw new Refused(404, patientText.page.doesNotExist(String(key)));
  const [{ is_set, is_recording }] = rows;
  return { is_admitted: is_set || is_recording, is_recording, is_set, server_time: Date.now() };
}
