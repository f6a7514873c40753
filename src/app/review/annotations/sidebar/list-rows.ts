/** What the list of annotations says of a row. */
import { type Clock, readableTime } from "../../../../domain/time/clock.ts";
import { durationShort } from "../../../../domain/time/durations.ts";
import { annotationSessionText as words } from "../../../../protocol/text/annotation-session-text.ts";

/** Annotations of no more than this are told by a single time (spec 001 sections 2.4 and 9). */
export const singleTimeMs = 2 * 60_000;

/** The column has room for "EST" and "+1", not for "GMT+1". */
const rowTime = (ms: number, clock: Clock) => readableTime(ms, clock).replace(" GMT", " ");

/** The times that a row tells: its start, and its end where it is longer than two minutes. */
export const rowTimes = (startMs: number, endMs: number, clock: Clock): readonly string[] =>
  endMs - startMs <= singleTimeMs ? [rowTime(startMs, clock)] : [rowTime(startMs, clock), `– ${rowTime(endMs, clock)}`];

/** The day of a row, both days where it runs over midnight. */
export function rowDays(startMs: number, endMs: number, clock: Clock): string {
  const [first, last] = [clock.date(startMs), clock.date(endMs)];
  return first === last ? first : `${first} – ${last}`;
}

/** "45s", "10m 10s", tenths below ten seconds; a point says so. */
export function rowDuration(startMs: number, endMs: number): string {
  const ms = endMs - startMs;
  if (ms <= 0) return words.sidebar.point;
  return ms < 10_000
    ? `${(Math.max(100, Math.round(ms / 100) * 100) / 1000).toFixed(1).replace(/\.0$/, "")}s`
    : durationShort(ms);
}
