/**
 * Disjoint segments in order, kept in short rows: inserting and cutting at any place costs a bisection and the move of one
 * row, so n scattered pieces cost about n log n. One long array would cost n for each.
 */
import { endOf, firstWhere } from "../../domain/time/runs.ts";
import { timeInSegment } from "../../domain/time/sample-time.ts";
import type { Segment } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";

const longestRow = 512;

export class SegmentList {
  /** None is empty. */
  readonly #rows: Segment[][] = [];
  #all: Segment[] | null = null;

  /** All of them, ascending. The array is made once for each change of the list. */
  get all(): Segment[] {
    this.#all ??= this.#rows.flat();
    return this.#all;
  }

  get last(): Segment | undefined {
    return this.#rows.at(-1)?.at(-1);
  }

  /** `segment` must overlap none of the list. */
  insert(segment: Segment): void {
    this.#all = null;
    const r = Math.max(
      0,
      lastBelow(this.#rows, segment.first, (row) => row[0].first),
    );
    if (this.#rows.length === 0) this.#rows.push([]);
    const row = this.#rows[r];
    row.splice(lastBelow(row, segment.first, ({ first }) => first) + 1, 0, segment);
    if (row.length > longestRow) this.#rows.splice(r + 1, 0, row.splice(row.length >> 1));
  }

  /**
   * Removes [from, to) from every segment but `keep` and returns what was removed, the last first. What remains behind
   * the cut of a segment begins at its own time.
   */
  cut({ from, to, keep, samplingHz }: { from: number; to: number; keep: Segment | null; samplingHz: number }): Run[] {
    const removed: Run[] = [];
    let r = lastBelow(this.#rows, to, (row) => row[0].first);
    let k = r < 0 ? -1 : lastBelow(this.#rows[r], to, ({ first }) => first);
    while (r >= 0) {
      const row = this.#rows[r];
      const segment = row[k];
      const end = endOf(segment);
      if (end <= from) break;
      if (segment !== keep) {
        const [cutFrom, cutTo] = [Math.max(from, segment.first), Math.min(to, end)];
        removed.push({ first: cutFrom, count: cutTo - cutFrom });
        const left = { ...segment, count: cutFrom - segment.first };
        const right = {
          first: cutTo,
          count: end - cutTo,
          start_ms: timeInSegment(segment, samplingHz, cutTo),
        };
        row.splice(k, 1, ...[left, right].filter(({ count }) => count > 0));
        if (row.length === 0) this.#rows.splice(r, 1);
      }
      if (--k < 0 && --r >= 0) k = this.#rows[r].length - 1;
    }
    if (removed.length > 0) this.#all = null;
    return removed;
  }
}

/** Index of the last of `sorted` whose value is below `limit`, -1 when there is none. */
const lastBelow = <T>(sorted: readonly T[], limit: number, keyOf: (item: T) => number): number =>
  firstWhere(sorted.length, (k) => keyOf(sorted[k]) >= limit) - 1;
