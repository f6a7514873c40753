/**
 * CPP, ABP minus ICP: a sample at each of the slower signal's, less the mean of the faster one over the sample period that
 * begins there. Of equal rates ABP counts as the slower one, and the period holds one sample of the other.
 */
import { firstEndingAfter, joinRuns } from "../../domain/time/runs.ts";
import { endOfSegment, exactSampleAt, timeInSegment } from "../../domain/time/sample-time.ts";
import type { Segment } from "../../protocol/recordings.ts";
import { endOfSamples, firstSampleFrom } from "./source-times.ts";
import { type DerivedGrid, derivedChannel, kindOf, type SourceChannel } from "./types.ts";

export interface CppPair {
  slow: SourceChannel;
  fast: SourceChannel;
  /** Of slow minus fast: 1 when the slow one is ABP. */
  sign: 1 | -1;
}

/** Which of ABP and ICP is the slower one. */
export function pairOf([abp, icp]: readonly SourceChannel[]): CppPair {
  return icp.group.sampling_hz < abp.group.sampling_hz
    ? { slow: icp, fast: abp, sign: -1 }
    : { slow: abp, fast: icp, sign: 1 };
}

export function cppGrid(sources: readonly SourceChannel[]): DerivedGrid {
  const { slow, fast } = pairOf(sources);
  const { sampling_hz } = slow.group;
  const segments = slow.group.segments.flatMap((segment) => partsWithBoth(segment, slow, fast));
  const last = segments.at(-1);
  return {
    of: slow.recording,
    startMs: slow.recording.start_ms,
    group: {
      kind: kindOf(sampling_hz),
      sampling_hz,
      sample_count: last === undefined ? 0 : last.first + last.count,
      segments,
      channels: derivedChannel("CPP", slow.group.channels[slow.channel].unit.trim() === "" ? "" : "mmHg"),
    },
  };
}

/** The parts of a segment of the slow signal in whose sample periods the fast one has samples. */
function partsWithBoth(segment: Segment, slow: SourceChannel, fast: SourceChannel): Segment[] {
  const { sampling_hz } = slow.group;
  const at = (timeMs: number) => Math.floor(exactSampleAt(segment.start_ms, sampling_hz, timeMs) + 1e-6);
  const known = fast.recording.tail === undefined ? null : endOfSamples(fast.group);
  // Of what grows a period is complete once its end is there.
  const end = known === null ? segment.count : Math.min(segment.count, at(known));
  const from = firstSampleFrom(fast.group, segment.start_ms);
  const stopMs = endOfSegment(segment, sampling_hz);
  const ranges: { first: number; count: number }[] = [];
  const runs = fast.group.segments;
  for (let k = firstEndingAfter(runs, from); k < runs.length && runs[k].start_ms < stopMs; k++) {
    const run = runs[k];
    const first = Math.max(0, at(run.start_ms));
    const lastSampleMs = timeInSegment(run, fast.group.sampling_hz, run.first + run.count - 1);
    const stop = Math.min(end, at(lastSampleMs) + 1);
    if (stop > first) ranges.push({ first, count: stop - first });
  }
  return joinRuns(ranges).map(({ first, count }) => ({
    first: segment.first + first,
    count,
    start_ms: timeInSegment(segment, sampling_hz, segment.first + first),
  }));
}
