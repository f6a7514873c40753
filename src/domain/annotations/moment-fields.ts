/**
 * A moment as a picker sets it, field by field, inside the file's start and end (spec 001 section 5: out-of-range options are disabled,
 * times are snapped into range with seconds zeroed). The zone is the file's.
 */
import { fromAbsolute, toCalendarDateTime, toZoned, type ZonedDateTime } from "@internationalized/date";
import type { Span } from "../time/view-span.ts";

/** `hour`: 0 to 23. */
export interface MomentFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

export interface FieldChoice {
  readonly value: number;
  /** No time of the file has it, given the larger fields. */
  readonly isDisabled: boolean;
}

export interface MomentChoices {
  readonly year: readonly FieldChoice[];
  readonly month: readonly FieldChoice[];
  readonly day: readonly FieldChoice[];
  /** Of the whole day. */
  readonly hour: readonly FieldChoice[];
  readonly minute: readonly FieldChoice[];
}

export function fieldsOf(ms: number, timezone: string): MomentFields {
  const { year, month, day, hour, minute } = fromAbsolute(ms, timezone);
  return { year, month, day, hour, minute };
}

/** The moment with other fields: seconds zeroed, in the file. A day that the month has not becomes its last one. */
export function withFields(ms: number, fields: Partial<MomentFields>, file: Span, timezone: string): number {
  return Math.min(Math.max(meantTime(fromAbsolute(ms, timezone), fields, file), file.startMs), file.endMs);
}

const hourMs = 3_600_000;
const minuteMs = 60_000;
const msOf = (at: ZonedDateTime) => at.toDate().getTime();
const counted = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, k) => from + k);
const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 } as const;

/** What a reading of the clock names: two times in the hour that a clock change repeats, else the same one twice. */
const timesOf = (reading: ZonedDateTime): readonly [earlier: ZonedDateTime, later: ZonedDateTime] => {
  const wall = toCalendarDateTime(reading);
  return [toZoned(wall, reading.timeZone, "earlier"), toZoned(wall, reading.timeZone, "later")];
};

/**
 * The time that other fields mean, not snapped. Of two times with one reading it is the one on this side of the clock change while
 * only the minute becomes another, else the one in the file, else the nearer one. Epoch ms.
 */
function meantTime(now: ZonedDateTime, fields: Partial<MomentFields>, file: Span): number {
  const reading = now.set({ ...fields, second: 0, millisecond: 0 });
  const times = timesOf(reading);
  const isSameHour = (["year", "month", "day", "hour"] as const).every((name) => reading[name] === now[name]);
  const own = isSameHour ? times.find(({ offset }) => offset === now.offset) : undefined;
  if (own !== undefined) return msOf(own);
  const inFile = times.map(msOf).filter((ms) => ms >= file.startMs && ms <= file.endMs);
  const distance = (ms: number) => Math.abs(ms - msOf(now));
  return (inFile.length > 0 ? inFile : times.map(msOf)).reduce((best, ms) =>
    distance(ms) < distance(best) ? ms : best,
  );
}

/** What each field may become. */
export function choicesOf(ms: number, file: Span, timezone: string): MomentChoices {
  const now = fromAbsolute(ms, timezone);
  const isInFile = (from: ZonedDateTime, to: ZonedDateTime) => msOf(from) <= file.endMs && msOf(to) > file.startMs;
  const choice = (value: number, from: ZonedDateTime, to: ZonedDateTime): FieldChoice => ({
    value,
    isDisabled: !isInFile(from, to),
  });
  const [first, last] = [fromAbsolute(file.startMs, timezone).year, fromAbsolute(file.endMs, timezone).year];
  const year = now.set({ month: 1, day: 1, ...midnight });
  const month = now.set({ day: 1, ...midnight });
  /** Also of both of its times where the clock is set back; an hour that the day has not is in no file. */
  const hourChoice = (value: number): FieldChoice => {
    const [earlier, later] = timesOf(now.set({ hour: value, minute: 0, second: 0, millisecond: 0 }));
    const isInFile = msOf(earlier) <= file.endMs && msOf(later) + hourMs > file.startMs;
    return { value, isDisabled: later.hour !== value || !isInFile };
  };
  const minuteChoice = (value: number): FieldChoice => {
    const ms = meantTime(now, { minute: value }, file);
    return { value, isDisabled: ms > file.endMs || ms + minuteMs <= file.startMs };
  };
  return {
    year: counted(first, last).map((value) => ({ value, isDisabled: false })),
    month: counted(1, 12).map((value) => choice(value, year.set({ month: value }), year.add({ months: value }))),
    day: counted(1, now.calendar.getDaysInMonth(now)).map((value) =>
      choice(value, month.set({ day: value }), month.add({ days: value })),
    ),
    hour: counted(0, 23).map(hourChoice),
    minute: counted(0, 59).map(minuteChoice),
  };
}
