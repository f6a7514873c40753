import { expect, it } from "vitest";
import { twoLineWidth, widthOf } from "./two-lines.ts";

it("keeps short texts on one line", () => {
  expect(twoLineWidth("SD-Watch")).toBeNull();
  expect(twoLineWidth("82.08 GB")).toBeNull();
});

it("finds the break that makes both lines fit", () => {
  const width = twoLineWidth("Northgate Medical Center") as number;
  expect(width).toBeGreaterThanOrEqual(widthOf("Medical Center"));
  expect(width).toBeLessThan(widthOf("Northgate Medical Center"));
});

it("does not ask for a break inside a word, unless it is longer than any word", () => {
  expect(twoLineWidth("Universitätsklinikum")).toBeGreaterThanOrEqual(widthOf("Universitätsklinikum"));
  expect(twoLineWidth("x".repeat(70))).toBeLessThan(widthOf("x".repeat(40)));
});
