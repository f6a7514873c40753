import { expect, it } from "vitest";
import { autoRange, movedRange, valueText, valueTicks, zoomedRange } from "./value-axis.ts";

it("leaves a margin of 1 % of the range, and a unit where all values are equal", () => {
  expect(autoRange({ min: 0, max: 200 })).toEqual({ min: -2, max: 202 });
  expect(autoRange({ min: -1, max: -1 })).toEqual({ min: -1.5, max: -0.5 });
});

it("writes as many digits as the range is worth", () => {
  expect(valueText(98.125, { min: 0, max: 200 })).toBe("98.1");
  expect(valueText(98.125, { min: 97, max: 99 })).toBe("98.125");
  expect(valueText(-4321.6, { min: -5000, max: 5000 })).toBe("\u22124322");
  expect(valueText(-0.0001, { min: 0, max: 200 })).toBe("0");
  expect(valueText(0.00012, { min: 0, max: 0.001 })).toBe("0.00012");
  expect(valueText(7, { min: 7, max: 7 })).toBe("7");
});

it("ticks stand at round values, as many as there is room for", () => {
  const labels = (min: number, max: number, most: number) => valueTicks({ min, max }, most).map(({ label }) => label);
  expect(labels(-2, 202, 5)).toEqual(["0", "50", "100", "150", "200"]);
  expect(labels(69.5, 120.5, 4)).toEqual(["80", "100", "120"]);
  expect(labels(-0.31, 0.28, 3)).toEqual(["\u22120.2", "0.0", "0.2"]);
  expect(labels(97.98, 98.02, 3)).toEqual(["97.98", "98.00", "98.02"]);
  expect(labels(0, 5e6, 3)).toEqual(["0", "2000000", "4000000"]);
  expect(labels(0, 0, 3)).toEqual([]);
  expect(labels(0, Number.NaN, 3)).toEqual([]);
  for (let most = 1; most < 9; most++) expect(labels(-37.2, 911.7, most).length).toBeLessThanOrEqual(most);
});

it("a range is dragged, and zoomed about what is under the pointer", () => {
  expect(movedRange({ min: 0, max: 100 }, 0.1)).toEqual({ min: 10, max: 110 });
  expect(zoomedRange({ min: 0, max: 100 }, 0.5, 0)).toEqual({ min: 0, max: 50 });
  expect(zoomedRange({ min: 0, max: 100 }, 2, 0.5)).toEqual({ min: -50, max: 150 });
  expect(zoomedRange({ min: 5, max: 6 }, 0, 0.5)).toEqual({ min: 5, max: 6 });
});
