/**
 * Where times fall on a grid and grid indexes in time (algorithms.md 0, 4 and 5). Times in epoch ms, indexes from the
 * recording start. Three rules, each here and nowhere else:
 * - The time of an index is start + index * 1000 / rate, in this order: one rounding less than with a period of 1000 / rate.
 * - A page begins at the first sample at or after its start; a millionth of a sample is rounding of milliseconds, not time.
 * - Inside of a segment the segment's own start counts: the source's clock may be up to a period off the grid.
 */
import type { Segment } from "../../protocol/recordings.ts";

/** Rounding of epoch milliseconds in float64, as a part of a sample. */
const rounding = 1e-6;

/** Time of a grid index, which need not be whole. */
export const timeOfSample = (startMs: number, samplingHz: number, index: number): number =>
  startMs + (index * 1000) / samplingHz;

/** The grid index at a time, as exactly as float64 has it; not rounded. */
export const exactSampleAt = (startMs: number, samplingHz: number, timeMs: number): number =>
  ((timeMs - startMs) * samplingHz) / 1000;

/** First grid index at or after a time. May lie outside of the grid; never -0. */
export const firstSampleAt = (startMs: number, samplingHz: number, timeMs: number): number =>
  Math.ceil(exactSampleAt(startMs, samplingHz, timeMs) - rounding) + 0;

/** Time of a grid index by the source's clock: counted from the start of the segment that holds it. */
export const timeInSegment = (
  { first, start_ms }: Pick<Segment, "first" | "start_ms">,
  samplingHz: number,
  index: number,
): number => timeOfSample(start_ms, samplingHz, index - first);

/** Where the last sample of a segment ends. */
export const endOfSegment = (segment: Segment, samplingHz: number): number =>
  timeInSegment(segment, samplingHz, segment.first + segment.count);
