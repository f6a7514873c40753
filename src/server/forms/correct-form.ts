/** A wrong answer is put right by a form that stands in the place of another, which stays as it was submitted. */
import { sql } from "drizzle-orm";
import { reasonRules, submittedFormFailure } from "../../domain/people/forms.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import { type correctPatientForm, formText, type SubmittedForm } from "../../protocol/forms.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import { recordAction } from "../identity/audit.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import type { UploadConfig } from "../platform/start/upload-config.ts";
import { demandPatient } from "./forms.ts";

type Answer = AnswerOf<typeof correctPatientForm>;

/**
 * The same again, as of whoever had no answer, answers the same.
 * @throws Refused 400 for a form that cannot be submitted, 403 where there are none, 404 for a foreign patient or form, 409 when
 *   another one stands in its place already
 */
export async function correctForm(
  { db, uploads }: { db: Queries; uploads: UploadConfig },
  caller: Caller,
  { patient_id, form_id, form, reason: given }: BodyOf<typeof correctPatientForm>,
): Promise<Answer> {
  if (!uploads.hasForm) throw new Refused(403, uploadServiceText.off.form);
  const failure = submittedFormFailure(form) ?? firstFailure(reasonRules, given) ?? null;
  if (failure !== null) throw new Refused(400, failure);
  const reason = given.trim();
  await demandPatient(db, caller.session, patient_id);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ form_id: string }>(sql`
      select document ->> 'formID' as form_id from patient_form
      where id = ${form_id} and patient_key = ${patient_id} for update`);
    if (rows.length === 0) throw new Refused(404, formsText.formDoesNotExist);
    if (rows[0].form_id !== form.formID) throw new Refused(400, formsText.rules.unknownForm);
    const earlier = await correctionOf(tx, form_id);
    if (earlier !== null) {
      const isSame =
        earlier.user_id === caller.session.userId &&
        earlier.reason === reason &&
        formText(earlier.document) === formText(form);
      if (!isSame) throw new Refused(409, formsText.correct.twice);
      return { form_id: earlier.id };
    }
    const id = await insertCorrection(tx, caller, form_id, { form, reason });
    await recordAction(tx, caller, { patient_key: patient_id, form_id: id, corrects: form_id });
    return { form_id: id };
  });
}

async function correctionOf(tx: Queries, formId: number) {
  const { rows } = await tx.execute<{
    id: number;
    user_id: number | null;
    document: SubmittedForm;
    reason: string | null;
  }>(sql`select id, user_id, document, reason from patient_form where corrects = ${formId}`);
  return rows[0] ?? null;
}

async function insertCorrection(
  tx: Queries,
  { session }: Caller,
  formId: number,
  { form, reason }: { form: SubmittedForm; reason: string },
) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into patient_form (patient_key, user_id, email, form_name, document, filled_at, corrects, stands_at,
      reason)
    select patient_key, ${session.userId}, ${session.email}, ${form.formName}, ${formText(form)}::jsonb,
      to_timestamp(${form.dateFilled}::float8 / 1000), id, coalesce(stands_at, filled_at), ${reason}
    from patient_form where id = ${formId} returning id`);
  return rows[0].id;
}
