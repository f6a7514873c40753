/** Why Next is refused on a step (spec 000 sections 4 and 5). Nothing here changes anything. */

import { firstFailure } from "../../../domain/people/rules.ts";
import { patientIdRules } from "../../../domain/upload/patient-id.ts";
import { uploadText } from "../../../protocol/text/upload-text.ts";
import type { UploadSettings } from "../../../protocol/uploads.ts";
import { enabledKinds } from "./data/kinds.ts";
import { rowsOf, type UploadingType, type WizardState } from "./state.ts";

export interface Refusal {
  readonly text: string;
  /** Next waits until it is gone; else pressing Next says it. */
  readonly isBlocking: boolean;
  /** Where on the data step it can be helped; without it, where the user is. */
  readonly at?: UploadingType;
  /** It is said as soon as it is so, since its reason may lie out of sight. */
  readonly isToldAtOnce?: boolean;
}

const blocks = (text: string): Refusal => ({ text, isBlocking: true });
const says = (text: string, at?: UploadingType): Refusal => ({ text, isBlocking: false, ...(at && { at }) });

/** `formFailure`: what keeps the form from being submitted, as far as it was begun. */
export function refusalOf(
  state: Readonly<WizardState>,
  settings: UploadSettings,
  formFailure: string | null,
): Refusal | null {
  switch (state.step) {
    case "terms":
      return state.isTermsChecked && state.isRemovePhiChecked ? null : blocks(uploadText.terms.refused);
    case "place":
      return state.site !== null && state.project !== null ? null : blocks(uploadText.place.refused);
    case "patient":
      return patientRefusal(state, settings);
    case "data":
      return dataRefusal(state, settings, formFailure);
    case "summary":
      return null;
  }
}

/** "Next is enabled only when an existing patient is selected or a new id is available." */
function patientRefusal(state: Readonly<WizardState>, settings: UploadSettings): Refusal | null {
  const { isExistingPatient, isNewPatient, patientPrimaryKey, patientId, idAnswer } = state;
  if (isExistingPatient && patientPrimaryKey !== null) return null;
  if (!isNewPatient || firstFailure(patientIdRules(settings), patientId) !== undefined)
    return blocks(uploadText.patient.refused);
  if (idAnswer.is === "available") return null;
  return blocks(idAnswer.is === "checking" ? uploadText.patient.waits : uploadText.patient.refused);
}

function dataRefusal(
  { selected, draft, uploadingType }: Readonly<WizardState>,
  settings: UploadSettings,
  formFailure: string | null,
): Refusal | null {
  const rows = rowsOf(selected);
  const { refused } = uploadText;
  if (rows.length === 0 && draft === null) {
    if (!settings.has_form) return blocks(refused.nothing);
    return enabledKinds(settings).length === 0 ? says(refused.form, "form") : blocks(refused.nothingOrForm);
  }
  if (rows.some(({ phase }) => phase === "waiting" || phase === "inspecting")) return blocks(refused.inspecting);
  const [wrong, ...others] = rows.filter(({ phase }) => phase === "refused");
  if (wrong !== undefined)
    return { ...says(refused.errors(wrong.chosenName, others.length), wrong.kind), isToldAtOnce: true };
  const found = rows.find(({ candidate, isCleaned }) => !isCleaned && (candidate?.findings.length ?? 0) > 0);
  // The list of findings stands beside every kind of data, but not beside the form.
  if (found !== undefined) return says(refused.findings, uploadingType === "form" ? found.kind : uploadingType);
  return draft === null || formFailure === null ? null : says(formFailure, "form");
}
