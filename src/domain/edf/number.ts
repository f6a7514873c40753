/**
 * Numbers of header fields: the field holds one clean number and its padding, or none that can be used. Nothing is left out
 * or joined: a byte that belongs in no number makes the field unreadable.
 */
import type { TextNotes } from "./text.ts";

/** What stands in a field that is no clean number. */
export type NumberDamage =
  /** Bytes that are no printable ASCII. */
  | "bytes"
  /** Letters, blanks or marks among digits. */
  | "text"
  /** Nothing but the marks of numbers, as where a longer text was cut in pieces. */
  | "cut";

export interface NumberField {
  /** Null where there is none, and where it is damaged. */
  value: number | null;
  damage: NumberDamage | null;
}

export interface NumberReading {
  notes: TextNotes;
  /** NUL counts as padding. */
  isNulPadded: boolean;
}

const space = 0x20;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Blanks and other words without a digit are no number, and no harm to those that stand beside them. */
const damageOf = (text: string): NumberDamage | null =>
  /\d/.test(text) ? (/^[\d+\-.,e]*$/i.test(text) ? "cut" : "text") : null;

/** A number of any kind: sign, decimal point and exponent; comma and exponent are noted. */
export function numberField(bytes: Uint8Array, { notes, isNulPadded }: NumberReading): NumberField {
  const text = plainText(bytes, isNulPadded);
  if (text === null) return { value: null, damage: "bytes" };
  const bare = text.trimStart();
  if (bare === "") return { value: null, damage: null };
  const dotted = bare.replace(",", ".");
  const value = decimal.test(dotted) ? Number(dotted) : Number.NaN;
  if (!Number.isFinite(value)) return { value: null, damage: damageOf(bare) };
  if (dotted !== bare) notes.hasDecimalComma = true;
  if (/e/i.test(bare)) notes.hasExponent = true;
  return { value, damage: null };
}

/** A count: digits and nothing else, but a sign in front. Null where it is none. */
export function countField(bytes: Uint8Array, { isNulPadded }: Pick<NumberReading, "isNulPadded">): number | null {
  const text = plainText(bytes, isNulPadded)?.trimStart() ?? "";
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** The text of a field that may not be mended, such as a date. Null when it holds more than printable ASCII and padding. */
export function plainText(bytes: Uint8Array, isNulPadded: boolean): string | null {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === space || (isNulPadded && bytes[end - 1] === 0))) end--;
  const text = bytes.subarray(0, end);
  return text.every((byte) => byte >= space && byte < 0x7f) ? String.fromCharCode(...text) : null;
}

const leastNuls = 8;

/**
 * Whether a header is padded with NUL bytes: one or two of them stand where damage is. `parts` hold no free text of
 * patients.
 */
export function hasNulPadding(...parts: Uint8Array[]): boolean {
  let count = 0;
  for (const part of parts) for (const byte of part) if (byte === 0) count++;
  return count >= leastNuls;
}
