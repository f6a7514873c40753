/**
 * Gives every block of a source its place on the grid of its group (algorithms.md 5). Grid index 0 is the recording
 * start; a block that follows within jitter joins the segment before it, one that comes later leaves a gap, one behind a
 * seam touches the segment before it but stays apart, and one that overlaps earlier samples wins over them.
 */
import { isSeam } from "../../domain/gaps.ts";
import type { Segment } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import { SegmentList } from "./segment-list.ts";

/** Times are decimal text in most sources: this part of a sample period is rounding, not time. */
const tolerance = 0.01;

export interface Placement {
  /** Grid index of the first sample of the block. */
  first: number;
  /** Grid ranges that held samples of earlier blocks and are now void or taken by this block. */
  displaced: Run[];
}

export class TimeGrid {
  private readonly list = new SegmentList();
  private current: Segment | null = null;
  private readonly originMs: number;
  private readonly periodMs: number;

  constructor(originMs: number, samplingHz: number) {
    this.originMs = originMs;
    this.periodMs = 1000 / samplingHz;
  }

  /** Ascending and disjoint, as they are now. Where two touch, their data overlapped in time (a seam). */
  get segments(): Segment[] {
    return this.list.all;
  }

  /** Length of the grid in samples. */
  get end(): number {
    const { last } = this.list;
    return last === undefined ? 0 : last.first + last.count;
  }

  /** Whether a block that starts at `startMs` would lie before grid index 0. */
  isBefore(startMs: number): boolean {
    return (startMs - this.originMs) / this.periodMs < -0.5 - tolerance;
  }

  /**
   * Places `count` (at least 1) samples, the first of them at `startMs`, which must not lie before the origin. `followsSeam`:
   * they do not continue the block before, which the source has cut where they begin.
   */
  place(startMs: number, count: number, followsSeam = false): Placement {
    const exact = Math.max(0, (startMs - this.originMs) / this.periodMs);
    const previous = this.current;
    const end = previous === null ? 0 : previous.first + previous.count;
    // Periods since the last sample: 1 is perfect continuation, below 2 is jitter, 0 and less is an overlap.
    const delta = previous === null ? 0 : (startMs - previous.start_ms) / this.periodMs - (previous.count - 1);
    const isGap = previous !== null && delta >= 2 - tolerance;
    if (previous !== null && !isGap && !followsSeam && delta > tolerance) {
      const displaced = this.clear(end, end + count, previous);
      previous.count += count;
      return { first: end, displaced };
    }
    let first = Math.round(exact);
    if (isGap) first = Math.max(first, end + 1);
    else if (previous !== null && followsSeam) first = nextFree(exact, end);
    const displaced = this.clear(first, first + count, null);
    const segment = { first, count, start_ms: startMs };
    this.list.insert(segment);
    this.current = segment;
    return { first, displaced };
  }

  private clear(from: number, to: number, keep: Segment | null): Run[] {
    return this.list.cut({ from, to, keep, periodMs: this.periodMs });
  }
}

/**
 * `end`, the index behind the samples before a seam, so that none of them is lost; where that is a period or more from
 * the exact place, the index nearest to it that is not.
 */
function nextFree(exact: number, end: number): number {
  return Math.max(Math.floor(exact), Math.min(end, Math.ceil(exact + 1 - tolerance) - 1));
}

/** Position of the first of ascending, disjoint runs that ends after `sample`. */
function runAfter(runs: readonly Run[], sample: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle].first + runs[middle].count <= sample) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether any of ascending, disjoint runs holds a sample of [first, first + count). */
export function isTouched(runs: readonly Run[], first: number, count: number): boolean {
  const k = runAfter(runs, first);
  return k < runs.length && runs[k].first < first + count;
}

/**
 * The parts of [first, first + count) that hold samples, ascending, marked where they begin at a seam. `segments` are
 * ascending and disjoint.
 */
export function runsWithin(segments: readonly Run[], first: number, count: number): Run[] {
  const runs: Run[] = [];
  for (let k = runAfter(segments, first); k < segments.length && segments[k].first < first + count; k++) {
    const from = Math.max(first, segments[k].first);
    const to = Math.min(first + count, segments[k].first + segments[k].count);
    if (to <= from) continue;
    const run = { first: from, count: to - from };
    runs.push(from === segments[k].first && isSeam(segments, k) ? { ...run, isSeam: true } : run);
  }
  return runs;
}

/** Joins ranges that overlap or touch; ascending. */
export function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of [...runs].sort((a, b) => a.first - b.first)) {
    const last = merged.at(-1);
    if (last !== undefined && run.first <= last.first + last.count) {
      last.count = Math.max(last.count, run.first + run.count - last.first);
    } else merged.push({ ...run });
  }
  return merged;
}
