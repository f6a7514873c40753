import { expect, it } from "vitest";
import type { TraceRow, TraceTile } from "../../../render/types.ts";
import { nearestTrace, valueAt } from "./nearest-trace.ts";

const samples: TraceTile = {
  id: 1,
  kind: "samples",
  rows: 2,
  count: 4,
  firstSample: 100,
  samplesPerColumn: 1,
  data: Float32Array.of(1, 2, Number.NaN, 4, 10, 20, 30, 40),
  breaks: new Uint8Array(4),
};
const columns: TraceTile = {
  ...samples,
  id: 2,
  kind: "minmax",
  count: 2,
  samplesPerColumn: 10,
  data: Float32Array.of(-5, 5, -6, 6, -50, 50, Number.NaN, Number.NaN),
};
const rows: TraceRow[] = [
  { row: 0, baselineY: 100, pixelsPerUnit: 2, colour: [0, 0, 0, 1] },
  { row: 1, baselineY: 200, pixelsPerUnit: 2, colour: [0, 0, 0, 1] },
];

it("reads samples and the extremes of columns, the best tile first", () => {
  expect(valueAt([samples, columns], 1, 103.9)).toEqual({ min: 40, max: 40 });
  expect(valueAt([samples, columns], 0, 110)).toEqual({ min: -6, max: 6 });
  expect(valueAt([columns], 1, 105)).toEqual({ min: -50, max: 50 });
});

it("reads the sample that is nearest on the line, and none beyond a gap or a seam", () => {
  const next: TraceTile = { ...samples, id: 3, firstSample: 104, data: Float32Array.of(5, 6, 7, 8, 50, 60, 70, 80) };
  const seam: TraceTile = { ...next, id: 4, breaks: Uint8Array.of(1, 0, 0, 0) };
  expect(valueAt([samples], 0, 100.4)).toEqual({ min: 1, max: 1 });
  expect(valueAt([samples], 0, 100.6)).toEqual({ min: 2, max: 2 });
  expect(valueAt([samples], 0, 101.999_999_999)).toEqual({ min: 2, max: 2 });
  expect(valueAt([samples], 0, 100.6, true)).toEqual({ min: 1, max: 1 });
  expect(valueAt([samples], 0, 102.9)).toBeNull();
  expect(valueAt([samples, next], 1, 103.6)).toEqual({ min: 50, max: 50 });
  expect(valueAt([samples, seam], 1, 103.6)).toEqual({ min: 40, max: 40 });
  expect(valueAt([samples, columns], 1, 103.6)).toEqual({ min: 40, max: 40 });
});

it("gives nothing in gaps and where no tile is", () => {
  expect(valueAt([samples], 0, 102)).toBeNull();
  expect(valueAt([columns], 1, 115)).toBeNull();
  expect(valueAt([samples], 0, 99)).toBeNull();
  expect(valueAt([], 0, 100)).toBeNull();
});

it("names the trace that passes nearest to the pointer, not the nearest baseline", () => {
  // Row 1 at sample 100 is drawn at 200 + 10 * 2 = 220, row 0 at 102.
  expect(nearestTrace([samples], rows, { sample: 100, y: 215, reachPx: 40 })).toMatchObject({ row: 1, y: 220 });
  expect(nearestTrace([samples], rows, { sample: 100, y: 110, reachPx: 40 })).toMatchObject({ row: 0, y: 102 });
  expect(nearestTrace([samples], rows, { sample: 100, y: 160, reachPx: 40 })).toBeNull();
  expect(nearestTrace([columns], rows, { sample: 100, y: 150, reachPx: 40 })).toMatchObject({ row: 1, y: 150 });
});
