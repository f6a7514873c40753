/** How new patients may be called (spec 000 sections 5 and 9). The screen and the server refuse by the same list. */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import type { PatientIdType, UploadSettings } from "../../protocol/uploads.ts";
import type { Rule } from "../people/rules.ts";

export type PatientIdSettings = Pick<UploadSettings, "patient_id_length" | "patient_id_type">;

const characters: Record<PatientIdType, RegExp> = {
  NUMERIC: /^[0-9]*$/,
  ALPHA: /^[A-Za-z]*$/,
  ALPHANUMERIC: /^[A-Za-z0-9]*$/,
  ALPHA_LOWER: /^[a-z]*$/,
  ALPHA_UPPER: /^[A-Z]*$/,
  ALPHANUMERIC_UPPER: /^[A-Z0-9]*$/,
  ALPHANUMERIC_LOWER: /^[a-z0-9]*$/,
};

/** In order; `firstFailure(patientIdRules(settings), id)` is what the screen shows. */
export function patientIdRules(settings: PatientIdSettings): readonly Rule<string>[] {
  const { patient_id_length: length, patient_id_type: type } = settings;
  const text = uploadRulesText.patientId;
  return [
    [(id) => id !== "", text.required],
    [(id) => Array.from(id).length === length, text.length(length)],
    [(id) => characters[type].test(id), text.characters(type)],
  ];
}

/** What stays of typed or pasted text: characters of the type, no more than the length. */
export function filterPatientId(typed: string, settings: PatientIdSettings): string {
  const { patient_id_length: length, patient_id_type: type } = settings;
  return Array.from(typed)
    .filter((character) => characters[type].test(character))
    .slice(0, length)
    .join("");
}
