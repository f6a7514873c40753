/** What the Forms tab reads. */
import { queryOptions } from "@tanstack/react-query";
import { getPatientForm, getPatientForms } from "../../protocol/forms.ts";
import { getUploadSettings } from "../../protocol/uploads.ts";
import { call } from "../session/index.ts";

/** First part of every key. */
export const formsData = "forms";

/** Forms of one patient, newest first. */
export const patientFormsQuery = (patientKey: number) =>
  queryOptions({
    queryKey: [formsData, patientKey],
    queryFn: ({ signal }) => call(getPatientForms, { patient_id: patientKey }, signal),
  });

/** One form as it was submitted; it never changes. */
export const patientFormQuery = (patientKey: number, formId: number) =>
  queryOptions({
    queryKey: [formsData, patientKey, formId],
    queryFn: ({ signal }) => call(getPatientForm, { patient_id: patientKey, form_id: formId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether forms can be submitted in this installation. */
export const areFormsTakenQuery = () =>
  queryOptions({
    queryKey: ["are forms taken"],
    queryFn: async ({ signal }) => (await call(getUploadSettings, {}, signal)).has_form,
    staleTime: Number.POSITIVE_INFINITY,
  });
