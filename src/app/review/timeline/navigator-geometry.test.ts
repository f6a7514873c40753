import fc from "fast-check";
import { expect, it } from "vitest";
import { layNavigator, targetPx } from "./navigator-geometry.ts";

it("keeps every pointer target at least 24 px wide, on the track and free of the others", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 80, max: 2000, noNaN: true }),
      (a, b, trackPx) => {
        const { view, start, window, end } = layNavigator(Math.min(a, b), Math.max(a, b), trackPx);
        for (const part of [start, window, end]) {
          expect(part.width).toBeGreaterThanOrEqual(targetPx - 1e-6);
          expect(part.x).toBeGreaterThanOrEqual(-1e-6);
          expect(part.x + part.width).toBeLessThanOrEqual(trackPx + 1e-6);
        }
        expect(window.x).toBeGreaterThanOrEqual(start.x + start.width - 1e-6);
        expect(end.x).toBeGreaterThanOrEqual(window.x + window.width - 1e-6);
        expect(view.x).toBeGreaterThanOrEqual(0);
        expect(view.x + view.width).toBeLessThanOrEqual(trackPx + 1e-6);
      },
    ),
  );
});

it("centres the handles on the edges of a wide view", () => {
  const { view, start, end } = layNavigator(0.25, 0.75, 1000);
  expect(view).toEqual({ x: 250, width: 500 });
  expect(start.x + targetPx / 2).toBe(250);
  expect(end.x + targetPx / 2).toBe(750);
});

it("draws a view of a fraction of a pixel wide enough to be seen", () => {
  expect(layNavigator(0.5, 0.5001, 1000).view.width).toBe(6);
});
