import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinRuns, runsWithin } from "../../domain/time/runs.ts";
import { TimeGrid } from "./time-grid.ts";

const start = 1_700_000_000_000;

type Block = [ms: number, count: number, where?: "behind a seam"];

/** Blocks as [milliseconds after the start, samples], at 100 Hz: a sample period is 10 ms. */
function segmentsOf(...blocks: Block[]) {
  const grid = new TimeGrid(start, 100);
  for (const [ms, count, where] of blocks) grid.place(start + ms, count, { isSeam: where !== undefined });
  return grid.segments.map(({ first, count, start_ms }) => [first, count, start_ms - start]);
}

describe("place (algorithms.md 5)", () => {
  it("joins what follows at once, also with jitter below one period", () => {
    expect(segmentsOf([0, 100], [1000, 100], [2004, 100], [3009, 100], [3991, 100])).toEqual([[0, 500, 0]]);
  });

  it("sees a gap from two periods after the last sample on", () => {
    expect(segmentsOf([0, 100], [1010, 100])).toEqual([
      [0, 100, 0],
      [101, 100, 1010],
    ]);
  });

  it("sees a gap that the source tells, where samples before it came early by less than a period", () => {
    const grid = new TimeGrid(start, 100);
    grid.place(start, 3);
    expect(grid.place(start + 39, 2, { isGap: true })).toEqual({ first: 4, displaced: [] });
    grid.place(start + 61, 2, { isGap: true });
    expect(grid.segments).toEqual([
      { first: 0, count: 3, start_ms: start },
      { first: 4, count: 2, start_ms: start + 39 },
      { first: 7, count: 2, start_ms: start + 61 },
    ]);
  });

  it("does not let small errors add up: drift becomes a gap before it reaches a period", () => {
    const blocks = Array.from({ length: 60 }, (_, k): [number, number] => [k * 1001, 100]);
    for (const [first, , ms] of segmentsOf(...blocks)) expect(Math.abs(first * 10 - ms)).toBeLessThanOrEqual(10);
  });

  it("keeps the exact time of a segment and leaves an empty index before it", () => {
    expect(segmentsOf([0, 100], [1500.5, 10])).toEqual([
      [0, 100, 0],
      [150, 10, 1500.5],
    ]);
  });

  it("lets the later block win where two overlap", () => {
    expect(segmentsOf([0, 100], [500, 100])).toEqual([
      [0, 50, 0],
      [50, 100, 500],
    ]);
    expect(segmentsOf([0, 100], [500, 10])).toEqual([
      [0, 50, 0],
      [50, 10, 500],
      [60, 40, 600],
    ]);
    expect(segmentsOf([0, 100], [3000, 100], [0, 400])).toEqual([[0, 400, 0]]);
  });

  it("keeps what lies on both sides of a seam apart, and loses nothing there", () => {
    const seam = "behind a seam";
    expect(segmentsOf([0, 100], [1000, 50, seam], [1500, 50])).toEqual([
      [0, 100, 0],
      [100, 100, 1000],
    ]);
    // Between two samples: the next free index, less than a period off.
    for (const ms of [990.25, 993, 998.5, 1004, 1009.75])
      expect(segmentsOf([0, 100], [ms, 50, seam])).toEqual([
        [0, 100, 0],
        [100, 50, ms],
      ]);
    // Cut, and resumed on its old place.
    expect(segmentsOf([0, 50], [493, 25, seam], [750, 25, seam])).toEqual([
      [0, 50, 0],
      [50, 25, 493],
      [75, 25, 750],
    ]);
    expect(segmentsOf([0, 100], [1010, 50, seam])).toEqual([
      [0, 100, 0],
      [101, 50, 1010],
    ]);
  });

  it("gives the later sample the index where there is room for one only", () => {
    const seam = "behind a seam";
    expect(segmentsOf([0, 100], [990.0625, 50, seam])).toEqual([
      [0, 99, 0],
      [99, 50, 990.0625],
    ]);
    expect(segmentsOf([0, 2], [12.5, 1, seam], [19, 9, seam])).toEqual([
      [0, 2, 0],
      [2, 9, 19],
    ]);
  });

  it("knows times before the recording start", () => {
    const grid = new TimeGrid(start, 100);
    expect(grid.isBefore(start - 4)).toBe(false);
    expect(grid.isBefore(start - 6)).toBe(true);
  });
});

it("keeps segments ascending, disjoint and true to time, whatever comes", () => {
  const block = fc.tuple(
    fc.double({ min: 0, max: 20_000, noNaN: true }),
    fc.integer({ min: 1, max: 300 }),
    fc.constantFrom(undefined, "behind a seam" as const),
  );
  const blocks = fc.array(block);
  fc.assert(
    fc.property(blocks, (list) => {
      const segments = segmentsOf(...list);
      segments.forEach(([first, count, ms], k) => {
        expect(count).toBeGreaterThan(0);
        if (k > 0) expect(first).toBeGreaterThanOrEqual(segments[k - 1][0] + segments[k - 1][1]);
        expect(Math.abs(first * 10 - ms)).toBeLessThanOrEqual(20);
      });
    }),
  );
});

it("stays less than a period from the truth at every seam, and drops a sample only where no index is left", () => {
  // Stretches [from, from + length) in periods, each with its own phase, as the reader cuts them.
  const stretch = fc.tuple(fc.double({ min: 1, max: 40, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 30 }), (list) => {
      const grid = new TimeGrid(start, 100);
      let from = 0;
      let dropped = 0;
      for (const [k, [length, phase]] of list.entries()) {
        const first = Math.ceil(from - phase) + phase;
        const count = Math.ceil(from + length - phase) - Math.ceil(from - phase);
        const end = grid.end;
        const { displaced } = grid.place(start + first * 10, count, { isSeam: k > 0 });
        for (const run of displaced) {
          dropped += run.count;
          expect(run.count).toBe(1);
          expect(end - first).toBeGreaterThanOrEqual(0.99);
        }
        from += length;
      }
      const told = grid.segments.reduce((sum, { count }) => sum + count, dropped);
      expect(told).toBe(countOf(list));
      for (const { first, start_ms } of grid.segments)
        expect(Math.abs(first - (start_ms - start) / 10)).toBeLessThan(1);
    }),
  );
});

const countOf = (list: readonly [length: number, phase: number][]): number => {
  let from = 0;
  return list.reduce((sum, [length, phase]) => {
    const count = Math.ceil(from + length - phase) - Math.ceil(from - phase);
    from += length;
    return sum + count;
  }, 0);
};

it("finds the runs inside a range", () => {
  const segments = [
    { first: 0, count: 10, start_ms: 0 },
    { first: 20, count: 5, start_ms: 0 },
    { first: 40, count: 1, start_ms: 0 },
  ];
  expect(runsWithin(segments, 5, 23)).toEqual([
    { first: 5, count: 5 },
    { first: 20, count: 3 },
  ]);
  expect(runsWithin(segments, 10, 20)).toEqual([]);
  expect(runsWithin(segments, -100, 900)).toHaveLength(3);
});

it("marks runs that begin at a seam, not those that a range cuts", () => {
  const segments = [
    { first: 0, count: 10, start_ms: 0 },
    { first: 10, count: 5, start_ms: 0 },
    { first: 16, count: 5, start_ms: 0 },
  ];
  expect(runsWithin(segments, 5, 13)).toEqual([
    { first: 5, count: 5 },
    { first: 10, count: 3, isSeam: true },
  ]);
  expect(runsWithin(segments, 10, 20)).toEqual([
    { first: 10, count: 5, isSeam: true },
    { first: 16, count: 4 },
  ]);
  expect(runsWithin(segments, 11, 13)).toEqual([{ first: 11, count: 2 }]);
});

it("merges ranges that overlap or touch", () => {
  const runs = [
    { first: 8, count: 2 },
    { first: 0, count: 5 },
    { first: 5, count: 1 },
  ];
  expect(joinRuns(runs)).toEqual([
    { first: 0, count: 6 },
    { first: 8, count: 2 },
  ]);
});
