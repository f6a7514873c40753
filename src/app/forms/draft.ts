/** The patient form as it is filled in here and now. */
import { getLocalTimeZone, today } from "@internationalized/date";
import * as forms from "../../domain/people/forms.ts";
import type { SubmittedForm } from "../../protocol/forms.ts";

/** Nothing answered yet. */
export const emptyDraft = (): forms.FormDraft => forms.draftOf(forms.patientForm);

/** The day where the form is filled in. */
export const thisDay = () => today(getLocalTimeZone());

/** One sentence that keeps the form from being submitted; null: it can be. */
export const draftFailure = (draft: forms.FormDraft): string | null =>
  forms.draftFailure(forms.patientForm, draft, thisDay());

/** The form as it is sent, filled in now. */
export const submittedForm = (draft: forms.FormDraft): SubmittedForm =>
  forms.submittedForm(forms.patientForm, draft, Date.now());

/** The answers of a form that was submitted, to be corrected. */
export const draftOfSubmitted = (form: SubmittedForm): forms.FormDraft =>
  forms.draftOfSubmitted(forms.patientForm, form);
