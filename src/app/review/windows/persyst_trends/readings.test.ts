import { expect, it } from "vitest";
import { flaggedSpans } from "../../../../picture/trends/flagged.ts";
import { panelRows } from "../../../../picture/trends/panel.ts";
import { trendRows } from "../../../../protocol/trends.ts";
import { noteOf } from "./RowNotes.tsx";
import { readPlace, readRow, valueText } from "./readings.ts";
import type { SeriesPage, SeriesState } from "./trend-data.ts";

const rowOf = (id: string) => panelRows.find((row) => row.id === id) ?? panelRows[0];
/** One column of 10 s from the epoch on. */
const stateOf = (values: readonly number[], changes: Partial<SeriesState> = {}): SeriesState => ({
  ...{
    epochMs: 10_000,
    kind: "here",
    said: "",
    hasFailed: false,
    waiting: [],
    failed: [],
    newer: [],
    knownUntilMs: Number.POSITIVE_INFINITY,
  },
  pages: [
    {
      id: 1,
      firstEpoch: 0,
      epochs: 1,
      columns: 1,
      channels: values.length,
      values,
      block: {},
    } as unknown as SeriesPage,
  ],
  ...changes,
});
/** A column of a series that has a baseline of its own, or none. */
const comparedWith = (state: "used" | "none" | "waiting"): SeriesState => {
  const [page] = stateOf([1]).pages;
  const baseline = { state, start_ms: null, end_ms: null, valid_ms: 0 };
  return stateOf([1], { pages: [{ ...page, block: { baseline } } as unknown as SeriesPage] });
};
const bins = (at: Record<number, number>, usual = -20) =>
  trendRows.fft_spectrogram.map(({ hz = 0 }) => at[hz] ?? usual);

it("says values with their units, minus as a minus, and of a flat line the floor", () => {
  expect(valueText(-3.25, "%")).toBe("\u22123.25 %");
  expect(valueText(-0.0004, "%")).toBe("0.000 %");
  expect(valueText(12.34, "dB")).toBe("12.3 dB");
  expect(valueText(0.0834, "")).toBe("0.083");
  expect(valueText(Number.NEGATIVE_INFINITY, "dB")).toBe("\u2212\u221e dB");
});

it("names the strongest bin of a spectrum, and the bin under the pointer", () => {
  const states = [stateOf(bins({ 9.5: 12.25 }))];
  expect(readRow(rowOf("fft_left"), states, 5000)).toEqual(["12.3 dB", "at 9.5 Hz"]);
  expect(readPlace(rowOf("fft_left"), states, { timeMs: 5000, share: 0.5 })).toBe("\u221220.0 dB at 10 Hz");
});

it("says the floor of a spectrum that is flat, which is a value", () => {
  const flat = [stateOf(bins({}, Number.NEGATIVE_INFINITY))];
  expect(readRow(rowOf("fft_left"), flat, 5000)).toEqual(["\u2212\u221e dB", "at 0 Hz"]);
  expect(readRow(rowOf("fft_left"), [stateOf(bins({}, Number.NaN))], 5000)).toEqual(["\u2013"]);
  expect(valueText(Number.POSITIVE_INFINITY, "dB")).toBe("\u221e dB");
});

it("names the largest difference to either side against a baseline", () => {
  expect(readRow(rowOf("fft_vs_baseline_left"), [stateOf(bins({ 2: -8, 9: 5 }, 0))], 0)).toEqual([
    "\u22128.00 dB",
    "at 2 Hz",
  ]);
});

it("says the values of lines and bands, and a dash where there is none", () => {
  expect(readRow(rowOf("aeeg_left"), [stateOf([4, 7.5, 22])], 0)).toEqual(["7.50 \u00b5V", "4.00\u201322.0"]);
  expect(readRow(rowOf("asymmetry_index"), [stateOf([-12.5, 14])], 0)).toEqual([
    "Signed \u221212.5 %",
    "Absolute 14.0 %",
  ]);
  expect(readRow(rowOf("suppression_ratio_left"), [stateOf([Number.NaN])], 0)).toEqual(["\u2013"]);
  expect(readRow(rowOf("suppression_ratio_left"), [stateOf([3])], 60_000)).toEqual([]);
});

it("marks epochs of which most is flagged, and no others", () => {
  const flagged = {
    ...stateOf([]).pages[0],
    columns: 4,
    channels: 3,
    values: [0, 0, 0, 0, 0, 0, 0, 0, 10, 51, 90, Number.NaN],
  };
  expect(flaggedSpans([stateOf([], { pages: [flagged] })])).toEqual([{ startMs: 10_000, endMs: 30_000 }]);
});

it("says in the row that there is no baseline, that it is computed, or why there is nothing", () => {
  const row = rowOf("fft_vs_baseline_left");
  expect(noteOf(row, [comparedWith("none")])?.text).toBe("no baseline");
  expect(noteOf(row, [comparedWith("waiting")])?.text).toBe("no baseline yet");
  expect(noteOf(row, [comparedWith("used")])).toBeNull();
  expect(noteOf(rowOf("fft_left"), [comparedWith("none")])).toBeNull();
  expect(noteOf(row, [stateOf([1], { kind: "loading", pages: [] })])?.text).toBe("Computing");
  expect(noteOf(row, [stateOf([1], { kind: "lost", said: "There is no EEG." })])?.text).toBe("There is no EEG.");
});

it("says which side has no baseline where the other one has its own", () => {
  const row = rowOf("adr_vs_baseline");
  expect(noteOf(row, [comparedWith("used"), comparedWith("none")])?.text).toBe("Right: no baseline");
  expect(noteOf(row, [comparedWith("none"), comparedWith("none")])?.text).toBe("no baseline");
  expect(noteOf(row, [comparedWith("used"), comparedWith("used")])).toBeNull();
});
