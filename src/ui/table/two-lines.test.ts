import { expect, it } from "vitest";
import { twoLineWidth, unbrokenIn, widthOf } from "./two-lines.ts";

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

it("gives a long word behind a short one its whole line: it is not broken before that is full", () => {
  const address = "maria-magdalena.okafor-featherstonehaugh.of.the.ward@neurolo";
  expect(twoLineWidth(address)).toBeGreaterThan(widthOf("featherstonehaugh.of.the.ward@neurolo"));
  expect(twoLineWidth(address)).toBeLessThan(widthOf(address));
});

it("ends no line inside a date", () => {
  expect(twoLineWidth("2024-05-16 00:40")).toBeGreaterThanOrEqual(widthOf("2024-05-16"));
  const dates = unbrokenIn("from 2024-05-16 to 2024-05-17").filter(({ isUnbroken }) => isUnbroken);
  expect(dates).toEqual([
    { part: "2024-05-16", isUnbroken: true, at: 5 },
    { part: "2024-05-17", isUnbroken: true, at: 19 },
  ]);
  // A name of an institution's is no date.
  expect(twoLineWidth("NICU-2026-000042-B")).toBeLessThan(widthOf("NICU-2026-000042"));
});

it("keeps the ellipsis of a cut text with what stands before it", () => {
  const partsOf = (text: string) => unbrokenIn(text).filter(({ isUnbroken }) => isUnbroken);
  expect(partsOf(`${"x".repeat(69)}…`)).toEqual([{ part: "xxxxxxxx…", isUnbroken: true, at: 61 }]);
  expect(partsOf("Department of Neurocritical Care, Univ…").map(({ part }) => part)).toEqual(["Univ…"]);
  expect(partsOf("nothing is cut")).toEqual([]);
});
