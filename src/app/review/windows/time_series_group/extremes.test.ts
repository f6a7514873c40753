import { describe, expect, it } from "vitest";
import type { TraceTile } from "../../../../render/types.ts";
import { extremesInView, hasValueInView } from "./extremes.ts";

const { NaN: gap, POSITIVE_INFINITY: inf } = Number;
const samples = (firstSample: number, ...rows: number[][]): TraceTile => ({
  id: firstSample,
  kind: "samples",
  rows: rows.length,
  count: rows[0].length,
  firstSample,
  samplesPerColumn: 1,
  data: Float32Array.from(rows.flat()),
  breaks: new Uint8Array(rows[0].length),
});
const columns: TraceTile = {
  ...samples(100, [0, 0, 0], [0, 0, 0]),
  kind: "minmax",
  samplesPerColumn: 10,
  data: Float32Array.of(-5, 5, -6, 6, gap, gap, 1, 2, 3, 400, 5, 6),
};

describe("the extremes in view", () => {
  it("are those of the row's samples in it, the last one of the view included", () => {
    const tile = samples(10, [9, 1, 2, 3, 9], [0, -7, 8, 0, 0]);
    expect(extremesInView([tile], 0, { startSample: 11, endSample: 14 })).toEqual({ min: 1, max: 3 });
    expect(extremesInView([tile], 0, { startSample: 11, endSample: 13.5 })).toEqual({ min: 1, max: 3 });
    expect(extremesInView([tile], 1, { startSample: 0, endSample: 100 })).toEqual({ min: -7, max: 8 });
  });

  it("are those of whole columns, over several tiles, and nothing of what is missing", () => {
    const view = { startSample: 105, endSample: 119 };
    expect(extremesInView([columns], 0, view)).toEqual({ min: -6, max: 6 });
    expect(extremesInView([columns, samples(80, [70], [0])], 0, { startSample: 80, endSample: 200 })).toEqual({
      min: -6,
      max: 70,
    });
    expect(extremesInView([columns], 0, { startSample: 120, endSample: 130 })).toBeNull();
    expect(extremesInView([samples(0, [gap, inf, -inf])], 0, { startSample: 0, endSample: 3 })).toBeNull();
    expect(extremesInView([], 0, view)).toBeNull();
  });
});

it("are of a value wherever there is one", () => {
  const tiles = [columns, samples(80, [gap, 70, gap, inf], [gap, gap, gap, gap])];
  for (const row of [0, 1])
    for (let startSample = 75; startSample < 135; startSample++)
      for (const length of [0.5, 1, 3, 12]) {
        const view = { startSample, endSample: startSample + length };
        expect(hasValueInView(tiles, row, view)).toBe(extremesInView(tiles, row, view) !== null);
      }
});
