// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { createAnnotationStrip, placeAnnotations } from "./annotation-strip.ts";

const span = { startMs: 10_000, endMs: 20_000 };
const note = (start_time: number, end_time: number, text: string) => ({ start_time, end_time, text });

it("places spans and points, clips to the view, at least 3 px wide", () => {
  const placed = placeAnnotations(
    [
      note(0, 5000, "before"),
      note(8000, 12_000, "into"),
      note(15_000, 15_000, "point"),
      note(18_000, 18_001, "short"),
      note(20_000, 21_000, "after"),
    ],
    span,
    1000,
  );
  expect(placed).toEqual([
    { x: 0, width: 200, count: 1, tag: "into" },
    { x: 500, width: 0, count: 1, tag: "point" },
    { x: 800, width: 3, count: 1, tag: "short" },
  ]);
});

it("leaves out tags that would lie over the one before, never the marks", () => {
  const placed = placeAnnotations(
    [note(11_000, 11_000, "a"), note(11_100, 11_100, "b"), note(12_000, 12_000, "c")],
    span,
    1000,
  );
  expect(placed.map(({ tag }) => tag)).toEqual(["a", null, "c"]);
});

it("counts marks that crowd, however many there are, and keeps bands apart from them", () => {
  const many = Array.from({ length: 5000 }, (_, k) => note(12_000 + k / 5, 12_000 + k / 5, `n${k}`));
  const placed = placeAnnotations([note(11_000, 19_000, "sleep"), ...many, note(15_000, 15_000, "alone")], span, 1000);
  expect(placed).toEqual([
    { x: 100, width: 800, count: 1, tag: "sleep" },
    { x: 200, width: expect.closeTo(100, 0), count: 5000, tag: "n0 +4,999" },
    { x: 500, width: 0, count: 1, tag: "alone" },
  ]);
});

it("finds what began before the view, and skips what cannot reach it", () => {
  const notes = [note(0, 1, "a"), note(1000, 9999, "b"), note(4000, 10_500, "c"), note(9000, 9100, "d")];
  expect(placeAnnotations(notes, span, 1000, 8999).map(({ tag }) => tag)).toEqual(["c"]);
});

it("draws every mark in the first frame, and hides those that are no more", () => {
  const layer = document.createElement("div");
  const marks = Array.from({ length: 9 }, (_, k) => note(10_500 + 1000 * k, 10_500 + 1000 * k, `mark ${k}`));
  const strip = createAnnotationStrip(layer, marks);
  const shown = () => [...layer.querySelectorAll<HTMLElement>(":scope > div")].filter(({ hidden }) => !hidden);
  strip.draw(span, 1000);
  expect(shown().map(({ style }) => style.left)).toEqual(marks.map((_, k) => `${50 + 100 * k}px`));
  strip.draw({ startMs: 15_000, endMs: 25_000 }, 1000);
  expect(shown().map(({ textContent }) => textContent)).toEqual(["mark 5", "mark 6", "mark 7", "mark 8"]);
});
