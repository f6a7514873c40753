import { expect, it } from "vitest";
import { createTimeline, showLength } from "../time/timeline.ts";
import { asItIs, pageSizeOf } from "./PageSizeField.tsx";

const hourMs = 3_600_000;
const choicesMs = [hourMs, 8 * hourMs];

it("shows the length that is kept, in a file that is shorter too", () => {
  const file = { startMs: 0, endMs: 3 * hourMs };
  const timeline = createTimeline(file, { startMs: 0, endMs: 8 * hourMs });
  expect(pageSizeOf(timeline, choicesMs)).toBe(8 * hourMs);
  showLength(timeline, hourMs);
  expect(pageSizeOf(timeline, choicesMs)).toBe(hourMs);
  showLength(timeline, Number.POSITIVE_INFINITY);
  expect(pageSizeOf(timeline, choicesMs)).toBe(asItIs);
});
