import { expect, it } from "vitest";
import { lanesChannels } from "./lanes-channels.ts";
import type { Lane } from "./masked-rows.ts";

/** Rows of 20 px from 0; between the second and the third stands a gap of a row. */
const lane = (y: number, ...labels: string[]): Lane => ({
  inputs: labels.map((label) => ({ dataObjectId: 7, label })),
  ...{ y, height: 20 },
});
const rows = [lane(0, "EEG Fp1-Ref", "EEG F7-Ref"), lane(20, "EEG F7-Ref", "EEG T7-Ref"), lane(60, "EEG O1-Ref")];

it("names what a row is made of, as annotations call it", () => {
  expect(lanesChannels(rows, [5, 12], 7)).toEqual(["Fp1", "F7"]);
  expect(lanesChannels(rows, [20, 20], 7)).toEqual(["F7", "T7"]);
});

it("names the rows between two heights in either order, each channel once", () => {
  expect(lanesChannels(rows, [30, 10], 7)).toEqual(["Fp1", "F7", "T7"]);
  expect(lanesChannels(rows, [45, 65], 7)).toEqual(["O1"]);
});

it("names none over all of several rows, beside them, and over those of another recording", () => {
  expect(lanesChannels(rows, [5, 70], 7)).toEqual([]);
  expect(lanesChannels(rows, [45, 50], 7)).toEqual([]);
  expect(lanesChannels(rows, [5, 5], 8)).toEqual([]);
  expect(lanesChannels([lane(0, "ECG")], [5, 5], 7)).toEqual(["ECG"]);
});

it("names none where there are more than an annotation may name", () => {
  const many = Array.from({ length: 300 }, (_, k) => lane(k * 20, `C${k + 1000}`));
  expect(lanesChannels(many, [0, 298 * 20], 7)).toEqual([]);
  expect(lanesChannels(many, [0, 99 * 20], 7)).toHaveLength(100);
});
