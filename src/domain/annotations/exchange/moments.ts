/** Times as files write them: seconds and moments as decimal text, so that no digit is lost on the way there and back. */
import { toEpochMs } from "../../edf/start.ts";

/** Milliseconds as decimal seconds, every digit of them: "-0.0005". Below a nanosecond there is nothing. */
export function secondsText(ms: number): string {
  const size = Math.abs(ms);
  const [whole, fraction = ""] = (size < 1e-6 ? "0" : String(size)).split(".");
  const padded = whole.padStart(4, "0");
  const digits = `${padded.slice(-3)}${fraction}`.replace(/0+$/, "");
  return `${ms < 0 && size >= 1e-6 ? "-" : ""}${padded.slice(0, -3)}${digits === "" ? "" : `.${digits}`}`;
}

/** Milliseconds of decimal seconds; null when it is no number. A decimal comma is read, and an exponent. */
export function msOfSeconds(text: string): number | null {
  const found = /^([+-]?)(\d{0,15})(?:[.,](\d{0,30}))?$/.exec(text);
  if (found === null || (found[2] === "" && (found[3] ?? "") === "")) {
    const isExponent = /^[+-]?\d{1,15}(\.\d{1,30})?[eE][+-]?\d{1,3}$/.test(text);
    const ms = isExponent ? 1000 * Number(text) : Number.NaN;
    return Number.isFinite(ms) ? ms : null;
  }
  const [, sign, whole, fraction = ""] = found;
  const shifted = fraction.padEnd(3, "0");
  const ms = Number(`${whole}${shifted.slice(0, 3)}.${shifted.slice(3)}0`);
  return sign === "-" && ms !== 0 ? -ms : ms;
}

const two = (n: number) => String(n).padStart(2, "0");

/** Digits behind the point of what is missing to one: before 1970 a fraction counts the other way. */
const upToOne = (digits: string): string =>
  digits === "" ? "" : String(10n ** BigInt(digits.length) - BigInt(digits)).padStart(digits.length, "0");

/** ISO 8601 with the offset from UTC, in milliseconds and what is finer. @param offsetMs of the zone then; UTC where it is no whole minute */
export function momentText(ms: number, offsetMs: number): string {
  const whole = Math.floor(ms);
  const fraction = /\.(\d+)$/.exec(String(ms))?.[1] ?? "";
  const finer = ms < 0 ? upToOne(fraction) : fraction;
  const minutes = offsetMs % 60_000 === 0 ? offsetMs / 60_000 : 0;
  const wall = new Date(whole + minutes * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(minutes);
  return `${wall}${finer}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const moment =
  /^([+-]\d{6}|\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,20}))?)? ?(Z|z|[+-]\d\d:?\d\d)?$/;

/**
 * Epoch milliseconds of an ISO 8601 date and time; null when it is none. Without an offset it is what a clock in the zone showed.
 */
export function msOfMoment(text: string, timezone: string): number | null {
  const found = moment.exec(text);
  if (found === null) return null;
  const [, ...parts] = found;
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map((part) => Number(part ?? 0));
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  utc.setUTCHours(hour, minute, second);
  const isReal = utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!isReal) return null;
  const base = zoned(utc.getTime(), parts[7], { year, month, day, hour, minute, second }, timezone);
  if (base === null) return null;
  const fraction = (parts[6] ?? "").padEnd(3, "0");
  const whole = base + Number(fraction.slice(0, 3));
  const finer = fraction.slice(3);
  if (/^0*$/.test(finer)) return whole;
  return Number(whole < 0 ? `-${-whole - 1}.${upToOne(finer)}` : `${whole}.${finer}`);
}

function zoned(
  utcMs: number,
  offset: string | undefined,
  wall: Parameters<typeof toEpochMs>[0],
  timezone: string,
): number | null {
  if (offset === undefined) return wall.year < 1 || wall.year > 9999 ? null : toEpochMs(wall, timezone);
  if (/^z$/i.test(offset)) return utcMs;
  const digits = offset.replace(":", "");
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return utcMs - (digits[0] === "-" ? -1 : 1) * minutes * 60_000;
}
