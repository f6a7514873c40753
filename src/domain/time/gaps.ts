/** Where a signal group holds nothing. Grid indexes, [start, end). */
import type { Segment, SignalGroup } from "../../protocol/recordings.ts";
import { firstEndingAfter, type GridSpan, gapsWithin } from "./runs.ts";
import { exactSampleAt } from "./sample-time.ts";
import type { Span } from "./view-span.ts";

export type { GridSpan } from "./runs.ts";

/** Segments that touch [start, end), ascending. */
export function segmentsTouching(segments: readonly Segment[], start: number, end: number): Segment[] {
  const found: Segment[] = [];
  for (let k = firstEndingAfter(segments, start); k < segments.length && segments[k].first < end; k++)
    found.push(segments[k]);
  return found;
}

/** Gaps that touch [start, end), clipped to it, ascending. */
export const gapsTouching = (segments: readonly Segment[], start: number, end: number): GridSpan[] =>
  gapsWithin(segments, start, end);

/**
 * Where a group's grid ends when the recording goes on without it: the samples that would fit; else its own number. Ends are
 * told in milliseconds, so a difference of a sample and a millisecond says nothing.
 */
export function samplesToEnd(
  { sample_count, sampling_hz }: Pick<SignalGroup, "sample_count" | "sampling_hz">,
  { startMs, endMs }: Span,
): number {
  const fitting = exactSampleAt(startMs, sampling_hz, endMs);
  return fitting - sample_count > 1 + sampling_hz / 1000 ? fitting : sample_count;
}

/** The parts of [start, end) that no span covers; `covered` in any order. */
export function uncovered(covered: readonly GridSpan[], start: number, end: number): GridSpan[] {
  const rest: GridSpan[] = [];
  let at = start;
  for (const span of covered.toSorted((a, b) => a.start - b.start)) {
    if (span.start >= end) break;
    if (span.start > at) rest.push({ start: at, end: span.start });
    at = Math.max(at, span.end);
  }
  if (at < end) rest.push({ start: at, end });
  return rest;
}
