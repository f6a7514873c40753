/** Lines of values and fills, against independent drawings of what they are: the true line, the traces' own line, and areas. */
import { describe, expect, it } from "vitest";
import { compare, isAlike } from "../../src/render/compare.ts";
import { drawReference } from "../../src/render/definitions.ts";
import { frameOf } from "../../src/render/frame.ts";
import type { FillShape } from "../../src/render/passes/fills.ts";
import { bandBetween, type Curve, dashed, deltaFrom } from "../../src/render/primitives/curve.ts";
import { lineOf } from "../../src/render/primitives/line.ts";
import type { Frame } from "../../src/render/types.ts";
import { eeg, sampleTile, viewOf } from "./render/scenes.ts";
import { supersampled } from "./render/supersampled.ts";

const [width, height] = [200, 150];
const black = [0, 0, 0, 1] as const;
const clip = { x: 0, y: 0, width, height };

const frameOfShapes = (shapes: readonly FillShape[]): Frame => ({
  ...{ width, height, background: [1, 1, 1, 1], bands: [], hatchPeriod: 8, firstPixel: 0 },
  layers: [{ kind: "fills", clip, shapes }],
});

/** Ink 0..255 of every pixel. */
const inkOf = (shapes: readonly FillShape[]) =>
  Array.from({ length: width * height }, (_, at) => at).map(
    (
      (picture) => (at: number) =>
        255 - picture[4 * at]
    )(drawReference(frameOfShapes(shapes))),
  );

describe("a line of values", () => {
  for (const [spacing, lineWidth] of [
    [7.3, 1.1],
    [1, 1.1],
    [0.31, 1.1],
    [0.31, 2.2],
    [7.3, 3.3],
  ])
    it(`is the true line with a value each ${spacing} px and ${lineWidth} px wide`, () => {
      const count = Math.ceil((width + 10) / spacing);
      const points = Array.from(
        { length: count },
        (_, k) => [(k - 2) * spacing + 0.3 * spacing * Math.sin(k), 70 + 0.4 * eeg(0, k)] as const,
      );
      const curve: Curve = { x: points.map(([x]) => x), y: points.map(([, y]) => y) };
      const drawn = inkOf([lineOf(curve, { colour: black, lineWidth }, clip)]);
      const ink = supersampled({ width, height, lineWidth, points });
      const sizes = drawn.map((value, at) => Math.abs(value - 255 * ink[at])).sort((a, b) => a - b);
      const mean = sizes.reduce((sum, value) => sum + value, 0) / sizes.length;
      const found = JSON.stringify({ mean, p99: sizes[Math.floor(0.99 * sizes.length)] });
      expect(mean, found).toBeLessThanOrEqual(2);
      expect(sizes[Math.floor(0.99 * sizes.length)], found).toBeLessThanOrEqual(12);
    });

  it("is the line of traces where the values are samples", () => {
    for (const samplesPerPixel of [0.3, 1, 4]) {
      const first = Math.floor(95 * samplesPerPixel);
      const count = Math.ceil(220 * samplesPerPixel);
      const rows = [{ row: 0, baselineY: 70, pixelsPerUnit: 0.4, colour: black }];
      const view = viewOf(100, samplesPerPixel, 1, { width, height, lineWidth: 1.1, rows });
      const tile = sampleTile(1, first, count, eeg);
      const curve: Curve = {
        x: Array.from({ length: count }, (_, k) => (first + k) / samplesPerPixel - 100),
        y: Array.from(tile.data, (value) => 70 + value * 0.4),
      };
      const shapes = [lineOf(curve, { colour: black, lineWidth: 1.1 }, clip)];
      const difference = compare(drawReference(frameOfShapes(shapes)), drawReference(frameOf(view, [tile])), width);
      expect(difference, JSON.stringify(difference)).toSatisfy(isAlike);
    }
  });

  it("shifts without a shimmer when moved by whole pixels", () => {
    const shift = 37;
    const at = (dx: number): Curve => ({
      x: Array.from({ length: 90 }, (_, k) => 3.37 * k - 20 + dx),
      y: Array.from({ length: 90 }, (_, k) => (k % 19 === 7 ? Number.NaN : 75 + 0.5 * eeg(1, k))),
    });
    const draw = (dx: number) => {
      const level = { x: [-100, 500], y: [75, 75] };
      const line = lineOf(at(dx), { colour: black, lineWidth: 1.65 }, clip);
      return drawReference(frameOfShapes([bandBetween(at(dx), level, [1, 0, 0, 0.4], clip), line]));
    };
    const [before, after] = [draw(0), draw(shift)];
    for (let y = 0; y < height; y++) {
      const kept = 4 * (width - shift);
      const was = before.subarray(4 * y * width, 4 * y * width + kept);
      const is = after.subarray(4 * (y * width + shift), 4 * (y * width + shift) + kept);
      expect(compare(is, was, width).most).toBe(0);
    }
  });

  it("shows a value that stands alone as a dot, and joins nothing across one that is missing", () => {
    const curve: Curve = { x: [20, 30, 40, 100, 180], y: [75, Number.NaN, 75, Number.NaN, 75] };
    const drawn = inkOf([lineOf(curve, { colour: black, lineWidth: 2 }, clip)]);
    const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
      drawn.some((value, at) => at % width === x && value > 0),
    );
    expect(columns).toEqual([19, 20, 39, 40, 179, 180]);
  });
});

describe("a fill", () => {
  const areaOf = (shapes: readonly FillShape[]) => inkOf(shapes).reduce((sum, value) => sum + value, 0) / 255;
  const rising: Curve = { x: [10, 110], y: [120, 20] };
  const level: Curve = { x: [0, 60, 200], y: [70, 70, 70] };

  it("covers the area between two curves that cross", () => {
    // Two triangles, 50 px wide and 50 px high.
    expect(areaOf([bandBetween(rising, level, black, clip)])).toBeCloseTo(2500, -1);
  });

  it("has its two colours on either side of a baseline", () => {
    const [above, below] = deltaFrom(rising, level, { above: black, below: black }, clip);
    expect(areaOf([above])).toBeCloseTo(1250, -1);
    expect(areaOf([below])).toBeCloseTo(1250, -1);
    const inked = inkOf([above]);
    expect(inked[60 * width + 100]).toBe(255);
    expect(inked[90 * width + 20]).toBe(0);
  });

  it("covers nothing where either curve is missing", () => {
    const holed: Curve = { x: [10, 50, 60, 70, 110], y: [20, 20, Number.NaN, 20, 20] };
    expect(areaOf([bandBetween(holed, level, black, clip)])).toBeCloseTo(80 * 50, -1);
  });
});

it("makes dashes of one length along a bent line", () => {
  const dashes = dashed({ x: [0, 30, 30 + 40], y: [0, 40, 40] }, [7, 3]);
  const lengths = dashes.map(({ x, y }) =>
    Array.from({ length: x.length - 1 }, (_, k) => Math.hypot(x[k + 1] - x[k], y[k + 1] - y[k])).reduce(
      (a, b) => a + b,
      0,
    ),
  );
  expect(lengths).toHaveLength(9);
  for (const length of lengths) expect(length).toBeCloseTo(7, 9);
  expect(dashes[1].x[0]).toBeCloseTo(6, 9);
});
