/** Wall times of a zone as epoch milliseconds, for very many of them. */
import { CalendarDateTime, toZoned } from "@internationalized/date";
import type { WallTime } from "./types.ts";

const dayMs = 86_400_000;
const mostDays = 20_000;

/**
 * In the hour that summer time skips, the time after it; in the one that comes twice, the first. A date alone is the
 * beginning of its day. `date` must not be null.
 */
export function zoneTimes(timezone: string): (wall: WallTime) => number {
  /** By day: what to subtract from wall time, or null on a day on which that changes. */
  const offsets = new Map<number, number | null>();
  const exact = (wallMs: number): number => {
    const at = new Date(wallMs);
    const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
    const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), at.getUTCMilliseconds()] as const;
    return toZoned(new CalendarDateTime(year, month, day, ...time), timezone)
      .toDate()
      .getTime();
  };
  const offsetOf = (day: number): number | null => {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const [begin, end] = [day * dayMs, (day + 1) * dayMs];
    const offset = begin - exact(begin);
    const steady = offset === end - exact(end) ? offset : null;
    if (offsets.size >= mostDays) offsets.clear();
    offsets.set(day, steady);
    return steady;
  };
  return ({ date, timeMs, offsetMinutes }) => {
    const { year, month, day } = date as NonNullable<WallTime["date"]>;
    const wallMs = Date.UTC(year, month - 1, day) + (timeMs ?? 0);
    if (offsetMinutes !== null) return wallMs - offsetMinutes * 60_000;
    const offset = offsetOf(Math.floor(wallMs / dayMs));
    return offset === null ? exact(wallMs) : wallMs - offset;
  };
}
