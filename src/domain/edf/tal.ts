/** Time-stamped annotation lists: `onset [0x15 duration] 0x14 text 0x14 ... 0x00` (EDF+ 2.2, formats.md 1.3). */
import { ingestText } from "../../protocol/text/ingest-text.ts";
import { decodeText, latin1 } from "./text.ts";

const endOfText = 0x14;
const startOfDuration = 0x15;
const pow10 = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/** A decimal number without exponent in bytes [from, to), correctly rounded; NaN when it is none. */
function decimalAt(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const isNegative = bytes[at] === 0x2d;
  if (isNegative || bytes[at] === 0x2b) at++;
  let mantissa = 0;
  let digits = 0;
  let decimals = -1;
  for (; at < to; at++) {
    const digit = bytes[at] - 0x30;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digits++;
      if (decimals >= 0) decimals++;
    } else if ((bytes[at] === 0x2e || bytes[at] === 0x2c) && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  if (digits === 0) return Number.NaN;
  // Beyond 15 digits the quotient could be rounded twice; leave those to the platform.
  const size = digits <= 15 ? mantissa / pow10[Math.max(0, decimals)] : Number(longDecimal(bytes, from, to));
  return isNegative && digits <= 15 ? -size : size;
}

/** Whether bytes [from, to) are a number as the format writes it: a point between digits, and its sign or none. */
function isStrict(bytes: Uint8Array, from: number, to: number, isSigned: boolean): boolean {
  const hasSign = bytes[from] === 0x2b || bytes[from] === 0x2d;
  if (hasSign !== isSigned) return false;
  let last = -1;
  for (let at = from + Number(hasSign); at < to; at++) {
    const isPoint = bytes[at] === 0x2e;
    if (bytes[at] === 0x2c || (isPoint && last < 0)) return false;
    last = isPoint ? -1 : bytes[at];
  }
  return last >= 0;
}

const longDecimal = (bytes: Uint8Array, from: number, to: number) =>
  to - from > 40 ? "x" : latin1(bytes.subarray(from, to)).replace(",", ".");

export interface TalVisitor {
  /** One text of a list, empty where the list has none but lasts. Seconds; the duration is 0 when absent and NaN when it cannot be read. */
  text(onset: number, duration: number, text: Uint8Array): void;
  /** A list whose times are read though they are not written as the format has it: no sign, a comma, digits missing. */
  lenient?(): void;
  malformed(): void;
}

/**
 * Visits every text in `bytes` (the annotation signal of one record) that says something, or lasts, and returns the onset of the
 * time-keeping list: the first one, if its first text is empty. NaN when there is none. Without a visitor only that
 * one is looked for. Linear in the bytes, whatever they hold.
 */
export function readTals(bytes: Uint8Array, visitor: TalVisitor | null): number {
  let timeKeeping = Number.NaN;
  let isFirst = true;
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] === 0) {
      at++;
      continue;
    }
    const stop = bytes.indexOf(0, at);
    const tal = bytes.subarray(at, stop < 0 ? bytes.length : stop);
    const onset = readTal(tal, visitor);
    if (isFirst && tal[tal.indexOf(endOfText) + 1] === endOfText) timeKeeping = onset;
    if (!visitor) break;
    isFirst = false;
    at += tal.length + 1;
  }
  return timeKeeping;
}

/** Visits the texts of one list and returns its onset, NaN when it is none. */
function readTal(tal: Uint8Array, visitor: TalVisitor | null): number {
  const stampEnd = tal.indexOf(endOfText);
  const mark = tal.subarray(0, Math.max(0, stampEnd)).indexOf(startOfDuration);
  const onset = decimalAt(tal, 0, mark < 0 ? stampEnd : mark);
  if (Number.isNaN(onset)) visitor?.malformed();
  if (!visitor || Number.isNaN(onset)) return onset;
  const duration = mark < 0 ? 0 : decimalAt(tal, mark + 1, stampEnd);
  const told = duration < 0 ? Number.NaN : duration;
  const isAsWritten =
    isStrict(tal, 0, mark < 0 ? stampEnd : mark, true) &&
    (mark < 0 || Number.isNaN(told) || isStrict(tal, mark + 1, stampEnd, false));
  if (!isAsWritten) visitor.lenient?.();
  let isSilent = true;
  for (let at = stampEnd + 1; at < tal.length; ) {
    let stop = tal.indexOf(endOfText, at);
    if (stop < 0) stop = tal.length;
    if (stop > at) visitor.text(onset, told, tal.subarray(at, stop));
    isSilent &&= stop === at;
    at = stop + 1;
  }
  if (isSilent && told > 0) visitor.text(onset, told, tal.subarray(tal.length));
  return onset;
}

/** Where the stamps of lists stand, [from, to) of each onset and duration that is a number. */
export function stampsIn(bytes: Uint8Array): { from: number; to: number }[] {
  const stamps: { from: number; to: number }[] = [];
  const add = (from: number, to: number) => {
    if (!Number.isNaN(decimalAt(bytes, from, to))) stamps.push({ from, to });
  };
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0) continue;
    const stop = bytes.indexOf(0, at);
    const end = stop < 0 ? bytes.length : stop;
    const stampEnd = bytes.subarray(at, end).indexOf(endOfText);
    if (stampEnd > 0) {
      const mark = bytes.subarray(at, at + stampEnd).indexOf(startOfDuration);
      add(at, at + (mark < 0 ? stampEnd : mark));
      if (mark >= 0) add(at + mark + 1, at + stampEnd);
    }
    at = end;
  }
  return stamps;
}

/** The text of an annotation; control bytes become spaces, lines stay. */
export const annotationText = (bytes: Uint8Array): string =>
  bytes.length === 0 ? ingestText.noText : decodeText(bytes).replace(/(?![\t\n])\p{Cc}/gu, " ");
