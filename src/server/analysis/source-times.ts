/** Which samples of a group lie in a span of time, by the clocks of their segments (domain/time/sample-time.ts). */
import { endOf, firstWhere } from "../../domain/time/runs.ts";
import { endOfSegment, firstSampleAt } from "../../domain/time/sample-time.ts";
import type { Segment, SignalGroup } from "../../protocol/recordings.ts";

type Times = Pick<SignalGroup, "segments" | "sampling_hz">;

const placeIn = ({ first, start_ms }: Segment, samplingHz: number, timeMs: number): number =>
  first + firstSampleAt(start_ms, samplingHz, timeMs);

/** The first one with a sample at or after a time. */
const nextSegment = ({ segments, sampling_hz }: Times, timeMs: number): number =>
  firstWhere(segments.length, (k) => placeIn(segments[k], sampling_hz, timeMs) < endOf(segments[k]));

/** The first sample at or after a time; behind the last one when there is none. */
export function firstSampleFrom({ segments, sampling_hz }: Times, timeMs: number): number {
  const k = nextSegment({ segments, sampling_hz }, timeMs);
  if (k < segments.length) return Math.max(segments[k].first, placeIn(segments[k], sampling_hz, timeMs));
  return k === 0 ? 0 : endOf(segments[k - 1]);
}

/**
 * The grid samples [from, to) that a span of time has, be they there or not: a gap at its beginning is counted by the clock of what follows, one at its end by that
 * of what came before. `from` is negative before the recording.
 */
export function gridPlaces(times: Times, startMs: number, endMs: number): [from: number, to: number] {
  const { segments, sampling_hz } = times;
  if (segments.length === 0) return [0, 0];
  const next = segments[Math.min(nextSegment(times, startMs), segments.length - 1)];
  const behind = nextSegment(times, endMs);
  const isBegun = behind < segments.length && placeIn(segments[behind], sampling_hz, endMs) > segments[behind].first;
  const last = segments[isBegun ? behind : Math.max(0, behind - 1)];
  return [placeIn(next, sampling_hz, startMs), placeIn(last, sampling_hz, endMs)];
}

/** Where the samples that there are end; null when there are none. */
export function endOfSamples({ segments, sampling_hz }: Times): number | null {
  const last = segments.at(-1);
  return last === undefined ? null : endOfSegment(last, sampling_hz);
}
