import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeRuns, runsWithin, TimeGrid } from "./time-grid.ts";

const start = 1_700_000_000_000;

/** Blocks as [milliseconds after the start, samples], at 100 Hz: a sample period is 10 ms. */
function segmentsOf(...blocks: [number, number][]) {
  const grid = new TimeGrid(start, 100);
  for (const [ms, count] of blocks) grid.place(start + ms, count);
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
      [0, 49, 0],
      [50, 100, 500],
    ]);
    expect(segmentsOf([0, 100], [500, 10])).toEqual([
      [0, 49, 0],
      [50, 10, 500],
      [61, 39, 610],
    ]);
    expect(segmentsOf([0, 100], [3000, 100], [0, 400])).toEqual([[0, 400, 0]]);
  });

  it("knows times before the recording start", () => {
    const grid = new TimeGrid(start, 100);
    expect(grid.isBefore(start - 4)).toBe(false);
    expect(grid.isBefore(start - 6)).toBe(true);
  });
});

it("keeps segments ascending, disjoint and apart, and true to time, whatever comes", () => {
  const blocks = fc.array(fc.tuple(fc.double({ min: 0, max: 20_000, noNaN: true }), fc.integer({ min: 1, max: 300 })));
  fc.assert(
    fc.property(blocks, (list) => {
      const segments = segmentsOf(...list);
      segments.forEach(([first, count, ms], k) => {
        expect(count).toBeGreaterThan(0);
        if (k > 0) expect(first).toBeGreaterThan(segments[k - 1][0] + segments[k - 1][1]);
        expect(Math.abs(first * 10 - ms)).toBeLessThanOrEqual(20);
      });
    }),
  );
});

it("finds the runs inside a range", () => {
  const segments = [
    { first: 0, count: 10, start_ms: 0 },
    { first: 20, count: 5, start_ms: 0 },
    { first: 40, count: 1, start_ms: 0 },
  ];
  expect(runsWithin(segments, 5, 18)).toEqual([
    { first: 5, count: 5 },
    { first: 20, count: 3 },
  ]);
  expect(runsWithin(segments, 10, 10)).toEqual([]);
  expect(runsWithin(segments, -100, 1000)).toHaveLength(3);
});

it("merges ranges that overlap or touch", () => {
  const runs = [
    { first: 8, count: 2 },
    { first: 0, count: 5 },
    { first: 5, count: 1 },
  ];
  expect(mergeRuns(runs)).toEqual([
    { first: 0, count: 6 },
    { first: 8, count: 2 },
  ]);
});
