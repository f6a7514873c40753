import { expect, it } from "vitest";
import type { Page, ResampledBlock } from "../../../../protocol/page-codec.ts";
import { periodChoices } from "./period-choices.ts";
import { countLeftOut, countOutside, paddedRange, pointsOf, scatterTicks } from "./points.ts";
import { words } from "./words.ts";

const page = (first_period: number, ...means: number[]): Page => ({
  ...{ start: 0, end: 0 },
  blocks: [{ kind: "resampled", first_period, period_ms: 1000, data: Float64Array.from(means) } as ResampledBlock],
});

it("need both signals, and are of the periods that the view touches, each once", () => {
  const x = [page(0, 1, 2, Number.NaN), page(2, 3, 4), page(3, 4, 5)];
  const y = [page(0, 10, Number.NaN, 30), page(2, 30, 40), page(3, 40, 50)];
  expect(pointsOf(x, y, { startMs: 0, endMs: 10_000 })).toEqual({
    ...{ x: [1, 3, 4, 5], y: [10, 30, 40, 50], times: [0, 2000, 3000, 4000] },
  });
  expect(pointsOf(x, y, { startMs: 2500, endMs: 4000 }).times).toEqual([2000, 3000]);
});

it("are, of a period that has grown since an earlier page was read, what the later one says, on both sides", () => {
  const [x, y] = [
    [page(0, 1, 10), page(1, 50, 2)],
    [page(0, 5, 7), page(1, 8, 6)],
  ];
  expect(pointsOf(x, y, { startMs: 0, endMs: 10_000 })).toEqual({
    x: [1, 50, 2],
    y: [5, 8, 6],
    times: [0, 1000, 2000],
  });
});

it("are padded by 5 % of their range", () => {
  expect(paddedRange([10, 30])).toEqual({ min: 9, max: 31 });
  expect(paddedRange([7])).toEqual({ min: 6.5, max: 7.5 });
  expect(paddedRange([])).toBeNull();
});

it("have ticks at the steps of the settings, where those can be read", () => {
  expect(scatterTicks({ min: 0, max: 100 }, 20).map(({ label }) => label)).toEqual([
    "0",
    "20",
    "40",
    "60",
    "80",
    "100",
  ]);
  expect(scatterTicks({ min: 80, max: 90 }, 20).length).toBeGreaterThan(2);
  expect(scatterTicks({ min: 0, max: 100_000 }, 20).length).toBeLessThan(10);
});

it("are counted where the axes do not reach, the ends of the axes being inside", () => {
  const points = { x: [0, 5, 10, 10.1, 5], y: [0, 10, 20, 5, -0.1], times: [0, 1, 2, 3, 4] };
  const ranges = { x: { min: 0, max: 10 }, y: { min: 0, max: 20 } };
  expect(countOutside(points, ranges)).toBe(2);
  expect(words.someOutside(2, 5)).toBe("2 of 5 points lie outside of the axes.");
  expect(words.someOutside(1, 5)).toBe("1 of 5 points lies outside of the axes.");
});

it("are counted where PRx and CPPopt would leave their values out, and it is said of which", () => {
  const points = { x: [80, 310, 90, 90, 0], y: [10, 10, -60, 12, -60], times: [0, 1, 2, 3, 4] };
  expect(countLeftOut(points, ["ABP_na", "ICP_na"])).toBe(3);
  expect(countLeftOut(points, ["ABP_na", null])).toBe(2);
  expect(countLeftOut(points, [null, null])).toBe(0);
  expect(words.someLeftOut(3, 5, ["ABP_na", "ICP_na"])).toBe(
    "3 of 5 points have values that PRx and CPPopt leave out.",
  );
  expect(words.someLeftOut(1, 5, [null, "stO2_na"])).toBe("1 of 5 points has a value that COx and MAPopt leave out.");
  expect(words.someLeftOut(1, 5, ["ABP_na", null])).toContain(" that PRx, COx, CPPopt and MAPopt leave out.");
});

it("offers periods in the largest unit that is whole, and one that was kept besides", () => {
  const names = ["1 s", "5 s", "10 s", "30 s", "1 min", "90 s", "2 min", "5 min", "10 min", "30 min", "1 h"];
  expect(periodChoices(90).map(({ name }) => name)).toEqual(names);
});
