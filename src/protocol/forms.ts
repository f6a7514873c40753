/** The patient form (spec 000 sections 2, 3 and 5): what is submitted and read back. Its questions: domain/people/forms.ts. */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { EpochMs, IntegerOrNull, RowKey, TextOrNull } from "./scalars.ts";

export const FormAnswer = Type.Object({
  /** Of the question, such as "GCSEyeResponse". */
  identifier: Type.String({ minLength: 1, maxLength: 64 }),
  /** Name of the common data element, where the question has one. */
  NINDS: Type.Optional(Type.String({ maxLength: 64 })),
  /** Dates as "YYYY-MM-DD"; null: not answered. */
  value: Type.Union([
    Type.String({ maxLength: 2000 }),
    Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
    Type.Null(),
  ]),
});
export type FormAnswer = Static<typeof FormAnswer>;

export const SubmittedForm = Type.Object({
  formName: Type.String({ minLength: 1, maxLength: 100 }),
  formID: Type.String({ minLength: 1, maxLength: 64 }),
  /** When it was filled in, epoch milliseconds. */
  dateFilled: EpochMs,
  answers: Type.Array(FormAnswer, { maxItems: 200 }),
});
export type SubmittedForm = Static<typeof SubmittedForm>;

/** Its members in one order, so that both sides take the md5 of the same text. */
export const formText = ({ formName, formID, dateFilled, answers }: SubmittedForm): string =>
  JSON.stringify({
    formName,
    formID,
    dateFilled,
    answers: answers.map(({ identifier, NINDS, value }) => ({
      identifier,
      ...(NINDS === undefined ? {} : { NINDS }),
      value,
    })),
  });

export const PatientFormEntry = Type.Object({
  /** Name of the form. */
  forms: Type.String(),
  filledTime: EpochMs,
  formID: Type.Integer(),
  /** Who sent it; null: nobody knows. */
  email: TextOrNull,
  /** Key of the form in whose place it stands. */
  corrects: IntegerOrNull,
  /** Key of the form that stands in its place: only one that has none counts. */
  corrected_by: IntegerOrNull,
  /** Why it corrects the other, in the words of who sent it; null: it corrects none, or nobody said. */
  reason: TextOrNull,
});
export type PatientFormEntry = Static<typeof PatientFormEntry>;

/** Characters of a reason. */
export const longestReason = 500;

const needs = ["access_data_upload_patient_subpage"] as const;

export const getPatientForms = route("/v1/forms/get_patient_forms", {
  needs,
  summary: "Forms of a patient, given by its key; newest first, each correction before the form it corrects.",
  body: Type.Object({ patient_id: RowKey }),
  answer: Type.Object({ data: Type.Array(PatientFormEntry) }),
});

export const getPatientForm = route("/v1/forms/get_patient_form", {
  needs,
  summary: "One form of a patient, as it was submitted.",
  /** By one of the two: `formID` is what the entry of the list calls it. */
  body: Type.Object({ patient_id: RowKey, form_id: Type.Optional(RowKey), formID: Type.Optional(RowKey) }),
  answer: SubmittedForm,
});

export const correctPatientForm = route("/v1/forms/correct_patient_form", {
  needs: ["upload_data"],
  summary: "Submits a form in the place of another one of the patient, which is kept. The same again answers the same.",
  body: Type.Object({
    ...{ patient_id: RowKey, form_id: RowKey, form: SubmittedForm },
    reason: Type.String({ maxLength: longestReason }),
  }),
  /** Of the correction. */
  answer: Type.Object({ form_id: Type.Integer() }),
});
