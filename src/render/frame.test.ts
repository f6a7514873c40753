import { expect, it } from "vitest";
import { checkClips, isWhole } from "./frame.ts";
import type { Frame, Rect } from "./types.ts";

const frameOf = (clip: Rect): Frame => ({
  ...{ width: 100, height: 50, background: [1, 1, 1, 1], bands: [], hatchPeriod: 8, firstPixel: 0 },
  layers: [{ kind: "fills", clip, shapes: [] }],
});

it("takes clips within the picture, empty ones too", () => {
  for (const clip of [
    { x: 0, y: 0, width: 100, height: 50 },
    { x: 99, y: 49, width: 1, height: 1 },
    { x: 100, y: 0, width: 0, height: 0 },
  ])
    expect(() => checkClips(frameOf(clip))).not.toThrow();
});

it("refuses those that reach out of it or cut through pixels", () => {
  for (const clip of [
    { x: -1, y: 0, width: 10, height: 10 },
    { x: 0, y: 41, width: 10, height: 10 },
    { x: 95, y: 0, width: 10, height: 10 },
    { x: 5, y: 0, width: -1, height: 10 },
    { x: 0.5, y: 0, width: 10, height: 10 },
    { x: 0, y: 0, width: Number.NaN, height: 10 },
  ])
    expect(() => checkClips(frameOf(clip))).toThrow(RangeError);
});

it("knows a clip that leaves nothing out", () => {
  const size = { width: 100, height: 50 };
  expect(isWhole({ x: 0, y: 0, ...size }, size)).toBe(true);
  expect(isWhole({ x: 0, y: 1, width: 100, height: 49 }, size)).toBe(false);
});
