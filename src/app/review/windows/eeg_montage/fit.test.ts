import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RowKind } from "../../../../domain/montage/electrodes.ts";
import { createFit, createFitMeter, type FitLook } from "./fit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page of rows of these kinds that swing by 1 mV in every pixel. */
const look = (kinds: readonly RowKind[], ecg: number): FitLook => {
  const count = 200;
  const data = Float32Array.from({ length: kinds.length * count }, (_, k) => (k % 2 === 0 ? -500 : 500));
  return {
    drawn: { channels: kinds.map((kind, row) => ({ kind, row, missing: [] })) } as unknown as FitLook["drawn"],
    tiles: [
      {
        ...{ id: 1, kind: "samples", rows: kinds.length, count, firstSample: 0, samplesPerColumn: 1 },
        ...{ data, breaks: new Uint8Array(count) },
      },
    ],
    view: { startSample: 0, endSample: count, samplesPerPixel: 2 } as FitLook["view"],
    sensitivities: { eeg: 10, ecg, eog: 10, emg: 10, other: 100 },
    rowHeightPx: 40,
    pixelsPerMm: 4,
  };
};

it("tells of the EEG, and where there is none of the rows that there are", () => {
  const fit = createFit();
  const meter = createFitMeter(fit);
  const measured = (...of: Parameters<typeof look>) => {
    meter.touch(() => look(...of));
    vi.runAllTimers();
    return [fit.lead, fit.isClosed, fit.fitting[fit.lead]];
  };
  // 400 px of 40 at 10 uV/mm; 40 px at 0.1 mV/mm, 8 px at 0.5 mV/mm.
  expect(measured(["eeg", "ecg"], 500)).toEqual(["eeg", true, 150]);
  expect(measured(["ecg"], 100)).toEqual(["ecg", true, 150]);
  expect(measured(["ecg"], 500)).toEqual(["ecg", false, 150]);
});
