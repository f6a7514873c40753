/** What is planted in the demo's strip is found by the rule of algorithms.md 11.2, as recorded and in pairs, and nothing else is. */
import { describe, expect, it } from "vitest";
import { referenceSd } from "../../../signal/reference-sd.ts";
import { openStrip, plantedPeaks, stripContacts, stripHz, stripStepsPerMicroVolt } from "./strip.ts";

const seconds = 9000;
const gap = { start: 8200, end: 8300 };
const strip = openStrip(seconds, gap, 304);
const recorded = stripContacts.map(() => new Float32Array(seconds * stripHz));
const second = new Int16Array(stripHz * stripContacts.length);
for (let s = 0; s < seconds; s++) {
  strip.render(s, second, stripHz, 0);
  recorded.forEach((row, k) => {
    for (let i = 0; i < stripHz; i++) row[s * stripHz + i] = second[k * stripHz + i] / stripStepsPerMicroVolt;
  });
}
const eventsIn = (rows: readonly Float32Array[], thresholdUv: number) =>
  referenceSd({ samplingHz: stripHz, startMs: 0, rows, thresholdUv })
    .filter(({ spread }) => spread.length > 0)
    .map(({ row, onset, amplitude }) => ({ row, onset, amplitude }));

describe("the demo's strip", () => {
  it("plants what fits beside the gap, in the order in which it spreads", () => {
    expect(plantedPeaks(seconds, gap)).toEqual([[], [4100], [4430, 6000], [4760, 6330], [], []]);
    expect(plantedPeaks(1800, { start: 1296, end: 1404 }).flat()).toEqual([]);
    expect(plantedPeaks(86_400, { start: 7987, end: 8667 }).flat()).toHaveLength(18);
    expect(plantedPeaks(seconds, { start: 4500, end: 4600 })[1]).toEqual([]);
  });

  it("shows them as the rule finds them, as recorded", () => {
    const found = eventsIn(recorded, 500);
    expect(found.map(({ row }) => row)).toEqual([1, 2, 3, 2, 3]);
    for (const [k, peak] of [4100, 4430, 4760, 6000, 6330].entries()) {
      expect(Math.abs(found[k].onset + 49 - peak)).toBeLessThan(12);
      expect(Math.abs(found[k].amplitude)).toBeGreaterThan(1200);
    }
  });

  it("shows them in pairs of neighbours", () => {
    const pairs = recorded.slice(1).map((row, k) => row.map((value, i) => recorded[k][i] - value));
    const found = eventsIn(pairs, 500);
    // Of a pair each contact brings one, of the other polarity.
    expect(new Set(found.map(({ row }) => row))).toEqual(new Set([0, 1, 2, 3]));
    expect(found.length).toBeGreaterThanOrEqual(5);
  });

  it("stays within the range of what stores it, and is the same every time", () => {
    expect(recorded.every((row) => row.every((value) => Math.abs(value) < 3000))).toBe(true);
    const again = new Int16Array(second.length);
    openStrip(seconds, gap, 304).render(seconds - 1, again, stripHz, 0);
    expect(again).toEqual(second);
  });
});
