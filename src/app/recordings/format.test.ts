import { expect, it } from "vitest";
import type { RecordingSummary } from "../../protocol/recordings.ts";
import { durationText, fileSize, progressText, startText } from "./format.ts";

const recording = (over: Partial<RecordingSummary>) =>
  ({
    start_ms: Date.parse("2026-06-03T18:14:05Z"),
    is_start_known: true,
    timezone: "America/New_York",
    ...over,
  }) as RecordingSummary;

it("writes the start in the recording's zone, or that it is unknown", () => {
  expect(startText(recording({}))).toBe("06/03/2026 02:14 PM");
  expect(startText(recording({ is_start_known: false }))).toBe("Unknown");
});

it("writes sizes, durations and progress", () => {
  expect([0, 999, 1000, 82_080_000_000].map(fileSize)).toEqual(["0 B", "999 B", "1.00 kB", "82.08 GB"]);
  expect(durationText(recording({ start_ms: 0, end_ms: 7_200_000 }))).toBe("2h");
  expect(progressText(recording({ progress: 0.919, eta_ms: 119_000 }))).toBe("91 % · 2 min left");
  expect(progressText(recording({ progress: 0.01, eta_ms: null }))).toBe("1 %");
});
