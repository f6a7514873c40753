import fc from "fast-check";
import { expect, it } from "vitest";
import type { Segment } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import { SegmentList } from "./segment-list.ts";
import { TimeGrid } from "./time-grid.ts";

/** The list as one array that is searched from its end: plain, and quadratic. */
class PlainList {
  all: Segment[] = [];

  insert(segment: Segment): void {
    const k = this.all.findIndex(({ first }) => first > segment.first);
    this.all.splice(k < 0 ? this.all.length : k, 0, segment);
  }

  cut({ from, to, keep, samplingHz }: { from: number; to: number; keep: Segment | null; samplingHz: number }): Run[] {
    const removed: Run[] = [];
    for (let k = this.all.length - 1; k >= 0; k--) {
      const segment = this.all[k];
      const end = segment.first + segment.count;
      if (end <= from) break;
      if (segment === keep || segment.first >= to) continue;
      const [cutFrom, cutTo] = [Math.max(from, segment.first), Math.min(to, end)];
      removed.push({ first: cutFrom, count: cutTo - cutFrom });
      const left = { ...segment, count: cutFrom - segment.first };
      const start_ms = segment.start_ms + ((cutTo - segment.first) * 1000) / samplingHz;
      const right = { first: cutTo, count: end - cutTo, start_ms };
      this.all.splice(k, 1, ...[left, right].filter(({ count }) => count > 0));
    }
    return removed;
  }
}

it("does what one array does, whatever is cut and put in", () => {
  const step = fc.record({ at: fc.nat(6000), count: fc.integer({ min: 1, max: 12 }), wide: fc.nat(60) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 600, maxLength: 2500, size: "max" }), (steps) => {
      const [list, plain] = [new SegmentList(), new PlainList()];
      for (const [k, { at, count, wide }] of steps.entries()) {
        // Now and then something long lies over hundreds of others, and the longest row is passed again and again.
        const to = at + (wide === 0 ? 2500 : count);
        const span = { from: at, to, keep: null, samplingHz: 100 };
        expect(list.cut(span)).toEqual(plain.cut(span));
        const segment = { first: at, count: to - at, start_ms: k };
        list.insert(segment);
        plain.insert(segment);
        expect(list.last).toEqual(plain.all.at(-1));
      }
      expect(list.all).toEqual(plain.all);
    }),
    { numRuns: 30 },
  );
});

it("spares the segment that is to be kept", () => {
  const [list, plain] = [new SegmentList(), new PlainList()];
  const segments = Array.from({ length: 3000 }, (_, k) => ({ first: 3 * k, count: 2, start_ms: 30 * k }));
  for (const segment of segments) {
    list.insert(segment);
    plain.insert(segment);
  }
  const span = { from: 1001, to: 8000, keep: segments[1500], samplingHz: 100 };
  expect(list.cut(span)).toEqual(plain.cut(span));
  expect(list.all).toEqual(plain.all);
  expect(list.all).toContain(segments[1500]);
});

/** A permutation of 0..n-1 without a pattern: `stride` shares no divisor with `n`. */
const scattered = (n: number, stride: number) => Array.from({ length: n }, (_, k) => (k * stride) % n);

it.each([
  [100_000, 38_197],
  [500_000, 190_983],
])("takes %d blocks at scattered times", (n, stride) => {
  const grid = new TimeGrid(0, 100);
  let displaced = 0;
  for (const k of scattered(n, stride)) displaced += grid.place(k * 40, 2).displaced.length;
  expect(displaced).toBe(0);
  expect(grid.segments).toHaveLength(n);
  expect(grid.segments.every(({ first, start_ms }, k) => first === 4 * k && start_ms === 40 * k)).toBe(true);
});
