import { describe, expect, it } from "vitest";
import { lengthAtSpeed, pixelsPerMmOf, readScreens, rulerMm, screenName } from "./screen-scale.ts";

describe("a measured screen", () => {
  const screen = { devicePixelsPerMm: 7.2, measuredAt: 1 };

  it("keeps its millimetre at any zoom of the page", () => {
    expect(pixelsPerMmOf(screen, 2)).toBe(3.6);
    expect(pixelsPerMmOf(screen, 3)).toBeCloseTo(2.4, 12);
    expect((pixelsPerMmOf(screen, 2.2) as number) * 2.2).toBeCloseTo(7.2, 12);
    expect(pixelsPerMmOf({ ...screen, devicePixelsPerMm: 1e-3 }, 1)).toBeNull();
    expect(pixelsPerMmOf({ ...screen, devicePixelsPerMm: 1e6 }, 1)).toBeNull();
  });

  it("is read from what is stored, and anything else is none", () => {
    const name = screenName({ width: 1920, height: 1080 });
    expect(readScreens(JSON.stringify({ [name]: screen }))).toEqual({ "1920 × 1080": screen });
    for (const stored of [
      null,
      "",
      "7",
      "null",
      "[1]",
      '{"a":null}',
      '{"a":{"devicePixelsPerMm":"7","measuredAt":1}}',
      '{"a":{"devicePixelsPerMm":-7,"measuredAt":1}}',
    ])
      expect(readScreens(stored)).toEqual({});
  });

  it("has pages by paper speed: 1200 px of 4 px/mm are 10 s at 30 mm/s", () => {
    expect([15, 30, 60].map((speed) => lengthAtSpeed(1200, 4, speed))).toEqual([20_000, 10_000, 5000]);
  });

  it("is checked by the longest ruler that there is room for", () => {
    expect([912, 400, 399, 100, 10].map((px) => rulerMm(px, 4))).toEqual([100, 100, 50, 20, 10]);
  });
});
