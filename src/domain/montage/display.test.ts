import { describe, expect, it } from "vitest";
import { askedFilters } from "../../protocol/acting-filters.ts";
import { usualPixelsPerMm } from "../screen-scale.ts";
import { gapsTouching, segmentsTouching, uncovered } from "../time/gaps.ts";
import {
  calibrationMark,
  pixelsPerMicroVolt,
  roundDown125,
  sensitivityChoices,
  sensitivityName,
  stepSensitivity,
  unitName,
  usualSensitivities,
} from "./display.ts";
import { auxFilterSummary, filterSummary, frequencyName } from "./filter-options.ts";

const usual = (pixelsPerSecond: number) => ({ pixelsPerSecond, pixelsPerMm: usualPixelsPerMm });

describe("sensitivity (algorithms.md 3)", () => {
  it("draws a +-100 uV wave at 10 uV/mm as +-40 px", () => {
    expect(100 * pixelsPerMicroVolt(10, usualPixelsPerMm)).toBeCloseTo(40.54, 6);
    expect(sensitivityName(10)).toBe("10 \u00b5V/mm");
    expect(unitName("uV")).toBe("\u00b5V");
    expect(unitName("mmHg")).toBe("mmHg");
  });

  it("steps through the choices from any value", () => {
    expect(stepSensitivity(10, 1)).toBe(7);
    expect(stepSensitivity(10, -1)).toBe(15);
    expect(stepSensitivity(440, 1)).toBe(300);
    expect(stepSensitivity(1, 1)).toBe(1);
    expect(stepSensitivity(1000, -1)).toBe(1000);
  });

  it("is each kind's own: told in mV of ECG, in uV of eyes and muscles, and steps through the choices of its kind", () => {
    expect([10, 100, 1500, 10_000].map((each) => sensitivityName(each, "ecg"))).toEqual(
      ["0.01", "0.1", "1.5", "10"].map((n) => `${n} mV/mm`),
    );
    expect(sensitivityName(usualSensitivities.eog, "eog")).toBe("10 \u00b5V/mm");
    expect(stepSensitivity(100, 1, sensitivityChoices("ecg"))).toBe(70);
    expect(stepSensitivity(10_000, -1, sensitivityChoices("other"))).toBe(10_000);
    expect(stepSensitivity(1000, -1, sensitivityChoices("emg"))).toBe(1000);
    for (const kind of ["eeg", "ecg", "eog", "emg", "other"] as const)
      expect(sensitivityChoices(kind)).toContain(usualSensitivities[kind]);
    const mark = calibrationMark(100, usual(43.7), { width: 44, height: 48 }, 1000);
    expect(mark).toMatchObject({ microVolts: 1000, heightPx: 40.54 });
    expect(calibrationMark(10, usual(43.7), { width: 44, height: 48 }, 1000).microVolts).toBe(100);
  });

  it("marks 100 uV x 1 s where both fit, else the next smaller round amounts, always to scale", () => {
    const room = { width: 44, height: 96 };
    expect(calibrationMark(10, usual(43.7), room)).toMatchObject({ microVolts: 100, seconds: 1 });
    expect(calibrationMark(10, usual(131), room)).toMatchObject({ microVolts: 100, seconds: 0.2 });
    expect(calibrationMark(10, usual(21.8), room)).toMatchObject({ microVolts: 100, seconds: 1 });
    expect(calibrationMark(10, usual(4.37), room)).toMatchObject({ microVolts: 100, seconds: 10 });
    const fine = calibrationMark(1, usual(43.7), room);
    expect(fine.microVolts).toBe(20);
    expect(fine.heightPx).toBeCloseTo(20 * 4.054, 6);
    const long = calibrationMark(1000, usual(1315 / 86_400), room);
    expect(long.seconds).toBe(1800);
    expect(long.widthPx).toBeLessThanOrEqual(44);
    expect(roundDown125(0.3)).toBeCloseTo(0.2, 9);
    expect(roundDown125(50)).toBe(50);
  });
});

describe("filters", () => {
  it("says every filter, Off and inactive ones plainly", () => {
    expect(filterSummary({ lff: 1, hff: 30, notch: 60 }, 256)).toBe("LFF 1 · HFF 30 · Notch 60");
    expect(filterSummary({ lff: null, hff: 100, notch: null }, 200)).toBe(
      "LFF Off · HFF 100 (inactive at 200 Hz) · Notch Off",
    );
    expect(filterSummary({ lff: 1, hff: 100, notch: null }, 512 / 3)).toBe(
      "LFF 1 · HFF 100 (inactive at 170.667 Hz) · Notch Off",
    );
    expect(filterSummary({ lff: 1, hff: null, notch: null }, 1)).toBe("LFF 1 (inactive at 1 Hz) · HFF Off · Notch Off");
    expect(askedFilters({ lff: 1, hff: 30, notch: 60 }, 1)).toEqual({ lff: null, hff: 30, notch: 60 });
    expect(askedFilters({ lff: 1, hff: 30, notch: 60 }, 2.1)).toEqual({ lff: 1, hff: 30, notch: 60 });
    expect(auxFilterSummary({ lff: 0.5, hff: 70 }, 256)).toBe("LFF 0.5 · HFF 70");
    expect(auxFilterSummary({ lff: null, hff: 70 }, 100)).toBe("LFF Off · HFF 70 (inactive at 100 Hz)");
    expect(frequencyName(null)).toBe("Off");
    expect(frequencyName(0.5)).toBe("0.5 Hz");
  });
});

describe("gaps", () => {
  const segments = [
    { first: 10, count: 10, start_ms: 0 },
    { first: 30, count: 5, start_ms: 0 },
    { first: 35, count: 5, start_ms: 0 },
  ];
  it("finds what lies between the segments, clipped to the view", () => {
    expect(gapsTouching(segments, 0, 50)).toEqual([
      { start: 0, end: 10 },
      { start: 20, end: 30 },
      { start: 40, end: 50 },
    ]);
    expect(gapsTouching(segments, 12, 25)).toEqual([{ start: 20, end: 25 }]);
    expect(gapsTouching(segments, 31, 39)).toEqual([]);
    expect(gapsTouching([], 5, 9)).toEqual([{ start: 5, end: 9 }]);
    expect(segmentsTouching(segments, 20, 31)).toEqual([segments[1]]);
  });

  it("finds what no tile covers", () => {
    const tiles = [
      { start: 20, end: 30 },
      { start: 0, end: 12 },
      { start: 5, end: 15 },
    ];
    expect(uncovered(tiles, 3, 40)).toEqual([
      { start: 15, end: 20 },
      { start: 30, end: 40 },
    ]);
    expect(uncovered([{ start: 0, end: 100 }], 3, 40)).toEqual([]);
  });
});
