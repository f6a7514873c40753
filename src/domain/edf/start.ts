/** When a recording began: the header holds local wall time without a zone (formats.md 1.1). */
import { CalendarDateTime, toZoned } from "@internationalized/date";
import type { Repairs } from "./repairs.ts";

export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
/** Any separator, and blanks for leading zeros ("16. 9.87"): a year has two digits or four, but for a lost zero. */
const separated = /^(\d{1,2}) *([^\d]) *(\d{1,2}) *([^\d]) *(\d{1,2}|\d{4}|yy)$/i;

/** Nobody recorded before; a year of fewer digits than it was written with is damage. */
const firstYear = 1900;

function isRealDate(year: number, month: number, day: number): boolean {
  if (year < firstYear || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** The full date of an EDF+ recording field ("Startdate 02-MAR-2019 ..."), or null. */
function fullDate(recording: string): { year: number; month: number; day: number } | null {
  const found = /^Startdate (\d{1,2})-([A-Za-z]{3})-(\d{4})(?: |$)/i.exec(recording);
  if (!found) return null;
  const [day, month, year] = [Number(found[1]), months.indexOf(found[2].toUpperCase()) + 1, Number(found[3])];
  return isRealDate(year, month, day) ? { year, month, day } : null;
}

/** As written, "" where a field holds more than plain text. */
export interface StartFields {
  date: string;
  time: string;
  recording: string;
}

/** Reads the start fields; null when they name no real moment, which leaves the start unknown. */
export function readStart({ date, time, recording }: StartFields, repairs: Repairs): LocalTime | null {
  const full = fullDate(recording);
  const clock = separated.exec(time);
  const [hour, minute, second] = clock ? [Number(clock[1]), Number(clock[3]), Number(clock[5])] : [99, 99, 99];
  if (!(hour < 24 && minute < 60 && second < 60)) {
    repairs.add("The start time in the header is impossible, so the time of day of this recording is unknown.");
    return null;
  }
  const short = separated.exec(date);
  const [day, month, digits] = short ? [Number(short[1]), Number(short[3]), short[5]] : [0, 0, ""];
  noteSpelling(clock, short, repairs);
  const yy = Number(digits);
  const year = Number.isNaN(yy) ? (full?.year ?? 0) : digits.length > 2 ? yy : yy + (yy >= 85 ? 1900 : 2000);
  if (!isRealDate(year, month, day)) {
    if (full) {
      repairs.add("The start date in the header is impossible; the date in the recording field was used.");
      return { ...full, hour, minute, second };
    }
    repairs.add("The start date in the header is impossible, so the date of this recording is unknown.");
    return null;
  }
  if (full && full.day === day && full.month === month && full.year % 100 === year % 100) {
    return { ...full, hour, minute, second };
  }
  if (full === null && /^Startdate [^X]/i.test(recording)) {
    repairs.add("The start date in the recording field cannot be read; the date of the start field was used.");
  }
  if (full) repairs.add("The two start dates in the header disagree; the date of the start field was used.");
  return { year, month, day, hour, minute, second };
}

/** A digit that is not there can be a zero that was left out, or have been lost. */
function noteSpelling(clock: RegExpExecArray | null, date: RegExpExecArray | null, repairs: Repairs): void {
  const parts = [...(clock?.slice(1) ?? []), ...(date?.slice(1) ?? [])];
  const hasOtherMarks = parts.some((part, k) => (k % 5) % 2 === 1 && part !== ".");
  const lacksDigits = parts.some((part, k) => (k % 5) % 2 === 0 && part.length === 1);
  const how = [
    ...(hasOtherMarks ? ["with other separators than points"] : []),
    ...(lacksDigits ? ["with single digits, which were read as if zeros stood in front of them"] : []),
  ];
  if (how.length > 0) repairs.add(`The start date or time is written ${how.join(" and ")}.`);
}

/** Epoch milliseconds of a wall time in a zone; in the hour that summer time skips, the time after the jump; in the one that its end repeats, the first. */
export const toEpochMs = (local: LocalTime, timezone: string): number => epochMs(local, timezone, "compatible");

/** What is told of a start that is two moments in the zone: the first is taken. */
export function noteRepeatedStart(start: LocalTime, timezone: string, repairs: Repairs): void {
  if (epochMs(start, timezone, "later") !== toEpochMs(start, timezone))
    repairs.add(
      `The start time in the header comes twice on its day, as clocks in ${timezone} went back; the first was taken.`,
    );
}

const epochMs = (
  { year, month, day, hour, minute, second }: LocalTime,
  timezone: string,
  which: "compatible" | "later",
): number =>
  toZoned(new CalendarDateTime(year, month, day, hour, minute, second), timezone, which)
    .toDate()
    .getTime();
