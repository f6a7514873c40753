/** Fields of chosen files that tell who the patient is. */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";

const { fields } = uploadRulesText;

export type FindingKind = keyof typeof fields;

export interface Finding {
  readonly kind: FindingKind;
  /** What the screen calls it: "Patient name". */
  readonly field: string;
  /** What stands there, shortened: for the user's eyes only, never sent and never logged. */
  readonly shown: string;
  /** Name of the file it stands in. */
  readonly file: string;
}

const longestShown = 80;

/** A finding whose text is fit for a line on the screen; `places`: how many of them, for kinds that tell it. */
export function finding(kind: FindingKind, text: string, file: string, places = 1): Finding {
  const name = fields[kind];
  const field = typeof name === "string" ? name : name(places);
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  const characters = Array.from(plain);
  const shown = characters.length > longestShown ? `${characters.slice(0, longestShown - 1).join("")}\u2026` : plain;
  return { kind, field, shown, file };
}
