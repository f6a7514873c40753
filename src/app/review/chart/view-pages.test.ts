import { expect, it } from "vitest";
import { pagesTouching } from "./view-pages.ts";

const starts = (startMs: number, endMs: number, fileMs = 1_700_000_000_123) =>
  pagesTouching({ startMs: fileMs + startMs, endMs: fileMs + endMs }, fileMs).map((page) => page.startMs - fileMs);

it("are whole pages of the length of the view, from the start of the file on", () => {
  expect(starts(0, 60_000)).toEqual([0]);
  expect(starts(60_000, 120_000)).toEqual([60_000]);
  expect(starts(59_999, 119_999)).toEqual([0, 60_000]);
  expect(starts(90_000, 150_000)).toEqual([60_000, 120_000]);
  // A view that moved has its length to a fraction of a ms.
  expect(starts(60_000.000_1, 120_000.000_2)).toEqual([60_000]);
});
