import { describe, expect, it } from "vitest";
import type { Rgba } from "../types.ts";
import { errorBars, groupedBars, intervalRects } from "./bars.ts";
import { colourCells, spectra, spectrumTable } from "./colour-map.ts";
import { areaOf, areasWithin, areaWithin, markShapes, outlineOf } from "./mark-shape.ts";

const black: Rgba = [0, 0, 0, 1];
const red: Rgba = [1, 0, 0, 1];

describe("the seven shapes of points", () => {
  for (const shape of markShapes)
    it(`has the area of the circle: ${shape}`, () => {
      const outline = outlineOf(shape, 10).map(([x, y]) => [x + 20.3, y + 20.8] as const);
      expect(areaOf(outline)).toBeCloseTo((Math.PI * 100) / 4, 9);
      const areas = areasWithin(outline, 40);
      expect(Math.max(...areas)).toBeLessThanOrEqual(1 + 1e-9);
      areas.forEach((area, k) => {
        expect(area).toBeCloseTo(areaWithin(outline, k % 40, Math.floor(k / 40)), 9);
      });
      const sum = areas.reduce((all, area) => all + area, 0);
      expect(sum).toBeCloseTo((Math.PI * 100) / 4, 6);
    });
});

describe("bars", () => {
  it("stand side by side in their bin, on the baseline; a value that is missing has none", () => {
    const series = [
      { values: [5, -2], colour: black },
      { values: [Number.NaN, 0], colour: red },
    ];
    const rects = groupedBars([0, 20, 40], series, { baselineY: 100, pixelsPerUnit: -10, gap: 2 });
    expect(rects.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1])).toEqual([
      [2, 50, 10, 100],
      [22, 100, 30, 120],
      [30, 100, 38, 100],
    ]);
  });

  it("of a last bin that is narrower than the others are narrower, and there", () => {
    const rects = groupedBars([0, 50, 52], [{ values: [1, 2], colour: black }], {
      baselineY: 100,
      pixelsPerUnit: -10,
      gap: 2,
    });
    expect(rects.map(({ x0, x1 }) => [x0, x1])).toEqual([
      [2, 48],
      [50.2, 51.8],
    ]);
  });

  it("of errors have caps at both ends, and none of their parts lies on another", () => {
    const rects = errorBars({
      x: [10.2, 5],
      from: [20, 1],
      to: [40.4, Number.NaN],
      colour: black,
      thickness: 2,
      cap: 8,
    });
    expect(rects.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1])).toEqual([
      [6, 19, 14, 21],
      [9, 21, 11, 39],
      [6, 39, 14, 41],
    ]);
  });

  it("of errors without a length are one line", () => {
    const rects = errorBars({ x: [10], from: [20], to: [20], colour: black, thickness: 2, cap: 8 });
    expect(rects.map(({ y0, y1 }) => [y0, y1])).toEqual([[19, 21]]);
  });
});

it("shows a short interval as one line, and a long one between two", () => {
  const look = { y0: 0, y1: 9, fill: red, style: "fill", edge: black, edgeWidth: 1 } as const;
  expect(intervalRects({ ...look, x0: 5.2, x1: 5.9 }).map(({ x0, x1 }) => [x0, x1])).toEqual([[5, 6]]);
  expect(intervalRects({ ...look, x0: 5.2, x1: 19.6 }).map(({ x0, x1 }) => [x0, x1])).toEqual([
    [6, 19],
    [5, 6],
    [19, 20],
  ]);
});

describe("spectra", () => {
  it("run from their first colour to their last, by way of those between", () => {
    for (const spectrum of spectra) expect(spectrumTable(spectrum)).toHaveLength(4 * 256);
    const grays = spectrumTable("Grays");
    expect([...grays.slice(0, 4)]).toEqual([255, 255, 255, 255]);
    expect([...grays.slice(-4)]).toEqual([0, 0, 0, 255]);
  });

  it("colour values by their place between the bounds, and what is missing as asked", () => {
    const scale = { spectrum: "Grays", low: 0, high: 10, missing: [1, 0, 0, 0.5] } as const;
    const cells = colourCells([-5, 10, 99, Number.NaN], scale);
    expect([...cells]).toEqual([...[255, 255, 255, 255], ...[0, 0, 0, 255], ...[0, 0, 0, 255], ...[255, 0, 0, 128]]);
    expect([...colourCells([Number.NaN], { ...scale, missing: null })]).toEqual([0, 0, 0, 0]);
  });
});
