import { expect, it } from "vitest";
import { gapsTouching } from "./gaps.ts";
import { isSeam, isSeamAt } from "./runs.ts";

const segments = [
  { first: 0, count: 100, start_ms: 0 },
  { first: 100, count: 50, start_ms: 997 },
  { first: 160, count: 40, start_ms: 1600 },
];

it("sees a seam where two segments touch, and no gap", () => {
  expect(segments.map((_, k) => isSeam(segments, k))).toEqual([false, true, false]);
  expect(gapsTouching(segments, 0, 200)).toEqual([{ start: 150, end: 160 }]);
});

it("finds a seam by the sample behind it", () => {
  expect([0, 99, 100, 101, 150, 160, 199, 500].filter((sample) => isSeamAt(segments, sample))).toEqual([100]);
  expect(isSeamAt([], 0)).toBe(false);
});
