/**
 * Gives every block of a source its place on the grid of its group (algorithms.md 5). Grid index 0 is the recording
 * start; a block that follows within jitter joins the segment before it, one that comes later leaves a gap, one behind a
 * seam touches the segment before it but stays apart, and one that overlaps earlier samples wins over them.
 */
import { endOf } from "../../domain/time/runs.ts";
import { exactSampleAt } from "../../domain/time/sample-time.ts";
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

/** What the source says of the moment at which a block begins. */
export interface Beginning {
  /** It does not continue the block before, which the source has cut there. */
  isSeam?: boolean;
  /** By the source's own times a sample or more is missing before it, which a grid that has drifted may not see. */
  isGap?: boolean;
}

export class TimeGrid {
  private readonly list = new SegmentList();
  private current: Segment | null = null;
  private readonly originMs: number;
  private readonly samplingHz: number;

  constructor(originMs: number, samplingHz: number) {
    this.originMs = originMs;
    this.samplingHz = samplingHz;
  }

  /** Goes on behind these, which a grid of the same origin and rate has made. */
  resume(segments: readonly Segment[]): void {
    for (const segment of segments) {
      this.current = { ...segment };
      this.list.insert(this.current);
    }
  }

  /** Ascending and disjoint, as they are now. Where two touch, their data overlapped in time (a seam). */
  get segments(): Segment[] {
    return this.list.all;
  }

  /** Length of the grid in samples. */
  get end(): number {
    const { last } = this.list;
    return last === undefined ? 0 : endOf(last);
  }

  /** Whether a block that starts at `startMs` would lie before grid index 0. */
  isBefore(startMs: number): boolean {
    return this.exactAt(startMs) < -0.5 - tolerance;
  }

  /** Places `count` (at least 1) samples, the first of them at `startMs`, which must not lie before the origin. */
  place(startMs: number, count: number, beginning: Beginning = {}): Placement {
    const { first, continues } = this.locate(startMs, beginning);
    const displaced = this.list.cut({ from: first, to: first + count, keep: continues, samplingHz: this.samplingHz });
    if (continues !== null) continues.count += count;
    else {
      this.current = { first, count, start_ms: startMs };
      this.list.insert(this.current);
    }
    return { first, displaced };
  }

  /** Where `place` would put such samples, and the segment they would continue. */
  locate(startMs: number, beginning: Beginning = {}): { first: number; continues: Segment | null } {
    const exact = Math.max(0, this.exactAt(startMs));
    const previous = this.current;
    const end = previous === null ? 0 : endOf(previous);
    // Periods since the last sample: 1 is perfect continuation, below 2 is jitter, 0 and less is an overlap.
    const delta =
      previous === null ? 0 : exactSampleAt(previous.start_ms, this.samplingHz, startMs) - (previous.count - 1);
    const leastGap = beginning.isGap ? 1 + tolerance : 2 - tolerance;
    const isGap = previous !== null && delta >= leastGap;
    if (previous !== null && !isGap && !beginning.isSeam && delta > tolerance)
      return { first: end, continues: previous };
    let first = Math.round(exact);
    if (isGap) first = Math.max(first, end + 1);
    else if (previous !== null && beginning.isSeam) first = nextFree(exact, end);
    return { first, continues: null };
  }

  private exactAt(timeMs: number): number {
    return exactSampleAt(this.originMs, this.samplingHz, timeMs);
  }
}

/**
 * `end`, the index behind the samples before a seam, so that none of them is lost; where that is a period or more from
 * the exact place, the index nearest to it that is not.
 */
function nextFree(exact: number, end: number): number {
  return Math.max(Math.floor(exact), Math.min(end, Math.ceil(exact + 1 - tolerance) - 1));
}
