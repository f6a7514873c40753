import { expect, it } from "vitest";
import { uniqueNames } from "./carry-out.ts";
import { fileNameOf } from "./job.ts";
import { Summary } from "./summary.ts";

it("names groups of a file once each, without what a path is made of", () => {
  expect(uniqueNames(["PRx", "ABP/na", "PRx", "..", "PRx", "PRx (2)"])).toEqual([
    ...["PRx", "ABP_na", "PRx (2)", "_", "PRx (3)", "PRx (2) (2)"],
  ]);
});

it("names files by letters and the number of their run", () => {
  expect([fileNameOf("CPP/../опт", 7), fileNameOf("\u0000", 8)]).toEqual(["CPP 7.h5", "Analysis 8.h5"]);
});

it("sums up finite values alone", () => {
  const summary = new Summary();
  for (const value of [4, Number.NaN, -2, 7, 1e-3]) summary.add(value);
  const values = [4, -2, 7, 1e-3];
  const mean = values.reduce((sum, value) => sum + value, 0) / 4;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 3);
  const [count, said, deviation, least, greatest, missing] = summary.row(8);
  expect([count, least, greatest, missing]).toEqual([4, -2, 7, 0.5]);
  expect(said).toBeCloseTo(mean, 12);
  expect(deviation).toBeCloseTo(sd, 12);
  expect(new Summary().row(0)).toEqual([0, ...Array(5).fill(Number.NaN)]);
});
