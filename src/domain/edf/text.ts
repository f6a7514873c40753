/** The text of header fields: what strict readers reject here is read and noted (formats.md 1.5). */

/** Departures from printable ASCII padded with spaces, gathered over the whole header. */
export interface TextNotes {
  hasNul: boolean;
  hasControl: boolean;
  hasBeyondAscii: boolean;
  /** About numbers: what is read though no strict reader would (number.ts). */
  hasDecimalComma: boolean;
  hasExponent: boolean;
  hasBlankInFront: boolean;
}

export const newTextNotes = (): TextNotes => ({
  hasNul: false,
  hasControl: false,
  hasBeyondAscii: false,
  hasDecimalComma: false,
  hasExponent: false,
  hasBlankInFront: false,
});

/** Each byte is the character of its number. A TextDecoder of that name would read code page 1252. */
export function latin1(bytes: Uint8Array): string {
  const steps: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) steps.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return steps.join("");
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 where it is valid and Latin-1 otherwise; a mark of byte order in front stays. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1(bytes);
  }
}

/** A header field for display: NUL counts as a space, other control bytes are dropped, the padding is trimmed. */
export function fieldText(bytes: Uint8Array, notes: TextNotes): string {
  let isPlain = true;
  for (const byte of bytes) {
    if (byte >= 0x20 && byte < 0x7f) continue;
    isPlain = false;
    if (byte === 0) notes.hasNul = true;
    else if (byte >= 0x80) notes.hasBeyondAscii = true;
    else notes.hasControl = true;
  }
  const text = decodeText(bytes);
  if (isPlain) return text.trim();
  return text
    .replaceAll("\0", " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
}

const microVolts: ReadonlyMap<string, number> = new Map([
  ["uv", 1],
  ["\u00b5v", 1], // micro sign
  ["\u03bcv", 1], // Greek mu
  ["\u00e6v", 1], // micro sign of code page 437, read as Latin-1
  ["\u00eav", 1], // mu of Shift-JIS (83 CA), read as Latin-1 without the control byte
  ["\u00a6\u00ecv", 1], // mu of GBK and EUC-JP (A6 CC), of EUC-KR (A5 EC) and of Big5 (A3 67), read as Latin-1
  ["\u00a5\u00ecv", 1],
  ["\u00a3gv", 1],
  ["\u00ecv", 1], // mu of ISO 8859-7, read as Latin-1
  ["\u00e2\u00b5v", 1], // micro sign in UTF-8 that was taken for Latin-1 and written in UTF-8 again
  ["nv", 1e-3],
  ["mv", 1e3],
  ["v", 1e6],
]);

/** "uVolt", "microV", and words that were cut at the eight characters of their field. */
const prefixes: Readonly<Record<string, string>> = { micro: "u", milli: "m", nano: "n" };
const spelledOut = /^(micro|milli|nano|.?)v(?:olts?)?$/;
const cut: ReadonlyMap<string, string> = new Map([
  ["microvol", "uv"],
  ["millivol", "mv"],
]);

/** Microvolts in one of `unit`, or null when it is no voltage. Letter case is ignored: nobody records megavolts. */
export function microVoltsPer(unit: string): number | null {
  const own = unit.replaceAll(" ", "").toLowerCase();
  const prefix = spelledOut.exec(own)?.[1];
  const symbol = prefix === undefined ? (cut.get(own) ?? own) : `${prefixes[prefix] ?? prefix}v`;
  return microVolts.get(symbol) ?? null;
}
