/** Forms that were submitted for patients. They come with uploads (../uploads) or correct another one, and never change. */
import { type SQL, sql } from "drizzle-orm";
import type { PatientFormEntry, SubmittedForm } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";

/** @throws Refused 404 unless the user sees this patient */
export async function demandPatient(db: Queries, scope: UserScope, key: number): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from patient p where p.id = ${key} and ${isOwnPatient(scope)}`);
  if (rows.length === 0) throw new Refused(404, patientText.page.doesNotExist(String(key)));
}

/** Of `patient_form form`: no other form stands in its place. */
export const isCurrentForm: SQL = sql`not exists (select 1 from patient_form newer where newer.corrects = form.id)`;

/** Forms of a patient, newest first; a correction stands where the first form of its row does. @throws Refused 404 for a foreign patient */
export async function formsOf(db: Queries, scope: UserScope, patientKey: number): Promise<PatientFormEntry[]> {
  await demandPatient(db, scope, patientKey);
  const { rows } = await db.execute<PatientFormEntry & Record<string, unknown>>(sql`
    select form.id as "formID", form.form_name as forms, form.corrects, newer.id as corrected_by, form.reason,
      floor(extract(epoch from form.filled_at) * 1000)::float8 as "filledTime", coalesce(form.email, u.email) as email
    from patient_form form
    left join upload u on u.id = form.upload_id
    left join patient_form newer on newer.corrects = form.id
    where form.patient_key = ${patientKey} order by coalesce(form.stands_at, form.filled_at) desc, form.id desc`);
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

/** Keeps the form that an upload brought, if it did, in the transaction that takes the upload over. */
export async function keepForm(
  tx: Queries,
  { id, userId, form }: { id: number; userId: number | null; form: SubmittedForm | null },
  patientKey: number,
): Promise<void> {
  if (form === null) return;
  await tx.execute(sql`
    insert into patient_form (patient_key, upload_id, user_id, form_name, document, filled_at)
    values (${patientKey}, ${id}, ${userId}, ${form.formName}, ${JSON.stringify(form)}::jsonb,
      to_timestamp(${form.dateFilled}::float8 / 1000))`);
}
