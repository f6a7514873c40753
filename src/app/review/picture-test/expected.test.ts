import { describe, expect, it } from "vitest";
import { calibrationHz } from "../../../domain/calibration-signal.ts";
import { compare, isAlike } from "../../../render/compare.ts";
import { drawReference } from "../../../render/definitions.ts";
import { frameOf } from "../../../render/index.ts";
import type { TraceTile } from "../../../render/types.ts";
import { calibrationRecipe, calibrationValues, expectedTile } from "./expected.ts";

const [width, height] = [400, 150];
const values = calibrationValues(calibrationRecipe({ lff: null, hff: null, notch: null }));
const tile = (part: Partial<TraceTile>): TraceTile => ({
  ...{ id: 1, kind: "samples", rows: 5, count: 512, firstSample: 5120, samplesPerColumn: 1 },
  ...{ data: new Float32Array(0), breaks: new Uint8Array(0), ...part },
});
const picture = (shown: TraceTile) =>
  drawReference(
    frameOf(
      {
        ...{ width, height, startSample: 5120, samplesPerPixel: 512 / width, background: [1, 1, 1, 1], bands: [] },
        rows: [0, 1, 2, 3, 4].map((row) => ({
          ...{ row, baselineY: 15 + 30 * row, pixelsPerUnit: -0.2, colour: [0, 0, 0, 1] as const },
        })),
        lineWidth: 1.1,
      },
      [shown],
    ),
  );

describe("the expected picture", () => {
  it("holds the signal by its definition: steps, spikes, the gap", () => {
    const { data } = expectedTile(tile({}), values);
    expect([data[0], data[calibrationHz / 2], data[3 * 512 + calibrationHz / 2]]).toEqual([50, -50, 100]);
    const gap = expectedTile(tile({ firstSample: 70 * calibrationHz - 1, count: 3 }), values).data;
    expect([gap[0], gap[1], gap[2]]).toEqual([-50, Number.NaN, Number.NaN]);
    const wide = tile({ kind: "minmax", firstSample: 0, count: 2, samplesPerColumn: calibrationHz });
    expect([...expectedTile(wide, values).data.slice(0, 4)]).toEqual([-50, 50, -50, 50]);
  });

  it("is told from one whose values are 2 % off, or one sample late", () => {
    const right = expectedTile(tile({}), values);
    const judge = (shown: TraceTile) => isAlike(compare(picture(shown), picture(right), width));
    expect(judge(right)).toBe(true);
    expect(judge({ ...right, data: right.data.map((value) => 1.02 * value) })).toBe(false);
    const late = expectedTile(tile({ firstSample: 5119 }), values);
    expect(judge({ ...late, firstSample: 5120 })).toBe(false);
  });
});
