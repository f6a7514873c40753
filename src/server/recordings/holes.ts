/** Holes: stretches of a group's samples that are not what was stored any more. Readers see them as gaps that are told apart. */
import { endOf, firstEndingAfter, gapsWithin, runsWithin } from "../../domain/time/runs.ts";
import { timeInSegment } from "../../domain/time/sample-time.ts";
import type { Segment, SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";

/** The parts of ascending, disjoint segments that lie outside ascending, disjoint holes. */
export function withoutHoles(segments: readonly Segment[], holes: readonly Run[], samplingHz: number): Segment[] {
  if (holes.length === 0) return [...segments];
  return segments.flatMap((segment) =>
    gapsWithin(holes, segment.first, endOf(segment)).map(({ start, end }) => ({
      first: start,
      count: end - start,
      start_ms: timeInSegment(segment, samplingHz, start),
    })),
  );
}

/** From when to when a hole takes samples away; null when it takes none. */
export function timesOf(
  { segments, sampling_hz }: Pick<SignalGroup, "segments" | "sampling_hz">,
  { first, count }: Run,
): { start_ms: number; end_ms: number } | null {
  const taken = runsWithin(segments, first, first + count);
  if (taken.length === 0) return null;
  const at = (sample: number, inside: number) =>
    timeInSegment(segments[firstEndingAfter(segments, inside)], sampling_hz, sample);
  const end = endOf(taken[taken.length - 1]);
  return { start_ms: at(taken[0].first, taken[0].first), end_ms: at(end, end - 1) };
}
