import { expect, it } from "vitest";
import { cssColour, strokeColour } from "./trace-colours.ts";

const ink = [0.8, 0.85, 0.9, 1] as const;

it("a chosen colour is drawn as it is on light, and lifted on dark", () => {
  expect(cssColour(strokeColour("#ad241d", "light", ink))).toBe("rgb(173 36 29 / 1)");
  // The browser's own color-mix(in oklab, #ad241d 72%, white).
  const [r, g, b] = strokeColour("#ad241d", "dark", ink).map((part) => Math.round(part * 255));
  expect(Math.abs(r - 202) + Math.abs(g - 110) + Math.abs(b - 95)).toBeLessThanOrEqual(12);
  expect(cssColour(strokeColour("#ffffff", "dark", ink))).toBe("rgb(255 255 255 / 1)");
});

it("the default black is ink on dark", () => {
  expect(strokeColour("#000000", "dark", ink)).toBe(ink);
  expect(strokeColour("#000000", "light", ink)).toEqual([0, 0, 0, 1]);
});
