/** Times as a reader types them: "14:32", "2:32:10 PM", "01/15 03:00", "+5m", "-30s", "63 %". */
import { CalendarDateTime, fromAbsolute, toCalendarDate, toCalendarDateTime, toZoned } from "@internationalized/date";
import { type Clock, type DayHours, parseElapsed } from "./clock.ts";
import { dayMs } from "./durations.ts";
import type { Span } from "./view-span.ts";

export interface GoToWorld {
  nowMs: number;
  file: Span;
  /** Without `dayHours` a time may be of either half of the day. */
  clock: Pick<Clock, "isElapsed" | "timezone"> & Partial<Pick<Clock, "dayHours">>;
}

/** The moment that is meant (it may lie outside the file), or null when the text cannot be read. */
export function parseGoTo(typed: string, world: GoToWorld): number | null {
  const meant = readGoTo(typed, world);
  return meant !== null && Math.abs(meant) <= farthestMs ? meant : null;
}

/** Beyond it no calendar has a name for a moment. */
const farthestMs = 8.64e15;

function readGoTo(typed: string, { nowMs, file, clock }: GoToWorld): number | null {
  const input = plain(typed);
  const share = /^(\d+(?:\.\d+)?)\s*%$/.exec(input);
  if (share !== null) return file.startMs + (Number(share[1]) / 100) * (file.endMs - file.startMs);
  const step = parseStep(input);
  if (step !== null) return Math.abs(step) <= farthestMs ? insideOf(file, nowMs + step) : null;
  if (clock.isElapsed) {
    const elapsed = parseElapsed(input);
    return elapsed === null ? null : file.startMs + elapsed;
  }
  return parseMoment(input, { nowMs, file, clock });
}

/** As a page that is turned, a step stops at the ends. */
const insideOf = ({ startMs, endMs }: Span, ms: number) => Math.min(Math.max(ms, startMs), endMs);

/** Signs and spaces that other programs write, as a keyboard has them. */
const plain = (typed: string): string =>
  typed
    .trim()
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/\s+/g, " ")
    .replace(/\b([ap])\. ?m\.?/gi, "$1m");

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: dayMs };

/** "+5m", "-30s", "+1h 30m"; seconds without a unit. Milliseconds, or null. */
function parseStep(input: string): number | null {
  const match =
    /^([+-])\s*(\d+(?:\.\d+)?|(?:\d+(?:\.\d+)?\s*(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)\s*)+)$/i.exec(
      input,
    );
  if (match === null) return null;
  const [, sign, amount] = match;
  const parts = [...amount.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/gi)];
  const total = parts.reduce((sum, [, n, unit]) => sum + Number(n) * unitMs[shortUnit(unit)], 0);
  return sign === "-" ? -total : total;
}

/** "min" and "minutes" are "m"; seconds without a unit. */
const shortUnit = (unit: string) => (unit.toLowerCase() === "ms" ? "ms" : (unit[0] ?? "s").toLowerCase());

interface TimeOfDay {
  hours: readonly number[];
  minute: number;
  second: number;
  millisecond: number;
}

/**
 * Hours are one, or two where "2:32" may be of the morning or the afternoon, and "12:30" of the night or the day; the reading
 * as a 24-hour clock comes first, and is the only one where times are written so.
 */
function parseTimeOfDay(input: string, dayHours: DayHours): TimeOfDay | null {
  const match = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?\s*(am|pm|a|p)?$/i.exec(input);
  if (match === null) return null;
  const [, hourText, minuteText, secondText, fraction, half] = match;
  if (minuteText === undefined && half === undefined) return null; // a bare number is no time
  const hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  const second = Number(secondText ?? 0);
  if (minute > 59 || second > 59 || hour > 23) return null;
  const millisecond = Number((fraction ?? "").slice(0, 3).padEnd(3, "0"));
  if (half === undefined)
    return { hours: dayHours === 24 ? [hour] : hoursMeant(hour, hourText), minute, second, millisecond };
  if (hour < 1 || hour > 12) return null;
  const isAfternoon = half.toLowerCase().startsWith("p");
  return { hours: [(hour % 12) + (isAfternoon ? 12 : 0)], minute, second, millisecond };
}

function hoursMeant(hour: number, typed: string): number[] {
  if (hour === 12) return [12, 0];
  return hour > 0 && typed.length === 1 ? [hour, hour + 12] : [hour];
}

interface Day {
  year: number;
  month: number;
  day: number;
}

/** A date and a time, a time alone, or a date alone (its first moment). */
function parseMoment(input: string, { nowMs, file, clock }: GoToWorld): number | null {
  const { timezone } = clock;
  const dated = /^(?:(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?|(\d{4})-(\d{2})-(\d{2}))(?:[\sT,]+(.+))?$/.exec(input);
  const timeText = dated === null ? input : dated[7];
  const time = timeText === undefined ? midnight : parseTimeOfDay(timeText, clock.dayHours ?? 12);
  if (time === null) return null;
  const days = dated === null ? daysAround(nowMs, file, timezone) : daysOf(dated, file, timezone);
  const moments = time.hours.flatMap((hour) =>
    days.flatMap((day) => momentsAt(day, { ...time, hours: [hour] }, timezone)),
  );
  // One that is in the recording before one that is not, then the nearest.
  const isIn = (ms: number) => ms >= file.startMs && ms <= file.endMs;
  const [best] = moments
    .map((ms, order) => ({ ms, order }))
    .sort(
      (a, b) =>
        Number(isIn(b.ms)) - Number(isIn(a.ms)) || Math.abs(a.ms - nowMs) - Math.abs(b.ms - nowMs) || a.order - b.order,
    );
  return best?.ms ?? null;
}

const midnight: TimeOfDay = { hours: [0], minute: 0, second: 0, millisecond: 0 };

/** The days of the recording, and the one that is looked at; at most a year of them, the nearest. */
function daysAround(nowMs: number, file: Span, timezone: string): Day[] {
  const half = 183;
  // Counted by the calendar: 24 hours from a late evening may pass over a day of 23.
  const today = toCalendarDate(fromAbsolute(nowMs, timezone));
  const first = Math.max(Math.floor((file.startMs - nowMs) / dayMs) - 1, -half);
  const last = Math.min(Math.ceil((file.endMs - nowMs) / dayMs) + 1, half);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => today.add({ days: first + k }));
}

function daysOf(match: RegExpExecArray, file: Span, timezone: string): Day[] {
  const [, month, day, year, isoYear, isoMonth, isoDay] = match;
  if (isoYear !== undefined) return [{ year: Number(isoYear), month: Number(isoMonth), day: Number(isoDay) }];
  const years =
    year === undefined
      ? [file.startMs, file.endMs].map((ms) => fromAbsolute(ms, timezone).year)
      : [Number(year.length === 2 ? `20${year}` : year)];
  return [...new Set(years)].map((each) => ({ year: each, month: Number(month), day: Number(day) }));
}

/** Times of a wall-clock reading: two in the hour that a clock change repeats, none in the one it leaves out or on a day that does not exist. */
function momentsAt(
  { year, month, day }: Day,
  { hours, minute, second, millisecond }: TimeOfDay,
  timezone: string,
): number[] {
  const wall = new CalendarDateTime(year, month, day, hours[0], minute, second, millisecond);
  if (wall.year !== year || wall.month !== month || wall.day !== day) return []; // 02/30 is taken for another day
  return readings(wall, timezone);
}

function readings(wall: CalendarDateTime, timezone: string): number[] {
  return (["earlier", "later"] as const)
    .map((which) => toZoned(wall, timezone, which).toDate().getTime())
    .filter((ms) => toCalendarDateTime(fromAbsolute(ms, timezone)).compare(wall) === 0);
}

/** Which of the two times it is whose reading a clock change repeats; null for all others. */
export function repeatOf(ms: number, { isElapsed, timezone }: GoToWorld["clock"]): "first" | "second" | null {
  if (isElapsed) return null;
  const [earlier, later] = readings(toCalendarDateTime(fromAbsolute(ms, timezone)), timezone);
  if (earlier === later) return null;
  return ms < later ? "first" : "second";
}
