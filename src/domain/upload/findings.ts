/** Fields of chosen files that tell who the patient is. */
export interface Finding {
  /** "Patient name". */
  readonly field: string;
  /** What stands there, shortened: for the user's eyes only, never sent and never logged. */
  readonly shown: string;
  /** Name of the file it stands in. */
  readonly file: string;
}

const longestShown = 80;

/** A finding whose text is fit for a line on the screen. */
export function finding(field: string, text: string, file: string): Finding {
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  const characters = Array.from(plain);
  const shown = characters.length > longestShown ? `${characters.slice(0, longestShown - 1).join("")}\u2026` : plain;
  return { field, shown, file };
}
