/** Which samples and columns a page holds (algorithms.md 4). Grid indexes count from the recording start. */
import { pyramidBase, pyramidLevels } from "../../domain/time/grid.ts";
import { eachWithin, endOf } from "../../domain/time/runs.ts";
import { firstSampleAt, timeInSegment } from "../../domain/time/sample-time.ts";
import type { PageSegment } from "../../protocol/page-codec.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { ColumnGrid, Run } from "../../signal/types.ts";

/** First grid sample at or after `timeMs`. May lie outside the grid. */
export const sampleAt = (recording: RecordingDetail, group: SignalGroup, timeMs: number): number =>
  firstSampleAt(recording.start_ms, group.sampling_hz, timeMs);

/** Grid indexes that bound `columns` columns over `count` samples from `first`: column of sample i = floor(i * w / N). */
export function columnEdges(first: number, count: number, columns: number): Float64Array {
  return Float64Array.from({ length: columns + 1 }, (_, c) => first + Math.ceil((c * count) / columns));
}

/**
 * The group's segments inside [from, to). Gaps of fewer than `resolution` samples are left out, so that a page of columns
 * never carries more segments than columns.
 */
export function segmentsWithin(group: SignalGroup, from: number, to: number, resolution = 0): PageSegment[] {
  const within: PageSegment[] = [];
  const { segments, sampling_hz } = group;
  eachWithin(segments, from, to, (first, end, k) => {
    const last = within.at(-1);
    if (last !== undefined && first - endOf(last) < resolution) last.count = end - last.first;
    else within.push({ first, count: end - first, start_ms: timeInSegment(segments[k], sampling_hz, first) });
  });
  return within;
}

/**
 * Columns (counted from the page's first) in which data begins again after a gap, or anew at a seam. `runs`: of the page; `edges` as of
 * columnEdges.
 */
export function breaksAt(runs: readonly Run[], edges: Float64Array): number[] {
  const breaks: number[] = [];
  const columns = edges.length - 1;
  let dataEnd = edges[0];
  let column = 0;
  for (const { first, count, isSeam } of runs) {
    if (first > dataEnd || isSeam) {
      while (column < columns - 1 && edges[column + 1] <= first) column++;
      if (breaks.at(-1) !== column) breaks.push(column);
    }
    dataEnd = first + count;
  }
  return breaks;
}

/** Positions of the ones of a byte array. */
export function positionsOf(flags: Uint8Array): number[] {
  const positions: number[] = [];
  for (let k = flags.indexOf(1); k >= 0; k = flags.indexOf(1, k + 1)) positions.push(k);
  return positions;
}

/** Grid samples of one stored chunk of a derived pyramid: a multiple of every level and of every piece. */
export const chunkSamples = 524_288;
/** Least grid samples of what is built in one go: a multiple of every level. */
const leastPieceSamples = 65_536;

/** Grid samples of the pieces that chunks are built in: so long that their warm-up costs a sixteenth at most, if a chunk is. */
export function pieceSamplesFor(warmup: number): number {
  let samples = leastPieceSamples;
  while (samples < chunkSamples && samples < 16 * warmup) samples *= 2;
  return samples;
}

/** The coarsest pyramid level that columns of this width are made of, or null below the finest or when none divides it. */
export function levelDividing(samplesPerColumn: number): (typeof pyramidLevels)[number] | null {
  if (samplesPerColumn < pyramidBase) return null;
  return pyramidLevels.findLast((level) => samplesPerColumn % level === 0) ?? null;
}

/** Chunks [first, last] that the grid touches inside a recording of `sampleCount` samples, or null for none. */
export function chunksOf(grid: ColumnGrid, sampleCount: number): { first: number; last: number } | null {
  const from = grid.firstColumn * grid.samplesPerColumn;
  const to = Math.min(from + grid.columns * grid.samplesPerColumn, sampleCount);
  if (to <= from) return null;
  return { first: Math.floor(from / chunkSamples), last: Math.ceil(to / chunkSamples) - 1 };
}

/** Whether samples of this chunk may still come. */
export const isChunkOpen = (
  chunk: number,
  { tail }: Pick<RecordingDetail, "tail">,
  { sample_count }: Pick<SignalGroup, "sample_count">,
): boolean => tail !== undefined && (chunk + 1) * chunkSamples > sample_count;

/** Columns of the finest level in one chunk: fewer in the one that holds the recording's end. */
export function chunkColumns(chunk: number, sampleCount: number): number {
  return Math.ceil(Math.min(chunkSamples, sampleCount - chunk * chunkSamples) / pyramidBase);
}
