import { describe, expect, it } from "vitest";
import { usualPixelsPerMm } from "../screen-scale.ts";
import { sensitivities } from "./display.ts";
import { fittingSensitivity, inkOf, isClosed, timesText } from "./fit.ts";

const row = { rowHeightPx: 37, pixelsPerMm: usualPixelsPerMm };
const pixels = (count: number, low: (k: number) => number, high: (k: number) => number) =>
  [low, high].map((of) => Float64Array.from({ length: count }, (_, k) => of(k))) as [Float64Array, Float64Array];

describe("ink", () => {
  it("is what a trace covers in a pixel and on the page, without a few bursts", () => {
    const burst = (k: number) => (k % 20 === 0 ? 2000 : 0);
    const ink = inkOf(
      ...pixels(
        200,
        (k) => -60 - burst(k),
        (k) => 50 + burst(k),
      ),
    );
    expect(ink).toEqual({ perPixel: 110, onPage: 110 });
    expect(inkOf(new Float64Array(0), new Float64Array(0))).toBeNull();
  });

  it("closes where the typical pixel covers six tenths of the row: of 37 px at 10 uV/mm that is 55 uV", () => {
    const ink = (perPixel: number) => ({ perPixel, onPage: 100 });
    expect(isClosed([ink(56), ink(56), ink(1)], 10, row)).toBe(true);
    expect(isClosed([ink(56), ink(54), ink(1)], 10, row)).toBe(false);
    expect(isClosed([ink(56)], 15, row)).toBe(false);
    expect(isClosed([], 10, row)).toBe(false);
  });

  it("closes where the typical trace reaches over two rows: 74 px at 10 uV/mm are 183 uV", () => {
    const ink = (onPage: number) => ({ perPixel: 20, onPage });
    expect(isClosed([ink(185), ink(185), ink(40)], 10, row)).toBe(true);
    expect(isClosed([ink(185), ink(180), ink(40)], 10, row)).toBe(false);
  });
});

describe("a fitting sensitivity", () => {
  it("keeps the typical trace in its row, as large as the choices allow", () => {
    const inks = [{ perPixel: 100, onPage: 300 }];
    const fitted = fittingSensitivity(inks, sensitivities, { ...row, rowHeightPx: 36 });
    expect(fitted).toBe(50);
    expect((300 * 4.054) / 50).toBeLessThanOrEqual(36);
    expect((300 * 4.054) / 30).toBeGreaterThan(36);
    expect(fittingSensitivity([{ perPixel: 1, onPage: 1e9 }], sensitivities, { ...row, rowHeightPx: 36 })).toBe(1000);
    expect(fittingSensitivity([], sensitivities, { ...row, rowHeightPx: 36 })).toBeNull();
  });

  it("says how far it is from the chosen one", () => {
    expect([timesText(70, 10), timesText(15, 10), timesText(5, 10)]).toEqual([
      "7× smaller",
      "1.5× smaller",
      "2× larger",
    ]);
  });
});
