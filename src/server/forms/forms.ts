/** Forms that were submitted for patients. They come with uploads (../uploads) and never change. */
import { sql } from "drizzle-orm";
import type { PatientFormEntry, SubmittedForm } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";

/** @throws Refused 404 unless the user sees this patient */
async function demandPatient(db: Queries, scope: UserScope, key: number): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from patient p where p.id = ${key} and ${isOwnPatient(scope)}`);
  if (rows.length === 0) throw new Refused(404, patientText.page.doesNotExist(String(key)));
}

/** Forms of a patient, newest first. @throws Refused 404 for a foreign patient */
export async function formsOf(db: Queries, scope: UserScope, patientKey: number): Promise<PatientFormEntry[]> {
  await demandPatient(db, scope, patientKey);
  const { rows } = await db.execute<PatientFormEntry & Record<string, unknown>>(sql`
    select id as "formID", form_name as forms, floor(extract(epoch from filled_at) * 1000)::float8 as "filledTime"
    from patient_form where patient_key = ${patientKey} order by filled_at desc, id desc`);
  return rows;
}

/** One form as it was submitted. @throws Refused 404 for a foreign patient, and for a form of another one */
export async function formOf(
  db: Queries,
  scope: UserScope,
  patientKey: number,
  formId: number,
): Promise<SubmittedForm> {
  await demandPatient(db, scope, patientKey);
  const { rows } = await db.execute<{ document: SubmittedForm }>(
    sql`select document from patient_form where id = ${formId} and patient_key = ${patientKey}`,
  );
  if (rows.length === 0) throw new Refused(404, formsText.formDoesNotExist);
  return rows[0].document;
}
