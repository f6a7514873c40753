/** Ticks of time axes and the vertical lines of the plot, on round times of the recording's clock. DST-safe. */
import { CalendarDateTime, toZoned } from "@internationalized/date";
import { type Clock, readableTime } from "./clock.ts";
import { dayMs } from "./durations.ts";
import { lengthOf, type Span } from "./view-span.ts";

const minute = 60_000;
const hour = 60 * minute;
const steps: readonly number[] = [
  ...[50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * 1000),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((n) => n * dayMs),
];

/** Smallest round step whose ticks stand at least `minPx` apart. `pixelsPerMs` in CSS px. */
export const tickStep = (pixelsPerMs: number, minPx: number): number =>
  steps.find((step) => step * pixelsPerMs >= minPx) ?? steps[steps.length - 1];

/**
 * Times of a wall-clock reading given as if it were UTC: both of one that a clock change repeats, ascending; a reading that it skips becomes the
 * next one.
 */
function fromWall(wallMs: number, clock: Clock): readonly number[] {
  const wall = new Date(wallMs);
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate()];
  const reading = new CalendarDateTime(year, month, day, wall.getUTCHours(), wall.getUTCMinutes());
  const first = toZoned(reading, clock.timezone).toDate().getTime();
  return clock.zoneOfRepeat(first) === ""
    ? [first]
    : [first, toZoned(reading, clock.timezone, "later").toDate().getTime()];
}

/** Multiples of `stepMs` on the recording's clock inside the span, both ends included, ascending. */
export function ticksIn(span: Span, clock: Clock, stepMs: number): number[] {
  // Up to a quarter of an hour every zone's offset is a multiple of the step: absolute time will do.
  const isWall = !clock.isElapsed && stepMs > 15 * minute;
  const offset = clock.offsetMs(span.startMs);
  const ticks: number[] = [];
  // One step of margin: the offset at the end may differ from the one at the start.
  let wall = Math.floor((span.startMs + offset) / stepMs - 1) * stepMs;
  for (let guard = 0; guard < 10_000; guard++, wall += stepMs) {
    const times = isWall ? fromWall(wall, clock) : [wall - offset];
    if (times[0] > span.endMs + stepMs) break;
    // Where ticks stand further apart than an hour, the second of two readings is no tick: it would stand too close to the first.
    for (const time of stepMs <= hour ? times : times.slice(0, 1))
      if (time >= span.startMs && time <= span.endMs) ticks.push(time);
  }
  // Repeated readings interleave; what a clock change skips is there before, in its place.
  return [...new Set(ticks)].sort((one, other) => one - other);
}

export interface Tick {
  readonly timeMs: number;
  readonly label: string;
}

/** Digits of a second that tell neighbouring ticks apart. */
const digitsOf = (step: number) => (step < 100 ? 2 : step < 1000 ? 1 : 0);

/** Ticks under the traces: full times; where they stand a minute or more apart, the beginning of a day is its date. */
export function axisTicks(span: Span, clock: Clock, widthPx: number): Tick[] {
  const pixelsPerMs = widthPx / lengthOf(span);
  const step = tickStep(pixelsPerMs, 96);
  const isDate = (ms: number) => step >= dayMs || (step >= minute && !clock.isElapsed && startsDay(ms, clock));
  const label = (ms: number) => (isDate(ms) ? clock.date(ms) : readableTime(ms, clock, { digits: digitsOf(step) }));
  return ticksIn(span, clock, step).map((timeMs) => ({ timeMs, label: label(timeMs) }));
}

/** Ticks under the navigator: short times, and the date where a day begins. */
export function navigatorTicks(span: Span, clock: Clock, widthPx: number): Tick[] {
  const pixelsPerMs = widthPx / lengthOf(span);
  const short = tickStep(pixelsPerMs, 64);
  // Labels with seconds are half as long again.
  const step = short < minute ? tickStep(pixelsPerMs, 100) : short;
  const label = (ms: number) => {
    if (step >= dayMs) return clock.date(ms);
    if (step < minute) return readableTime(ms, clock, { digits: digitsOf(step) });
    return startsDay(ms, clock) && !clock.isElapsed
      ? clock.date(ms).slice(0, 5)
      : readableTime(ms, clock, { isShort: true });
  };
  return ticksIn(span, clock, step).map((timeMs) => ({ timeMs, label: label(timeMs) }));
}

const startsDay = (ms: number, clock: Clock) => (ms + clock.offsetMs(ms)) % dayMs === 0;

export interface TimeLine {
  readonly timeMs: number;
  readonly isStrong: boolean;
}

/** Lines closer than this many CSS px are left out (look.md, EEG conventions). */
const minLineGapPx = 6;

/**
 * Vertical lines, three settings by view length (spec 001 section 9): up to 60 s one a second with every fifth stronger,
 * up to 600 s one per ten seconds with the full minutes stronger, longer views at the ticks of the axis.
 */
export function timeLines(span: Span, clock: Clock, widthPx: number): TimeLine[] {
  const length = lengthOf(span);
  const pixelsPerMs = widthPx / length;
  const axisStep = tickStep(pixelsPerMs, 96);
  const [fine, strong] = length <= 60_000 ? [1000, 5000] : length <= 600_000 ? [10_000, minute] : [axisStep, axisStep];
  const step = [fine, strong, axisStep].find((candidate) => candidate * pixelsPerMs >= minLineGapPx) ?? axisStep;
  return ticksIn(span, clock, step).map((timeMs) => ({
    timeMs,
    isStrong: step >= strong || isMultiple(timeMs + clock.offsetMs(timeMs), strong),
  }));
}

/** Lines at the ticks of the axis alone, for pictures of pages: the same wherever a page begins and however long it is. */
export function axisLines(span: Span, clock: Clock, widthPx: number): TimeLine[] {
  const pixelMs = lengthOf(span) / widthPx;
  // A line just outside may round to the first or last pixel.
  const around = { startMs: span.startMs - 2 * pixelMs, endMs: span.endMs + 2 * pixelMs };
  return ticksIn(around, clock, tickStep(1 / pixelMs, 96)).map((timeMs) => ({ timeMs, isStrong: true }));
}

const isMultiple = (ms: number, of: number) => Math.abs(ms / of - Math.round(ms / of)) < 1e-6;
