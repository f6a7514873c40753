/**
 * How moments of a recording are written: in the recording's zone, 12-hour with AM/PM (or 24-hour where the reader
 * chose so), month/day/year. A file that does
 * not say when it began gets elapsed time from its first sample instead (spec 001 section 9, "Layout").
 */
import { fromAbsolute, toCalendarDateTime, toZoned, type ZonedDateTime } from "@internationalized/date";
import { dayMs } from "./durations.ts";

export interface ClockSource {
  readonly start_ms: number;
  readonly is_start_known: boolean;
  readonly timezone: string;
}

/** 12 is the specification's, with AM and PM. */
export type DayHours = 12 | 24;

export interface Clock {
  /** True when times are elapsed time because the start is unknown. */
  readonly isElapsed: boolean;
  readonly timezone: string;
  /** 24 where hours are written so, elapsed ones too. */
  readonly dayHours: DayHours;
  /**
   * "02:14:07 PM"; `digits` of a second are added when asked for: "02:14:07.39 PM". 24-hour: "14:14:07". Elapsed:
   * "00:14:07".
   */
  time(ms: number, digits?: number): string;
  /** "2:14 PM", "9 AM" when the minutes are zero. 24-hour: "14:14", "09:00". Elapsed: "02:14". */
  shortTime(ms: number): string;
  /** "06/03/2026". Elapsed: "Day 2". */
  date(ms: number): string;
  /**
   * Date and time together, the date only where there is one; with the zone's name in the hour that clocks going back repeat:
   * "11/01/2026 01:30:00 AM EST".
   */
  dateTime(ms: number, digits?: number): string;
  /** "EST" where a clock change makes this reading name two times; else "". */
  zoneOfRepeat(ms: number): string;
  /** Milliseconds to add to a time to get wall-clock time as if it were UTC. */
  offsetMs(ms: number): number;
}

const two = (n: number) => String(n).padStart(2, "0");

function elapsedClock({ start_ms, timezone }: ClockSource): Clock {
  const sinceStart = (ms: number) => Math.max(0, ms - start_ms);
  const time = (ms: number, digits = 0) => {
    const unit = 1000 / 10 ** digits;
    const rounded = Math.floor(sinceStart(ms) / unit + 1e-6) * unit;
    const days = Math.floor(rounded / dayMs);
    const rest = rounded % dayMs;
    const seconds = (Math.floor((rest % 60_000) / unit + 1e-6) * unit) / 1000;
    const clock = `${two(Math.floor(rest / 3_600_000))}:${two(Math.floor((rest % 3_600_000) / 60_000))}`;
    const secondsText = digits > 0 ? seconds.toFixed(digits).padStart(3 + digits, "0") : two(seconds);
    return `${days > 0 ? `${days}d ` : ""}${clock}:${secondsText}`;
  };
  return {
    isElapsed: true,
    timezone,
    dayHours: 24,
    time,
    shortTime: (ms) => time(ms).slice(0, -3),
    date: (ms) => `Day ${Math.floor(sinceStart(ms) / dayMs) + 1}`,
    dateTime: time,
    zoneOfRepeat: () => "",
    offsetMs: () => -start_ms,
  };
}

/** Every change of an offset falls on a multiple of this. */
const offsetGridMs = 15 * 60_000;
const mostRemembered = 4096;

/** Offsets of a zone, remembered: asking the time-zone data costs more than a frame of labels may. */
function offsetsOf(timezone: string): (ms: number) => number {
  const known = new Map<number, number>();
  return (ms) => {
    const place = Math.floor(ms / offsetGridMs);
    let offset = known.get(place);
    if (offset === undefined) {
      if (known.size >= mostRemembered) known.clear();
      offset = fromAbsolute(place * offsetGridMs, timezone).offset;
      known.set(place, offset);
    }
    return offset;
  };
}

/** "EST", "GMT+1": what a zone is called at a time. */
const zoneName = (ms: number, timezone: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "short" })
    .formatToParts(ms)
    .find(({ type }) => type === "timeZoneName")?.value ?? timezone;

/** Clocks go back by less than this, and not twice within it. */
const aroundChangeMs = 4 * 3_600_000;

function zonedClock({ timezone }: ClockSource, hours: DayHours): Clock {
  const offsetMs = offsetsOf(timezone);
  const names = new Map<number, string>();
  const nameAt = (ms: number) => {
    const offset = offsetMs(ms);
    const name = names.get(offset) ?? zoneName(ms, timezone);
    names.set(offset, name);
    return name;
  };
  const zoneOfRepeat = (ms: number) => {
    const own = offsetMs(ms);
    const isRepeated = [-aroundChangeMs, aroundChangeMs].some((by) => {
      const other = offsetMs(ms + by);
      return other !== own && offsetMs(ms + own - other) === other;
    });
    return isRepeated ? nameAt(ms) : "";
  };
  /** A date whose UTC fields are the wall clock's. */
  const wall = (ms: number) => new Date(ms + offsetMs(ms));
  const half = (hour: number) => (hours === 24 ? "" : hour < 12 ? " AM" : " PM");
  const shown = (hour: number) => (hours === 24 ? hour : hour % 12 || 12);
  const time = (ms: number, digits = 0) => {
    const unit = 1000 / 10 ** digits;
    const at = wall(Math.floor(ms / unit + 1e-6) * unit);
    const fraction = digits > 0 ? `.${String(at.getUTCMilliseconds()).padStart(3, "0").slice(0, digits)}` : "";
    const hour = at.getUTCHours();
    return `${two(shown(hour))}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}${fraction}${half(hour)}`;
  };
  const date = (ms: number) => {
    const at = wall(ms);
    return `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`;
  };
  return {
    isElapsed: false,
    timezone,
    dayHours: hours,
    time,
    shortTime: (ms) => {
      const at = wall(ms);
      const [hour, minute] = [at.getUTCHours(), at.getUTCMinutes()];
      if (hours === 24) return `${two(hour)}:${two(minute)}`;
      return `${shown(hour)}${minute === 0 ? "" : `:${two(minute)}`}${half(hour)}`;
    },
    date,
    dateTime: (ms, digits) => `${date(ms)} ${time(ms, digits)} ${zoneOfRepeat(ms)}`.trimEnd(),
    zoneOfRepeat,
    offsetMs,
  };
}

/** The clock of a recording. Elapsed time knows no halves of a day. */
export const clockOf = (source: ClockSource, hours: DayHours = 12): Clock =>
  source.is_start_known ? zonedClock(source, hours) : elapsedClock(source);

/**
 * A time of day where it has little room; in the hour that a clock change repeats the zone stands where AM or PM does otherwise:
 * "01:30:00 EST". `isShort`: as `shortTime`, "1:30 EST", "1:00 EST".
 */
export function readableTime(ms: number, clock: Clock, { digits = 0, isShort = false } = {}): string {
  const zone = clock.zoneOfRepeat(ms);
  if (zone === "") return isShort ? clock.shortTime(ms) : clock.time(ms, digits);
  const time = clock.time(ms, digits).replace(/ [AP]M$/, "");
  const shortened = (clock.dayHours === 24 ? time : time.replace(/^0/, "")).replace(/:\d\d$/, "");
  return `${isShort ? shortened : time} ${zone}`;
}

/** "06/03/2026 02:14 PM" in a zone: what lists show, where seconds say nothing. */
export const dateAndMinute = (ms: number, timezone: string, hours: DayHours): string =>
  zonedClock({ start_ms: 0, is_start_known: true, timezone }, hours)
    .dateTime(ms)
    .replace(/:\d\d(?=$| )/, "");

/** "06/03/2026 02:14:07 PM" in a zone: what people did, where a second tells two things apart. */
export const dateAndSecond = (ms: number, timezone: string, hours: DayHours): string =>
  zonedClock({ start_ms: 0, is_start_known: true, timezone }, hours).dateTime(ms);

/** What people did, with its zone: "06/03/2026 09:02:03 PM EDT". A real moment also where the file does not say when it began. */
export function madeAt(ms: number, timezone: string, hours: DayHours): string {
  const clock = zonedClock({ start_ms: 0, is_start_known: true, timezone }, hours);
  return `${clock.date(ms)} ${clock.time(ms)} ${zoneName(ms, timezone)}`;
}

/** Whether times of this file need their day beside them: it runs over midnight. Elapsed time counts its days itself. */
export const needsDays = (clock: Clock, startMs: number, endMs: number): boolean =>
  !clock.isElapsed && clock.date(startMs) !== clock.date(endMs);

/** Zone of whoever looks: what people do happens where they are, not where a recording is. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "06/03/2026 02:14 PM (America/New_York)" where the reader is: what is told of people's doings where nothing beside it names the zone. */
export const viewerMoment = (ms: number, hours: DayHours): string =>
  `${dateAndMinute(ms, viewerZone(), hours)} (${viewerZone()})`;

/** "02:14 PM (America/New_York)" where the reader is: what is of today. */
export const viewerTime = (ms: number, hours: DayHours): string => viewerMoment(ms, hours).slice("06/03/2026 ".length);

/**
 * The time of a wall-clock reading. In the hour that a clock change repeats a reading names two times; the one nearer to
 * `nearMs` is meant, so that a corrected minute does not become another hour.
 */
export function nearestReading(reading: ZonedDateTime, nearMs: number): number {
  const wall = toCalendarDateTime(reading);
  const [earlier, later] = (["earlier", "later"] as const).map((which) =>
    toZoned(wall, reading.timeZone, which).toDate().getTime(),
  );
  return Math.abs(later - nearMs) < Math.abs(earlier - nearMs) ? later : earlier;
}

/** Parses elapsed time as "h:mm:ss", "mm:ss" or seconds, days as "2d 01:00:00". Milliseconds, or null when unreadable. */
export function parseElapsed(input: string): number | null {
  const match = /^\s*(?:(\d+)\s*d\s+)?(?:(?:(\d+):)?(\d{1,2}):)?(\d+(?:\.\d+)?)\s*$/.exec(input);
  if (match === null) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return Math.round(days * dayMs + hours * 3_600_000 + minutes * 60_000 + seconds * 1000);
}
