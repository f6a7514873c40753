/** Which keys of texts and documents hold what identifies somebody, and what to call it. */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";

const { fields } = uploadRulesText;

/** In order; the first that fits a key without its signs, in lower case, names it. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/birth|^dob$|^age$/, fields.birthDate],
  [
    /physician|doctor|technician|technologist|^tech$|tech(name|id)|referr|referring|readers?name|interpret|nurse|operator|^user(name|id)?$|author|staff|attending/,
    fields.staff,
  ],
  [/^(sex|gender)$|patient(sex|gender)/, fields.sex],
  [/address|street|^city$|^zip|postal|phone|^fax|email|^mail$|^county$|^state$/, fields.contact],
  [
    /^(patient)?id$|mrn|medicalrecord|hospital(no|number|id)|chart(no|number|id)|^chart$|ssn|socialsec|account(no|number|id)|visit(no|number|id)|(patient|admission|case|encounter|accession)(no|num|number|id)$|^eegno$/,
    fields.identifier,
  ],
  [/(last|first|middle|given|family|sur|maiden|full|nick|patient|fore|alias)name|^name$|initials$/, fields.name],
  [/insur|employer|guardian|kin$|spouse|mother|father|relative|race|ethnic|religion|occupation/, fields.other],
];

/** Null for keys of other things. "Info.Name.LastName": the last part of a dotted key counts. */
export function identifyingField(key: string): string | null {
  const last = (key.split(".").at(-1) ?? "").toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return kinds.find(([pattern]) => pattern.test(last))?.[1] ?? null;
}
