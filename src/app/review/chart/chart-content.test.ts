import { expect, it } from "vitest";
import { boxOf, draggedRange, stretchedTop, thinnedTicks } from "./chart-content.ts";

const ticks = (count: number) => Array.from({ length: count }, (_, value) => ({ value, label: String(value) }));

it("keeps one label in 50 px at most", () => {
  expect(thinnedTicks(ticks(10), 500, 50)).toHaveLength(10);
  expect(thinnedTicks(ticks(11), 500, 50).map(({ value }) => value)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(thinnedTicks(ticks(101), 499, 50)).toHaveLength(9);
  expect(thinnedTicks(ticks(5), 10, 50)).toHaveLength(1);
});

it("stretches the upper end so that what is under the pointer stays there", () => {
  const range = stretchedTop({ min: 0, max: 100 }, 0.5, 0.25);
  expect(range).toEqual({ min: 0, max: 200 });
  expect(stretchedTop({ min: 0, max: 100 }, 0.5, 1)).toEqual({ min: 0, max: 50 });
  expect(stretchedTop({ min: 0, max: 100 }, 0.5, -3).max).toBeLessThanOrEqual(2500);
});

it("rescales by a drag where an axis has a scale, and pans where it has a place; Shift does the other", () => {
  const range = { min: -1, max: 1 };
  const dragged = (kind: "both" | "scale", hasShift: boolean) => draggedRange(range, [0.25, 0.5], { kind, hasShift });
  expect(dragged("scale", false)).toEqual({ min: -0.5, max: 0.5 });
  expect(dragged("scale", true)).toEqual({ min: -1.5, max: 0.5 });
  expect(dragged("both", false)).toEqual({ min: -1.5, max: 0.5 });
  expect(dragged("both", true)).toEqual({ min: -0.5, max: 0.5 });
  const top = { kind: "top", hasShift: false } as const;
  expect(draggedRange({ min: 0, max: 100 }, [0.5, 0.25], top)).toEqual({ min: 0, max: 200 });
});

it("puts values where they belong", () => {
  const axis = (min: number, max: number) => ({ range: { min, max }, ticks: [], title: "" });
  const box = boxOf({ x: axis(10, 20), y: axis(0, 4) }, { width: 200, height: 100, ratio: 2 });
  expect([box.xOf(10), box.xOf(15), box.yOf(0), box.yOf(4)]).toEqual([0, 100, 100, 0]);
});
