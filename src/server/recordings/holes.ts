/** Holes: stretches of a group's samples that are not what was stored any more. Readers see them as gaps that are told apart. */
import { segmentsTouching } from "../../domain/gaps.ts";
import type { Segment, SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import { runsWithin } from "./time-grid.ts";

/** The parts of ascending, disjoint segments that lie outside ascending, disjoint holes. */
export function withoutHoles(segments: readonly Segment[], holes: readonly Run[], samplingHz: number): Segment[] {
  if (holes.length === 0) return [...segments];
  const kept: Segment[] = [];
  let next = 0;
  for (const { first, count, start_ms } of segments) {
    const end = first + count;
    while (next < holes.length && holes[next].first + holes[next].count <= first) next++;
    let at = first;
    const keep = (to: number) => {
      if (to > at) kept.push({ first: at, count: to - at, start_ms: start_ms + ((at - first) * 1000) / samplingHz });
    };
    for (let k = next; k < holes.length && holes[k].first < end; k++) {
      keep(holes[k].first);
      at = Math.max(at, holes[k].first + holes[k].count);
    }
    keep(end);
  }
  return kept;
}

/** The parts of [from, to) that lie outside ascending, disjoint holes. */
export function outside(holes: readonly Run[], from: number, to: number): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let at = from;
  for (const { first, count } of holes) {
    if (first >= to) break;
    if (first + count <= at) continue;
    if (first > at) parts.push({ from: at, to: first });
    at = first + count;
  }
  if (at < to) parts.push({ from: at, to });
  return parts;
}

/** From when to when a hole takes samples away; null when it takes none. */
export function timesOf(
  { segments, sampling_hz }: Pick<SignalGroup, "segments" | "sampling_hz">,
  { first, count }: Run,
): { start_ms: number; end_ms: number } | null {
  const taken = runsWithin(segments, first, count);
  if (taken.length === 0) return null;
  const at = (sample: number, inside: number) => {
    const [segment] = segmentsTouching(segments, inside, inside + 1);
    return segment.start_ms + ((sample - segment.first) * 1000) / sampling_hz;
  };
  const { first: last, count: length } = taken[taken.length - 1];
  return { start_ms: at(taken[0].first, taken[0].first), end_ms: at(last + length, last + length - 1) };
}
