import { expect, it } from "vitest";
import { countedBeyond } from "./counted-span.ts";
import { words } from "./words.ts";

const hour = 3_600_000;
const file = { startMs: 0, endMs: 10 * hour };

it("is told where more is counted than is in view: the whole of each page that it touches", () => {
  // 8 h that end with a file of 10 h touch both of its pages.
  expect(countedBeyond({ startMs: 2 * hour, endMs: 10 * hour }, file)).toEqual(file);
  expect(countedBeyond({ startMs: 1.5 * hour, endMs: 2.5 * hour }, file)).toEqual({ startMs: hour, endMs: 3 * hour });
});

it("is what is in view where that lies on pages, and where they are cut off by the file", () => {
  expect(countedBeyond({ startMs: 0, endMs: 8 * hour }, file)).toBeNull();
  expect(countedBeyond({ startMs: 2 * hour, endMs: 3 * hour }, file)).toBeNull();
  expect(countedBeyond({ startMs: 0, endMs: 10 * hour }, { startMs: 0, endMs: 10 * hour - 0.4 })).toBeNull();
});

it("is said in a sentence", () => {
  expect(words.counted("10:00:00 PM", "07:00:00 AM")).toBe(
    "Counted: 10:00:00 PM to 07:00:00 AM, all of each page that the view touches.",
  );
});
