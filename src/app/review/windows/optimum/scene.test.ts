import { expect, it } from "vitest";
import type { OptimumBlock } from "../../../../protocol/page-codec.ts";
import { stepOf, windowOf } from "./optimum-window.ts";
import { binPoints, captionEnd, curveOf, pointsOn, uprightNames } from "./scene.ts";

/** The parabola of algorithms.md 16 in the bins 3 to 12, one before them with a value that is not fitted. */
const counts = Array.from({ length: 16 }, (_, k) => (k === 1 ? 1 : k >= 3 && k <= 12 ? 20 : 0));
const indexAt = (x: number) => Math.tanh(0.001 * (x - 75) ** 2 - 0.4);
const block = {
  ...{ bin_low: 40, bin_size: 5, counts, fitType: 1, coefficients: [0.001, -0.15, 5.225] },
  ...{ optimum: 75, lla: 48.363, ula: null },
  yValues: counts.map((count, k) => (count === 0 ? null : indexAt(42.5 + 5 * k))),
  errors: counts.map((count) => (count > 1 ? 0.1 : null)),
  dataPercentages: counts.map((count) => (100 * count) / 201),
  includedInFit: counts.map((count) => count === 20),
} as unknown as OptimumBlock;

it("shows bins that hold values, and says which are fitted", () => {
  const bins = binPoints(block);
  expect(bins.map(({ from }) => from)).toEqual([45, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100]);
  expect(bins[0]).toMatchObject({ to: 50, centre: 47.5, count: 1, error: null, isFitted: false });
  expect(bins[1]).toMatchObject({ centre: 57.5, count: 20, error: 0.1, isFitted: true });
});

it("draws the curve between the outer borders of the fitted bins, and nothing where there is no optimum", () => {
  const { x, y } = curveOf(block);
  expect([x[0], x.at(-1)]).toEqual([55, 105]);
  // Steps of the whole axis in a hundred.
  expect(x.slice(1, 4).map((each) => Number(each.toFixed(6)))).toEqual([55.2, 56, 56.8]);
  for (const [k, each] of x.entries()) expect(y[k]).toBeCloseTo(indexAt(each), 12);
  expect(curveOf({ ...block, fitType: 0 }).x).toEqual([]);
  expect(curveOf({ ...block, coefficients: null }).x).toEqual([]);
});

it("sets optimum and limits on the curve, those that there are", () => {
  const { optimum, lla, ula } = pointsOn(block);
  expect(optimum?.y).toBeCloseTo(Math.tanh(-0.4), 12);
  expect(lla?.y).toBeCloseTo(0.3, 4);
  expect(ula).toBeNull();
});

it("names the uprights that there are, limits away from each other, and inside of the plot", () => {
  expect(uprightNames(block)).toEqual([
    { of: "optimum", share: 35 / 80, side: "right" },
    { of: "lla", share: expect.closeTo(8.363 / 80, 12), side: "right" },
  ]);
  const wide = uprightNames({ ...block, lla: 60, ula: 90 });
  expect(wide.map(({ of, side }) => [of, side])).toEqual([
    ["optimum", "right"],
    ["lla", "left"],
    ["ula", "right"],
  ]);
  expect(uprightNames({ ...block, lla: 39, ula: 118 }).map(({ of, side }) => [of, side])).toEqual([
    ["optimum", "right"],
    ["ula", "left"],
  ]);
  expect(uprightNames({ ...block, coefficients: null })).toEqual([]);
});

it("says what it found where fewer bins stand", () => {
  const whole = { min: -1, max: 1 };
  expect(captionEnd(block, whole)).toBe("foot");
  const low = { ...block, yValues: block.yValues.map((index) => (index === null ? null : -0.95)) };
  expect(captionEnd(low, whole)).toBe("head");
  const both = { ...block, yValues: block.yValues.map((index, k) => (index === null ? null : k < 7 ? -0.95 : 0.9)) };
  expect(captionEnd(both, whole)).toBe("foot");
  // Of bins below the shown part of the axis nothing is covered.
  expect(captionEnd(low, { min: -0.5, max: 1 })).toBe("foot");
  expect(captionEnd(low, { min: -1.6, max: 0 })).toBe("foot");
});

it("asks for windows that end with a value of the index", () => {
  expect([stepOf(3_599_999), stepOf(3_600_000)]).toEqual([10_000, 60_000]);
  const hour = 3_600_000;
  expect(windowOf({ startMs: 61_000, endMs: 8 * hour + 61_000 })).toEqual({
    startMs: 60_000,
    endMs: 8 * hour + 60_000,
  });
  expect(windowOf({ startMs: 5_500.25, endMs: 305_500.5 })).toEqual({ startMs: 0, endMs: 300_000 });
});
