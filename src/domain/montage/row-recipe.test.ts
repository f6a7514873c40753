import { expect, it } from "vitest";
import type { DrawnChannel, DrawnMontage } from "./montage.ts";
import { computedRows, recipeOf } from "./row-recipe.ts";

const term = (index: number) => ({ first: { kind: "channel" as const, index }, second: { kind: "zero" as const } });
const drawn: DrawnMontage = {
  derivations: [term(0), term(1), term(2)],
  channels: [
    { id: "a", side: "left", isOffered: false },
    { id: "ecg", side: "aux", isOffered: false },
    { id: "x", side: "mid", isOffered: true },
  ] as DrawnChannel[],
};
const eeg = { lff: 1, hff: 30, notch: 50 };

it("computes the rows of the montage, and what is asked for besides", () => {
  expect(computedRows(drawn)).toEqual([0, 1]);
  expect(computedRows(drawn, new Set(["x", "gone"]))).toEqual([0, 1, 2]);
});

it("gives auxiliary rows their own LFF and HFF and the notch of the EEG", () => {
  expect(recipeOf(drawn, [0, 1, 2], { filters: { eeg, aux: { lff: 0.5, hff: 70 } }, samplingHz: 256 })).toEqual({
    derivations: [term(0), { ...term(1), filters: { lff: 0.5, hff: 70, notch: 50 } }, term(2)],
    filters: eeg,
  });
});

it("says nothing of filters that are the same", () => {
  const same = { eeg, aux: { lff: 1, hff: 30 } };
  expect(recipeOf(drawn, [1], { filters: same, samplingHz: 256 })).toEqual({ derivations: [term(1)], filters: eeg });
});

it("leaves out an LFF that cannot act at the rate", () => {
  expect(recipeOf(drawn, [1], { filters: { eeg, aux: { lff: 0.5, hff: 70 } }, samplingHz: 1 })).toEqual({
    derivations: [{ ...term(1), filters: { lff: null, hff: 70, notch: 50 } }],
    filters: { ...eeg, lff: null },
  });
});
