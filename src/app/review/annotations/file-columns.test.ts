import { expect, it } from "vitest";
import { annotationLimits } from "../../../protocol/annotations.ts";
import { fileColumns } from "./file-columns.ts";

it("shortens what a title cannot hold without cutting a character in two, and keeps the whole text", () => {
  const texts = [0, 1].map((before) => `${"x".repeat(annotationLimits.title - 3 + before)}\u{1f9e0} and more`);
  const { titles, descriptions } = fileColumns(texts.map((text) => ({ start_time: 0, end_time: 0, text })));
  expect(titles).toEqual([
    `${"x".repeat(annotationLimits.title - 3)}\u{1f9e0}…`,
    `${"x".repeat(annotationLimits.title - 2)}…`,
  ]);
  expect(descriptions).toEqual(texts);
});
