/** The line that is drawn, against an independent drawing of the true one; and how columns go on where it ends. */
import { describe, expect, it } from "vitest";
import { drawReference } from "../../src/render/definitions.ts";
import { frameOf } from "../../src/render/frame.ts";
import { SoftwareRaster } from "../../src/render/software-raster.ts";
import type { TraceTile, TraceView } from "../../src/render/types.ts";
import { openRaster } from "../../src/signal/node.ts";
import { columnTile, eeg, sampleTile, viewOf } from "./render/scenes.ts";
import { supersampled } from "./render/supersampled.ts";

const raster = new SoftwareRaster(openRaster());
const [width, height, firstPixel] = [200, 150, 100];

function core(view: TraceView, tiles: readonly TraceTile[]): Uint8Array {
  const picture = new Uint8Array(4 * width * height);
  raster.draw(frameOf(view, tiles), (pixels) => picture.set(pixels));
  return picture;
}

/** One black trace on white: 40 uV are `gain` * 40 CSS px high. */
function viewAt(samplesPerPixel: number, ratio: number, gain: number): TraceView {
  const rows = [{ row: 0, baselineY: 70, pixelsPerUnit: gain * ratio, colour: [0, 0, 0, 1] as const }];
  return viewOf(firstPixel, samplesPerPixel, 1, { width, height, lineWidth: 1.1 * ratio, rows });
}

/** Ink 0..255 of every pixel as the true line has it. */
function trueInk(samplesPerPixel: number, ratio: number, gain: number): Uint8Array {
  const first = Math.floor((firstPixel - 5) * samplesPerPixel);
  const points = Array.from({ length: Math.ceil((width + 10) * samplesPerPixel) }, (_, k) => {
    const value = Math.fround(eeg(0, first + k));
    return [(first + k) / samplesPerPixel - firstPixel, 70 + value * gain * ratio] as const;
  });
  return Uint8Array.from(supersampled({ width, height, lineWidth: 1.1 * ratio, points }), (c) => Math.round(255 * c));
}

interface Distance {
  /** Mean, over all pixels and over those that either picture has ink in, and the 99th percentile over all. */
  mean: number;
  inkMean: number;
  p99: number;
  /** Mean of drawn less true over the pixels with ink. */
  bias: number;
}

function distance(picture: ArrayLike<number>, ink: Uint8Array): Distance {
  const drawn = Array.from(ink, (_, at) => 255 - picture[4 * at]);
  const differences = drawn.map((value, at) => value - ink[at]);
  const inked = differences.filter((_, at) => drawn[at] > 0 || ink[at] > 0);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const sizes = differences.map(Math.abs).sort((a, b) => a - b);
  return {
    mean: mean(sizes),
    inkMean: mean(inked.map(Math.abs)),
    p99: sizes[Math.floor(0.99 * sizes.length)],
    bias: mean(inked),
  };
}

const tileOf = (samplesPerPixel: number): TraceTile =>
  sampleTile(1, Math.floor((firstPixel - 10) * samplesPerPixel), Math.ceil((width + 20) * samplesPerPixel), eeg);

describe("the line through up to 16 samples a pixel", () => {
  for (const ratio of [1, 1.5, 2])
    for (const samplesPerPixel of [0.3, 1, 2, 4, 6, 10, 16])
      it(`is the true one at ${samplesPerPixel} samples a pixel and device pixel ratio ${ratio}`, () => {
        const ink = trueInk(samplesPerPixel, ratio, 0.4);
        const view = viewAt(samplesPerPixel, ratio, 0.4);
        const tiles = [tileOf(samplesPerPixel)];
        for (const picture of [core(view, tiles), drawReference(frameOf(view, tiles))]) {
          const found = distance(picture, ink);
          const text = JSON.stringify(found);
          expect(found.mean, text).toBeLessThanOrEqual(2);
          expect(found.p99, text).toBeLessThanOrEqual(12);
          // The drawing with 16 x 16 points is itself a 32nd of a pixel off on an edge that follows the grid.
          expect(found.inkMean, text).toBeLessThanOrEqual(2.6);
        }
      });

  it("keeps steep and high traces true", () => {
    for (const samplesPerPixel of [2, 6, 16]) {
      const found = distance(
        core(viewAt(samplesPerPixel, 1, 3), [tileOf(samplesPerPixel)]),
        trueInk(samplesPerPixel, 1, 3),
      );
      expect(found.inkMean, JSON.stringify(found)).toBeLessThanOrEqual(2.6);
    }
  });
});

it("changes to columns without a change of weight", () => {
  for (const ratio of [1, 2])
    for (const [samplesPerPixel, gain] of [
      [17, 0.4],
      [20.3, 0.4],
      [17, 1.5],
      [32, 1.5],
    ]) {
      const column = Math.floor(samplesPerPixel);
      const first = Math.floor(((firstPixel - 10) * samplesPerPixel) / column);
      const tile = columnTile(1, first, Math.ceil(((width + 20) * samplesPerPixel) / column), column, eeg);
      const found = distance(core(viewAt(samplesPerPixel, ratio, gain), [tile]), trueInk(samplesPerPixel, ratio, gain));
      expect(Math.abs(found.bias), JSON.stringify({ ratio, samplesPerPixel, gain, ...found })).toBeLessThanOrEqual(16);
    }
});
