/**
 * A moment as a picker sets it, field by field, inside the file's start and end (spec 001 section 5: out-of-range options are disabled,
 * times are snapped into range with seconds zeroed). The zone is the file's.
 */
import { fromAbsolute, type ZonedDateTime } from "@internationalized/date";
import { nearestReading } from "../time/clock.ts";
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
  const reading = fromAbsolute(ms, timezone).set({ ...fields, second: 0, millisecond: 0 });
  return Math.min(Math.max(nearestReading(reading, ms), file.startMs), file.endMs);
}

const msOf = (at: ZonedDateTime) => at.toDate().getTime();
const counted = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, k) => from + k);
const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 } as const;

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
  const day = now.set(midnight);
  const hour = now.set({ minute: 0, second: 0, millisecond: 0 });
  return {
    year: counted(first, last).map((value) => ({ value, isDisabled: false })),
    month: counted(1, 12).map((value) => choice(value, year.set({ month: value }), year.add({ months: value }))),
    day: counted(1, now.calendar.getDaysInMonth(now)).map((value) =>
      choice(value, month.set({ day: value }), month.add({ days: value })),
    ),
    hour: counted(0, 23).map((value) =>
      choice(value, day.set({ hour: value }), day.set({ hour: value }).add({ hours: 1 })),
    ),
    minute: counted(0, 59).map((value) =>
      choice(value, hour.add({ minutes: value }), hour.add({ minutes: value + 1 })),
    ),
  };
}
