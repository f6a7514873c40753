/** Where a signal group holds nothing. Grid indexes, [start, end). */
import type { Segment, SignalGroup } from "../protocol/recordings.ts";
import type { Span } from "./view-span.ts";

export interface GridSpan {
  readonly start: number;
  readonly end: number;
}

type GridRun = Pick<Segment, "first" | "count">;

/** First segment that ends after `sample`, by bisection: long recordings have thousands. */
function firstEndingAfter(segments: readonly GridRun[], sample: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments[middle].first + segments[middle].count > sample) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Whether segment k touches the one before it: nothing is missing between the two, but in the source the data of one
 * overlapped those of the other, and filters start again (algorithms.md 5).
 */
export function isSeam(segments: readonly GridRun[], k: number): boolean {
  return k > 0 && segments[k - 1].first + segments[k - 1].count === segments[k].first;
}

/** Whether a segment that touches the one before it begins at `sample`. */
export function isSeamAt(segments: readonly GridRun[], sample: number): boolean {
  const k = firstEndingAfter(segments, sample);
  return k < segments.length && segments[k].first === sample && isSeam(segments, k);
}

/** Segments that touch [start, end), ascending. */
export function segmentsTouching(segments: readonly Segment[], start: number, end: number): Segment[] {
  const found: Segment[] = [];
  for (let k = firstEndingAfter(segments, start); k < segments.length && segments[k].first < end; k++)
    found.push(segments[k]);
  return found;
}

/** Gaps that touch [start, end), clipped to it, ascending. */
export function gapsTouching(segments: readonly Segment[], start: number, end: number): GridSpan[] {
  const gaps: GridSpan[] = [];
  let at = start;
  for (const { first, count } of segmentsTouching(segments, start, end)) {
    if (first > at) gaps.push({ start: at, end: first });
    at = Math.max(at, first + count);
  }
  if (at < end) gaps.push({ start: at, end });
  return gaps;
}

/**
 * Where a group's grid ends when the recording goes on without it: the samples that would fit; else its own number. Ends are
 * told in milliseconds, so a difference of a sample and a millisecond says nothing.
 */
export function samplesToEnd(
  { sample_count, sampling_hz }: Pick<SignalGroup, "sample_count" | "sampling_hz">,
  { startMs, endMs }: Span,
): number {
  const fitting = ((endMs - startMs) * sampling_hz) / 1000;
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
