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

/**
 * What stands in the field after `typed` was to come in the place of `before`. Of keys only characters of the type are taken (spec 000
 * section 5). What is pasted stays as it is but for blanks around it, and is refused where it is no id: a part of it would be somebody else's.
 */
export function patientIdAfter(before: string, typed: string, { patient_id_type: type }: PatientIdSettings): string {
  const added = addedIn(Array.from(before), Array.from(typed));
  if (added.length > 1) return typed.trim();
  return added.every((character) => characters[type].test(character)) ? typed : before;
}

/** What a text has between what it shares with the one before at both ends. */
function addedIn(before: readonly string[], now: readonly string[]): readonly string[] {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
  return now.slice(start, now.length - end);
}
