import { describe, expect, it } from "vitest";
import { clockOf } from "./clock.ts";
import { axisTicks, navigatorTicks, tickStep, ticksIn, timeLines } from "./time-axis.ts";

const newYork = clockOf({ start_ms: 0, is_start_known: true, timezone: "America/New_York" });
const kathmandu = clockOf({ start_ms: 0, is_start_known: true, timezone: "Asia/Kathmandu" });
const elapsed = clockOf({ start_ms: 1500, is_start_known: false, timezone: "America/New_York" });
const at = (iso: string) => Date.parse(iso);
const hour = 3_600_000;

describe("ticks", () => {
  it("choose the smallest round step that leaves room", () => {
    expect(tickStep(1315 / 30_000, 96)).toBe(5000);
    expect(tickStep(1315 / 10_000, 96)).toBe(1000);
    expect(tickStep(1175 / (12 * hour), 64)).toBe(hour);
    expect(tickStep(1, 96)).toBe(100);
  });

  it("stand on round times of the zone", () => {
    const startMs = at("2026-06-03T18:14:03.390Z");
    const labels = axisTicks({ startMs, endMs: startMs + 15_000 }, newYork, 700).map(({ label }) => label);
    expect(labels).toEqual(["02:14:05 PM", "02:14:10 PM", "02:14:15 PM"]);
    const day = { startMs: at("2026-06-03T00:00:00Z"), endMs: at("2026-06-03T06:00:00Z") };
    const first = ticksIn(day, kathmandu, hour)[0];
    expect(kathmandu.time(first)).toBe("06:00:00 AM");
  });

  it("carry the date where a day begins", () => {
    const span = { startMs: at("2026-06-03T16:00:00Z"), endMs: at("2026-06-04T16:00:00Z") };
    const labels = navigatorTicks(span, newYork, 700).map(({ label }) => label);
    expect(labels).toEqual(["12 PM", "3 PM", "6 PM", "9 PM", "06/04", "3 AM", "6 AM", "9 AM", "12 PM"]);
    const night = { startMs: at("2026-06-04T03:59:00Z"), endMs: at("2026-06-04T04:02:00Z") };
    expect(axisTicks(night, newYork, 300).map(({ label }) => label)).toEqual([
      ...["11:59:00 PM", "06/04/2026", "12:01:00 AM", "12:02:00 AM"],
    ]);
  });

  it("stay on full hours when the clock goes back", () => {
    const span = { startMs: at("2026-11-01T04:00:00Z"), endMs: at("2026-11-01T16:00:00Z") };
    const labels = ticksIn(span, newYork, 3 * hour).map((ms) => newYork.shortTime(ms));
    expect(labels).toEqual(["12 AM", "3 AM", "6 AM", "9 AM"]);
  });

  it("tell the two hours of a repeated reading apart by their zone", () => {
    const start = Date.parse("2026-11-01T04:30:00Z");
    const repeated = clockOf({ start_ms: start, is_start_known: true, timezone: "America/New_York" });
    const labels = axisTicks({ startMs: start, endMs: start + 3 * hour }, repeated, 1400).map(({ label }) => label);
    expect(labels.slice(1, 5)).toEqual(["12:45:00 AM", "01:00:00 EDT", "01:15:00 EDT", "01:30:00 EDT"]);
    expect(labels.slice(5, 8)).toEqual(["01:45:00 EDT", "01:00:00 EST", "01:15:00 EST"]);
    expect(labels.slice(9, 11)).toEqual(["01:45:00 EST", "02:00:00 AM"]);
  });

  it("stand in both hours of a repeated reading where they are half an hour or an hour apart", () => {
    const start = at("2026-11-01T04:00:00Z");
    const hours = axisTicks({ startMs: start, endMs: start + 4 * hour }, newYork, 480);
    expect(hours.map(({ label }) => label)).toEqual([
      ...["11/01/2026", "01:00:00 EDT", "01:00:00 EST", "02:00:00 AM", "03:00:00 AM"],
    ]);
    expect(hours.map(({ timeMs }) => (timeMs - start) / hour)).toEqual([0, 1, 2, 3, 4]);
    const halves = ticksIn({ startMs: start + hour, endMs: start + 3 * hour }, newYork, hour / 2);
    expect(halves.map((ms) => (ms - start) / hour)).toEqual([1, 1.5, 2, 2.5, 3]);
    // From the middle of it on: what comes first is the second reading.
    expect(ticksIn({ startMs: start + 2 * hour, endMs: start + 2.5 * hour }, newYork, hour / 2)).toHaveLength(2);
    const twoHours = ticksIn({ startMs: start, endMs: start + 5 * hour }, newYork, 2 * hour);
    expect(twoHours.map((ms) => (ms - start) / hour)).toEqual([0, 3, 5]);
  });

  it("under the navigator tell the two hours apart, too", () => {
    const start = at("2026-11-01T04:00:00Z");
    const labels = (hours: 12 | 24, timezone = "America/New_York", from = start) =>
      navigatorTicks(
        { startMs: from, endMs: from + 4 * hour },
        clockOf({ start_ms: from, is_start_known: true, timezone }, hours),
        300,
      ).map(({ label }) => label);
    expect(labels(12)).toEqual(["11/01", "1:00 EDT", "1:00 EST", "2 AM", "3 AM"]);
    expect(labels(24)).toEqual(["11/01", "01:00 EDT", "01:00 EST", "02:00", "03:00"]);
    expect(labels(24, "Europe/Berlin", at("2026-10-24T23:00:00Z"))).toEqual([
      ...["01:00", "02:00 GMT+2", "02:00 GMT+1", "03:00", "04:00"],
    ]);
  });

  it("leave out the hour that the clock skips and never repeat or go back", () => {
    const span = { startMs: at("2026-03-08T05:00:00Z"), endMs: at("2026-03-08T10:00:00Z") };
    const ticks = ticksIn(span, newYork, hour);
    expect(ticks.map((ms) => newYork.shortTime(ms))).toEqual(["12 AM", "1 AM", "3 AM", "4 AM", "5 AM", "6 AM"]);
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
    const halves = ticksIn({ startMs: span.startMs + hour, endMs: span.endMs - 2 * hour }, newYork, hour / 2);
    expect(halves.map((ms) => newYork.time(ms).slice(0, 5))).toEqual(["01:00", "01:30", "03:00", "03:30", "04:00"]);
  });

  it("count from the start when it is unknown", () => {
    const labels = axisTicks({ startMs: 1500, endMs: 31_500 }, elapsed, 700).map(({ label }) => label);
    expect(labels[0]).toBe("00:00:00");
    expect(labels[1]).toBe("00:00:05");
  });
});

describe("vertical lines, three settings (spec 001 section 9)", () => {
  const startMs = at("2026-06-03T18:14:00Z");
  const lines = (length: number, width: number) => timeLines({ startMs, endMs: startMs + length }, newYork, width);
  const gaps = (length: number, width: number) => {
    const [a, b] = lines(length, width);
    return b.timeMs - a.timeMs;
  };

  it("one a second up to 60 s, every fifth stronger", () => {
    expect(gaps(60_000, 1315)).toBe(1000);
    expect(lines(10_000, 1315).map(({ isStrong }) => isStrong)).toEqual(
      Array.from({ length: 11 }, (_, k) => k % 5 === 0),
    );
  });

  it("only the strong ones when they would stand closer than 6 px", () => {
    expect(gaps(60_000, 300)).toBe(5000);
    expect(lines(60_000, 300).every(({ isStrong }) => isStrong)).toBe(true);
  });

  it("one per ten seconds up to 600 s, full minutes stronger", () => {
    expect(gaps(600_000, 1315)).toBe(10_000);
    expect(lines(600_000, 1315).filter(({ isStrong }) => isStrong)).toHaveLength(11);
  });

  it("at the ticks of the axis in longer views", () => {
    expect(gaps(24 * hour, 1315)).toBe(2 * hour);
  });
});
