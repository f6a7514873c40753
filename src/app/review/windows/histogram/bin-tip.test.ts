import { expect, it } from "vitest";
import { binTip, saidOver } from "./bin-tip.ts";

const config = { binMinimum: 0, binMaximum: 10, binSize: 4 };
const signals = [
  { label: "ABP", swatch: "red" },
  { label: "ICP", swatch: "blue" },
];
const counts = new Map([
  [0, [1, 2, 1]],
  [1, [0, 0, 0]],
]);
const said = (share: number, of = config) => {
  const tip = binTip(of, counts, signals, share);
  return tip === null ? null : [tip.share, tip.title, ...tip.lines.map(({ name, value }) => `${name} ${value}`)];
};

it("says of the bin under the pointer how many samples of each modality lie in it", () => {
  expect(said(0.5)).toEqual([0.6, "4 to 8", "ABP 2 (50.0 %)", "ICP 0"]);
});

it("has a last bin that is narrower, and holds the upper end", () => {
  expect(said(1)).toEqual([0.9, "8 to 10", "ABP 1 (25.0 %)", "ICP 0"]);
});

it("says nothing beside the axis, and where there are no bins", () => {
  expect([said(-0.1), said(1.1), said(0.5, { ...config, binSize: 0 })]).toEqual([null, null, null]);
});

it("names the modalities that none of the bins holds a sample of", () => {
  const counts = new Map([
    [0, [3, 0]],
    [1, [0, 0]],
  ]);
  expect(saidOver(counts, ["ABP", "ICP"], false)).toBe("No sample of ICP in view lies in these bins.");
  expect(saidOver(counts, ["ABP", "ICP"], true)).toMatch(/^Some bars reach beyond the axis\. No sample of ICP /);
  expect(saidOver(new Map([[0, [3, 0]]]), ["ABP"], false)).toBe("");
});
