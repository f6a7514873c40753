/** Which keys of texts and documents hold what identifies somebody, and what it is. */
import type { FindingKind } from "./findings.ts";

/** In order; the first that fits a key without its signs, in lower case, names it. */
const kinds: readonly (readonly [RegExp, FindingKind])[] = [
  [/birth|^dob$|^age$/, "birthDate"],
  [
    /physician|doctor|technician|technologist|^tech$|tech(name|id)|referr|referring|readers?name|interpret|nurse|operator|^user(name|id)?$|author|staff|attending/,
    "staff",
  ],
  [/^(sex|gender)$|patient(sex|gender)/, "sex"],
  [/address|street|^city$|^zip|postal|phone|^fax|email|^mail$|^county$|^state$/, "contact"],
  [
    /^(patient)?id$|mrn|medicalrecord|hospital(no|number|id)|chart(no|number|id)|^chart$|ssn|socialsec|account(no|number|id)|visit(no|number|id)|(patient|admission|case|encounter|accession)(no|num|number|id)$|^eegno$/,
    "identifier",
  ],
  [/(last|first|middle|given|family|sur|maiden|full|nick|patient|fore|alias)name|^name$|initials$/, "name"],
  [/insur|employer|guardian|kin$|spouse|mother|father|relative|race|ethnic|religion|occupation/, "other"],
];

/** Null for keys of other things. "Info.Name.LastName": the last part of a dotted key counts. */
export function identifyingField(key: string): FindingKind | null {
  const last = (key.split(".").at(-1) ?? "").toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return kinds.find(([pattern]) => pattern.test(last))?.[1] ?? null;
}
