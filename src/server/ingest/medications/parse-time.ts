/** Dates and times in the forms that people and programs write. Which of two numbers is the day is not decided here. */
import type { WallTime } from "./types.ts";

export type ParsedTime =
  /** Says by itself what it means. */
  | { kind: "fixed"; wall: WallTime; isShortYear: boolean }
  /** "03/04/2020": day and month, in an order that the column has to tell. */
  | { kind: "numeric"; first: number; second: number; year: number; isShortYear: boolean; timeMs: number | null };

const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap])?\.?\s*m?\.?`;
const offset = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?`;
const timeOnly = new RegExp(`^${clock}$`, "i");
const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:(T|,?\\s)\\s*${clock}${offset})?$`, "i");
const compact = /^(\d{4})(\d{2})(\d{2})(?:[T\s]?(\d{2})(\d{2})(\d{2})?)?$/;
const numbers = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?:,?\\s+${clock})?$`, "i");
const dayMonth = new RegExp(
  `^(?<day>\\d{1,2})(?:[-/.\\s]*)(?<name>[a-z]{3,9})\\.?(?:[-/.,\\s]*)(?<year>\\d{4}|\\d{2})(?:(?:,?\\s+|:)${clock})?$`,
  "i",
);
const monthDay = new RegExp(
  `^(?<name>[a-z]{3,9})\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})(?:,?\\s+${clock})?$`,
  "i",
);
/** Hours and minutes without a mark between them, as charts write them behind a date. */
const bareClock = /^(.*\d) (\d{2})(\d{2})$/;
/** "8:00-9:00" is a stretch of time as well as an hour far in the west. */
const maybeUntil = /^-\d{2}(?::\d{2})?$/;
const mostOffsetMinutes = 14 * 60;
const weekday = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const longMonths = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"],
  "december",
];

/** `latestShortYear`: years of two digits are the ones of the hundred years that end with it. Null: no time at all. */
export function parseTime(text: string, latestShortYear: number): ParsedTime | null {
  const words = text.trim().replace(weekday, "").replace(/\s+/g, " ");
  if (words.length < 3 || words.length > 60) return null;
  return ofWords(words, latestShortYear) ?? ofWords(words.replace(bareClock, "$1 $2:$3"), latestShortYear);
}

const ofWords = (words: string, latestShortYear: number): ParsedTime | null =>
  ofTime(words) ??
  ofYearFirst(words) ??
  ofCompact(words) ??
  ofNumbers(words, latestShortYear) ??
  ofNamed(words, latestShortYear);

const fixed = (
  date: WallTime["date"],
  timeMs: number | null,
  more: { offset?: string; isShort?: boolean } = {},
): ParsedTime | null =>
  date !== null && !isDay(date)
    ? null
    : {
        kind: "fixed",
        wall: { date, timeMs, offsetMinutes: offsetMinutes(more.offset) },
        isShortYear: more.isShort ?? false,
      };

function ofTime(text: string): ParsedTime | null {
  const found = timeOnly.exec(text);
  const timeMs = found === null ? null : timeOf(found.slice(1, 6));
  return timeMs === null ? null : fixed(null, timeMs);
}

function ofYearFirst(text: string): ParsedTime | null {
  const found = yearFirst.exec(text);
  if (found === null) return null;
  const date = { year: Number(found[1]), month: Number(found[3]), day: Number(found[4]) };
  const { 5: joint, 8: seconds, 11: offset = "" } = found;
  if (maybeUntil.test(offset) && seconds === undefined && !/t/i.test(joint)) return null;
  if (Math.abs(offsetMinutes(offset) ?? 0) > mostOffsetMinutes || /[6-9]\d$/.test(offset.slice(3))) return null;
  return withTime(found.slice(6, 11), (timeMs) => fixed(date, timeMs, { offset }));
}

function ofCompact(text: string): ParsedTime | null {
  const found = compact.exec(text);
  if (found === null || (text.length === 8 && Number(found[1]) < 1800)) return null; // more likely a number
  const date = { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) };
  return withTime(found.slice(4, 7), (timeMs) => fixed(date, timeMs));
}

function ofNumbers(text: string, latestShortYear: number): ParsedTime | null {
  const found = numbers.exec(text);
  if (found === null) return null;
  const [first, second] = [Number(found[1]), Number(found[3])];
  const { year, isShort } = yearOf(found[4], latestShortYear);
  const isAny = isDay({ year, month: first, day: second }) || isDay({ year, month: second, day: first });
  if (!isAny) return null;
  return withTime(found.slice(5, 10), (timeMs) => ({
    kind: "numeric",
    first,
    second,
    year,
    isShortYear: isShort,
    timeMs,
  }));
}

function ofNamed(text: string, latestShortYear: number): ParsedTime | null {
  const found = dayMonth.exec(text) ?? monthDay.exec(text);
  if (found?.groups === undefined) return null;
  const { day, name, year: yearText } = found.groups;
  const month = monthOf(name);
  if (month === 0) return null;
  const { year, isShort } = yearOf(yearText, latestShortYear);
  return withTime(found.slice(4, 9), (timeMs) => fixed({ year, month, day: Number(day) }, timeMs, { isShort }));
}

/** 1 to 12; 0 for anything else. */
function monthOf(name: string): number {
  const word = name.toLowerCase();
  const short = word === "sept" ? "sep" : word;
  return 1 + (short.length === 3 ? months.indexOf(short) : longMonths.indexOf(short));
}

function yearOf(text: string, latest: number): { year: number; isShort: boolean } {
  const number = Number(text);
  if (text.length === 4) return { year: number, isShort: false };
  const begin = latest - 99;
  return { year: begin + ((((number - begin) % 100) + 100) % 100), isShort: true };
}

/** No time of day is fine; one that cannot be is no time at all. */
function withTime<T>(parts: readonly (string | undefined)[], then: (timeMs: number | null) => T): T | null {
  if (parts[0] === undefined) return then(null);
  const timeMs = timeOf(parts);
  return timeMs === null ? null : then(timeMs);
}

function timeOf([hours, minutes, seconds = "0", digits = "0", half]: readonly (string | undefined)[]): number | null {
  let hour = Number(hours);
  const [minute, second] = [Number(minutes), Number(seconds)];
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  // "24:00" is the end of its day.
  const isEndOfDay = hour === 24 && half === undefined && minute + second + Number(digits) === 0;
  if ((hour > 23 && !isEndOfDay) || minute > 59 || second > 59) return null;
  return ((hour * 60 + minute) * 60 + second) * 1000 + Math.round(Number(`0.${digits}`) * 1000);
}

function offsetMinutes(text = ""): number | null {
  if (text === "") return null;
  if (/^(z|utc|gmt)$/i.test(text)) return 0;
  const digits = text.replace(":", "");
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return digits.startsWith("-") ? -minutes : minutes;
}

/** Whether the calendar has such a day. */
export function isDay({ year, month, day }: NonNullable<WallTime["date"]>): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
