/** Which samples of a group lie in a span of time, by the clocks of their segments (domain/time/sample-time.ts). */
import { endOf, firstWhere } from "../../domain/time/runs.ts";
import { endOfSegment, firstSampleAt } from "../../domain/time/sample-time.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";

type Times = Pick<SignalGroup, "segments" | "sampling_hz">;

/** The first sample at or after a time; behind the last one when there is none. */
export function firstSampleFrom({ segments, sampling_hz }: Times, timeMs: number): number {
  const at = (k: number) => segments[k].first + firstSampleAt(segments[k].start_ms, sampling_hz, timeMs);
  const k = firstWhere(segments.length, (position) => at(position) < endOf(segments[position]));
  if (k < segments.length) return Math.max(segments[k].first, at(k));
  return k === 0 ? 0 : endOf(segments[k - 1]);
}

/** Where the samples that there are end; null when there are none. */
export function endOfSamples({ segments, sampling_hz }: Times): number | null {
  const last = segments.at(-1);
  return last === undefined ? null : endOfSegment(last, sampling_hz);
}
