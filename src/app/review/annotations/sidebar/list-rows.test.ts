import { describe, expect, it } from "vitest";
import { clockOf } from "../../../../domain/time/clock.ts";
import { rowDays, rowDuration, rowTimes } from "./list-rows.ts";

const startMs = Date.UTC(2026, 5, 3, 18, 14, 3);
const clock = clockOf({ start_ms: startMs, is_start_known: true, timezone: "America/New_York" });

describe("times of a row (spec 001 sections 2.4 and 9)", () => {
  it("is one time up to 2 minutes, a range beyond", () => {
    expect(rowTimes(startMs, startMs, clock)).toEqual(["02:14:03 PM"]);
    expect(rowTimes(startMs, startMs + 120_000, clock)).toEqual(["02:14:03 PM"]);
    expect(rowTimes(startMs, startMs + 120_001, clock)).toEqual(["02:14:03 PM", "– 02:16:03 PM"]);
  });
  it("names the zone in the hour that a clock change repeats, and there alone", () => {
    const start = Date.parse("2026-11-01T05:30:00Z");
    const hour = 3_600_000;
    expect(rowTimes(start, start, clock)).toEqual(["01:30:00 EDT"]);
    expect(rowTimes(start, start + hour, clock)).toEqual(["01:30:00 EDT", "– 01:30:00 EST"]);
    expect(rowTimes(start, start + 2 * hour, clock)).toEqual(["01:30:00 EDT", "– 02:30:00 AM"]);
    const berlin = clockOf({ start_ms: 0, is_start_known: true, timezone: "Europe/Berlin" });
    const autumn = Date.parse("2026-10-25T00:30:00Z");
    expect(rowTimes(autumn, autumn + hour, berlin)).toEqual(["02:30:00 +2", "– 02:30:00 +1"]);
  });
  it("has its days as month/day/year", () => {
    expect(rowDays(startMs, startMs + 1000, clock)).toBe("06/03/2026");
    expect(rowDays(startMs, startMs + 12 * 3_600_000, clock)).toBe("06/03/2026 – 06/04/2026");
  });
});

it("tells durations", () => {
  expect(rowDuration(startMs, startMs)).toBe("Point");
  expect(rowDuration(startMs, startMs + 30)).toBe("0.1s");
  expect(rowDuration(startMs, startMs + 4600)).toBe("4.6s");
  expect(rowDuration(startMs, startMs + 9000)).toBe("9s");
  expect(rowDuration(startMs, startMs + 610_000)).toBe("10m 10s");
});
