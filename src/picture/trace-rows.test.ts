import { describe, expect, it } from "vitest";
import { usualSensitivities } from "../domain/montage/display.ts";
import type { Drawn } from "../domain/montage/drawn-rows.ts";
import { usualPixelsPerMm } from "../domain/screen-scale.ts";
import type { Rgba } from "../render/types.ts";
import { type SideColours, traceRows } from "./trace-rows.ts";

const colour = (n: number): Rgba => [n, n, n, 1];
const colours: SideColours = { left: colour(0.6), right: colour(0.7), mid: colour(0.8), aux: colour(0.9) };
const channel = { name: "a", chain: 0, isUncalibrated: false, unit: "uV" };
const drawn = {
  channels: [
    { ...channel, row: 2, side: "left", kind: "eeg", missing: [], isNegativeUp: true },
    { ...channel, row: 1, side: "left", kind: "eeg", missing: ["F7"], isNegativeUp: true },
    { ...channel, row: 0, side: "aux", kind: "ecg", missing: [], isNegativeUp: false },
  ],
  layout: { centres: [1, 2, 3], length: 4, inView: 4 },
} as unknown as Drawn;
const size = { width: 1000, height: 400, ratio: 2 };

describe("rows", () => {
  it("draw EEG negative up and auxiliary channels positive up, in device pixels, and leave out what is missing", () => {
    const rows = traceRows(drawn, usualSensitivities, 0, size, colours, usualPixelsPerMm);
    expect(rows.map(({ row, baselineY }) => [row, baselineY])).toEqual([
      [2, 100],
      [0, 300],
    ]);
    expect(rows[0].pixelsPerUnit).toBeCloseTo(0.8108, 6);
    expect(rows[1].pixelsPerUnit).toBeCloseTo(-0.08108, 6);
    expect(rows[1].colour).toBe(colours.aux);
  });

  it("are as large as their kind: eyes and muscles ten times the ECG", () => {
    const kinds = ["ecg", "eog", "emg", "other"] as const;
    const channels = kinds.map((kind, row) => ({ ...drawn.channels[2], row, kind }));
    const body = { ...drawn, channels, layout: { centres: [0.5, 1.5, 2.5, 3.5], length: 4, inView: 4 } };
    const scales = traceRows(body, usualSensitivities, 0, size, colours, usualPixelsPerMm).map(
      ({ pixelsPerUnit }) => pixelsPerUnit,
    );
    expect(scales.map((scale) => Math.round(-scale * 1e5) / 1e5)).toEqual([0.08108, 0.8108, 0.8108, 0.08108]);
  });

  it("are those in the plot when there are more than fit", () => {
    const scrolled = { ...drawn, layout: { centres: [0.5, 1.5, 2.5], length: 3, inView: 1 } };
    const at = (top: number) => traceRows(scrolled, usualSensitivities, top, size, colours, usualPixelsPerMm);
    expect(at(0).map(({ row, baselineY }) => [row, baselineY])).toEqual([[2, 200]]);
    expect(at(2).map(({ row, baselineY }) => [row, baselineY])).toEqual([[0, 200]]);
    expect(at(0.75).map(({ row, baselineY }) => [row, baselineY])).toEqual([[2, -100]]);
  });
});
