import { describe, expect, it } from "vitest";
import { clockOf } from "./clock.ts";
import { parseGoTo, repeatOf } from "./go-to.ts";

const timezone = "America/New_York";
const at = (text: string) => Date.parse(text);
const file = { startMs: at("2026-01-14T13:30:00-05:00"), endMs: at("2026-01-15T13:30:00-05:00") };
const clock = clockOf({ start_ms: file.startMs, is_start_known: true, timezone });
const nowMs = at("2026-01-14T14:00:00-05:00");
const go = (input: string, now = nowMs) => parseGoTo(input, { nowMs: now, file, clock });

describe("a time that is typed", () => {
  it.each([
    ["14:32", "2026-01-14T14:32:00-05:00"],
    ["2:32 PM", "2026-01-14T14:32:00-05:00"],
    ["2:32:10 pm", "2026-01-14T14:32:10-05:00"],
    ["2:32:10.5p", "2026-01-14T14:32:10.500-05:00"],
    ["9 AM", "2026-01-15T09:00:00-05:00"],
    ["12 am", "2026-01-15T00:00:00-05:00"],
    ["12:30 PM", "2026-01-15T12:30:00-05:00"],
    ["01/15 03:00", "2026-01-15T03:00:00-05:00"],
    ["1/15/2026 3:00 PM", "2026-01-15T15:00:00-05:00"],
    ["01/15/26 03:00", "2026-01-15T03:00:00-05:00"],
    ["2:32:10 p.m.", "2026-01-14T14:32:10-05:00"],
    ["2:32:10 P. M.", "2026-01-14T14:32:10-05:00"],
    ["01/15/2026,  03:00:07.5 AM", "2026-01-15T03:00:07.500-05:00"],
    ["2026-01-15T03:00:07", "2026-01-15T03:00:07-05:00"],
    ["01/15", "2026-01-15T00:00:00-05:00"],
    ["14:32:10.123456", "2026-01-14T14:32:10.123-05:00"],
  ])("%s", (input, meant) => {
    expect(new Date(go(input) ?? Number.NaN).toISOString()).toBe(new Date(meant).toISOString());
  });

  it("is the one in the recording that is nearest to the view, whatever the half of the day", () => {
    expect(go("3:00")).toBe(at("2026-01-14T15:00:00-05:00"));
    expect(go("3:00", at("2026-01-15T04:00:00-05:00"))).toBe(at("2026-01-15T03:00:00-05:00"));
    expect(go("13:45", at("2026-01-15T13:00:00-05:00"))).toBe(at("2026-01-14T13:45:00-05:00"));
    expect(go("12:30", at("2026-01-15T00:10:00-05:00"))).toBe(at("2026-01-15T00:30:00-05:00"));
    expect(go("12:30", at("2026-01-15T11:00:00-05:00"))).toBe(at("2026-01-15T12:30:00-05:00"));
    expect(go("0:30", at("2026-01-15T12:00:00-05:00"))).toBe(at("2026-01-15T00:30:00-05:00"));
  });

  it("is of a 24-hour clock where times are written so", () => {
    const day = clockOf({ start_ms: file.startMs, is_start_known: true, timezone }, 24);
    const from = (now: string, input: string) => parseGoTo(input, { nowMs: at(now), file, clock: day });
    expect(from("2026-01-14T14:00:00-05:00", "3:00")).toBe(at("2026-01-15T03:00:00-05:00"));
    expect(from("2026-01-15T00:10:00-05:00", "12:30")).toBe(at("2026-01-15T12:30:00-05:00"));
    expect(from("2026-01-15T00:10:00-05:00", "2:32 PM")).toBe(at("2026-01-14T14:32:00-05:00"));
  });

  it("may be a step from the view, or a part of the recording", () => {
    expect(go("+5m")).toBe(nowMs + 300_000);
    expect(go("-30s")).toBe(nowMs - 30_000);
    expect(go("+ 1h 30min")).toBe(nowMs + 5_400_000);
    expect(go("-1.5h", file.endMs)).toBe(file.endMs - 5_400_000);
    expect(go("+20")).toBe(nowMs + 20_000);
    expect(go("\u221230s")).toBe(nowMs - 30_000);
    expect(go("+2 hr 5 min")).toBe(nowMs + 7_500_000);
    expect(go("+0 days 2 hours 5 minutes 3 seconds")).toBe(nowMs + 7_503_000);
    expect(go("-0.5 day", file.endMs)).toBe(file.endMs - 43_200_000);
    expect(go("-5 Mins")).toBe(nowMs - 300_000);
    expect(go("-30s", file.startMs)).toBe(file.startMs);
    expect(go("-2d")).toBe(file.startMs);
    expect(go("+40h")).toBe(file.endMs);
    expect(go("+250 ms")).toBe(nowMs + 250);
    expect(go("+\u00a05\u00a0m")).toBe(nowMs + 300_000);
    expect(go("63\u00a0%")).toBe(file.startMs + 0.63 * 86_400_000);
    expect(go("63 %")).toBe(file.startMs + 0.63 * 86_400_000);
    expect(go("0%")).toBe(file.startMs);
  });

  it.each([
    "",
    "soon",
    "14",
    "25:00",
    "13:61",
    "13 PM",
    "0 AM",
    "02/30 10:00",
    "13/01",
    "+",
    "5m",
    "+5 parsecs",
    "%",
    "+99999999999999d",
    "99999999999999999999 %",
    "0000-01-01",
  ])("cannot be %j", (input) => {
    expect(go(input)).toBeNull();
  });

  it("crosses New Year and the change of the clock", () => {
    const night = { startMs: at("2025-12-31T20:00:00-05:00"), endMs: at("2026-01-01T08:00:00-05:00") };
    expect(parseGoTo("01/01 02:00", { nowMs: night.startMs, file: night, clock })).toBe(
      at("2026-01-01T02:00:00-05:00"),
    );
    const autumn = { startMs: at("2026-10-31T22:00:00-04:00"), endMs: at("2026-11-01T08:00:00-05:00") };
    const early = parseGoTo("01:30", { nowMs: autumn.startMs, file: autumn, clock });
    expect(early).toBe(at("2026-11-01T01:30:00-04:00"));
    expect(parseGoTo("01:30", { nowMs: autumn.endMs, file: autumn, clock })).toBe(at("2026-11-01T01:30:00-05:00"));
  });

  it("is found on a day of 23 hours, from the evening before too, and is none in the hour that is left out", () => {
    const spring = { startMs: at("2026-03-07T20:00:00-05:00"), endMs: at("2026-03-08T20:00:00-04:00") };
    const from = (now: string, input: string) => parseGoTo(input, { nowMs: at(now), file: spring, clock });
    expect(from("2026-03-07T23:30:00-05:00", "14:00")).toBe(at("2026-03-08T14:00:00-04:00"));
    expect(from("2026-03-08T01:00:00-05:00", "03/08 02:30")).toBeNull();
    expect(from("2026-03-08T01:00:00-05:00", "03/08 03:00")).toBe(at("2026-03-08T03:00:00-04:00"));
    const byHalf = clockOf({ start_ms: 0, is_start_known: true, timezone: "Australia/Lord_Howe" });
    const island = { startMs: at("2026-10-03T20:00:00+10:30"), endMs: at("2026-10-04T20:00:00+11:00") };
    const there = (input: string) => parseGoTo(input, { nowMs: island.startMs, file: island, clock: byHalf });
    expect(there("10/04 02:15")).toBeNull();
    expect(there("10/04 02:45")).toBe(at("2026-10-04T02:45:00+11:00"));
  });

  it("says which of two it is where the clock is set back", () => {
    expect(repeatOf(at("2026-11-01T01:30:00-04:00"), clock)).toBe("first");
    expect(repeatOf(at("2026-11-01T01:30:00-05:00"), clock)).toBe("second");
    expect(repeatOf(at("2026-11-01T02:00:00-05:00"), clock)).toBeNull();
    expect(repeatOf(at("2026-03-08T03:10:00-04:00"), clock)).toBeNull();
  });

  it("is elapsed time where the file does not say when it began", () => {
    const elapsed = clockOf({ start_ms: file.startMs, is_start_known: false, timezone });
    const from = (input: string) => parseGoTo(input, { nowMs, file, clock: elapsed });
    expect(from("1:02:03")).toBe(file.startMs + 3_723_000);
    expect(from("+5m")).toBe(nowMs + 300_000);
    expect(from("2 PM")).toBeNull();
    expect(from("999999999999999:00:00")).toBeNull();
  });
});
