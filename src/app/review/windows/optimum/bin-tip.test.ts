import { expect, it } from "vitest";
import type { OptimumBlock } from "../../../../protocol/page-codec.ts";
import { binTip } from "./bin-tip.ts";

const block = {
  bin_low: 40,
  bin_size: 5,
  counts: [0, 1, 6, 0],
  dataPercentages: [0, 14.3, 85.7, 0],
  yValues: [null, 0.25, -0.1, null],
  errors: [null, null, 0.039, null],
  includedInFit: [false, false, true, false],
} as unknown as OptimumBlock;

const said = (share: number) => {
  const tip = binTip("cppopt", block, share);
  return tip === null ? null : [tip.share, tip.title, ...tip.lines.map(({ name, value }) => `${name} ${value}`)];
};

it("says of the bin under the pointer how many values it has, their share, mean and error", () => {
  expect(said(0.6)).toEqual([
    0.625,
    "50 to 55 mmHg",
    "Values 6",
    "Share 85.7 %",
    "Mean PRx −0.100",
    "Standard error ±0.039",
    "In fit Yes",
  ]);
});

it("has no error of a single value, and nothing but a count where there is none", () => {
  expect(said(0.25)).toEqual([
    0.375,
    "45 to 50 mmHg",
    "Values 1",
    "Share 14.3 %",
    "Mean PRx 0.250",
    "Standard error –",
    "In fit No",
  ]);
  expect(said(0)).toEqual([0.125, "40 to 45 mmHg", "Values 0"]);
});

it("says nothing beside the axis", () => {
  expect([said(-0.01), said(1)]).toEqual([null, null]);
});
