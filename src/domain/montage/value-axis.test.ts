import { expect, it } from "vitest";
import { autoRange, valueText } from "./value-axis.ts";

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
