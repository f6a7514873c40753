/** Where a time falls on the grid of a group, by the clocks of its segments (sample-time.ts). */
import type { Segment } from "../../protocol/recordings.ts";
import { endOf, firstWhere } from "./runs.ts";
import { firstSampleAt } from "./sample-time.ts";

interface Times {
  segments: readonly Segment[];
  sampling_hz: number;
}

/**
 * The first index at or after a time: in a segment by its own clock, before, between and behind them by the grid of the recording, which begins at `startMs`.
 * Never beyond the segment that comes next.
 */
export function clockSampleAt({ segments, sampling_hz }: Times, startMs: number, timeMs: number): number {
  const at = (k: number) => segments[k].first + firstSampleAt(segments[k].start_ms, sampling_hz, timeMs);
  const k = firstWhere(segments.length, (position) => at(position) < endOf(segments[position]));
  if (k < segments.length && at(k) >= segments[k].first) return at(k);
  const byGrid = firstSampleAt(startMs, sampling_hz, timeMs);
  const least = k === 0 ? Number.NEGATIVE_INFINITY : endOf(segments[k - 1]);
  const most = k < segments.length ? segments[k].first : Number.POSITIVE_INFINITY;
  return Math.min(most, Math.max(least, byGrid));
}
