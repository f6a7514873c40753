import { fromAbsolute } from "@internationalized/date";
import { describe, expect, it } from "vitest";
import { clockOf, dateAndMinute, madeAt, nearestReading, needsDays, parseElapsed } from "./clock.ts";
import { durationInDays, durationName, durationReadout, durationShort, pageLengthsMs, timeLeft } from "./durations.ts";

const zoned = clockOf({ start_ms: 0, is_start_known: true, timezone: "America/New_York" });
const elapsed = clockOf({ start_ms: 5000, is_start_known: false, timezone: "America/New_York" });
const afternoon = Date.parse("2026-06-03T18:14:07.390Z");

describe("times in the recording's zone, 12-hour, month/day/year (spec 001 section 9)", () => {
  it("writes times", () => {
    expect(zoned.time(afternoon)).toBe("02:14:07 PM");
    expect(zoned.time(afternoon, 2)).toBe("02:14:07.39 PM");
    expect(zoned.date(afternoon)).toBe("06/03/2026");
    expect(zoned.dateTime(afternoon)).toBe("06/03/2026 02:14:07 PM");
    expect(zoned.time(Date.parse("2026-06-03T04:00:00Z"))).toBe("12:00:00 AM");
    expect(zoned.time(Date.parse("2026-06-03T16:00:00Z"))).toBe("12:00:00 PM");
    expect(zoned.shortTime(Date.parse("2026-06-03T13:00:00Z"))).toBe("9 AM");
    expect(zoned.shortTime(Date.parse("2026-06-03T12:30:00Z"))).toBe("8:30 AM");
  });

  it("tells days of a file that runs over midnight where it was recorded, and not of elapsed time", () => {
    const [noon, night] = [Date.parse("2020-03-02T17:00:00Z"), Date.parse("2020-03-03T04:59:59Z")];
    const zoned = clockOf({ start_ms: noon, is_start_known: true, timezone: "America/New_York" });
    expect(needsDays(zoned, noon, night)).toBe(false);
    expect(needsDays(zoned, noon, night + 1000)).toBe(true);
    const elapsed = clockOf({ start_ms: noon, is_start_known: false, timezone: "America/New_York" });
    expect(needsDays(elapsed, noon, noon + 3 * 86_400_000)).toBe(false);
  });
  it("writes what people did as a real moment with its zone", () => {
    expect(madeAt(afternoon, "America/New_York", 12)).toBe("06/03/2026 02:14:07 PM EDT");
    expect(madeAt(afternoon, "UTC", 24)).toBe("06/03/2026 18:14:07 UTC");
  });

  it("writes times of a 24-hour clock", () => {
    const whole = clockOf({ start_ms: 0, is_start_known: true, timezone: "America/New_York" }, 24);
    expect(whole.time(afternoon, 2)).toBe("14:14:07.39");
    expect(whole.dateTime(afternoon)).toBe("06/03/2026 14:14:07");
    expect(whole.time(Date.parse("2026-06-03T04:00:00Z"))).toBe("00:00:00");
    expect(whole.shortTime(Date.parse("2026-06-03T13:00:00Z"))).toBe("09:00");
    expect(whole.shortTime(afternoon)).toBe("14:14");
  });

  it("follows daylight saving time", () => {
    expect(zoned.time(Date.parse("2026-11-01T05:30:00Z"))).toBe("01:30:00 AM");
    expect(zoned.time(Date.parse("2026-11-01T06:30:00Z"))).toBe("01:30:00 AM");
    expect(zoned.offsetMs(Date.parse("2026-11-01T05:30:00Z"))).toBe(-4 * 3_600_000);
    expect(zoned.offsetMs(Date.parse("2026-11-01T06:30:00Z"))).toBe(-5 * 3_600_000);
  });

  it("names the zone in the hour that clocks going back repeat, and in no other", () => {
    const at = (iso: string) => zoned.dateTime(Date.parse(iso));
    expect(at("2026-11-01T05:30:00Z")).toBe("11/01/2026 01:30:00 AM EDT");
    expect(at("2026-11-01T06:30:00Z")).toBe("11/01/2026 01:30:00 AM EST");
    expect(at("2026-11-01T04:59:59Z")).toBe("11/01/2026 12:59:59 AM");
    expect(at("2026-11-01T07:00:00Z")).toBe("11/01/2026 02:00:00 AM");
    // Clocks that go forward leave an hour out, and name no time twice.
    expect(at("2026-03-08T06:59:59Z")).toBe("03/08/2026 01:59:59 AM");
    expect(at("2026-03-08T07:00:00Z")).toBe("03/08/2026 03:00:00 AM");
    const berlin = clockOf({ start_ms: 0, is_start_known: true, timezone: "Europe/Berlin" }, 24);
    expect(berlin.dateTime(Date.parse("2025-10-26T00:30:00Z"))).toBe("10/26/2025 02:30:00 GMT+2");
    expect(berlin.dateTime(Date.parse("2025-10-26T01:30:00Z"))).toBe("10/26/2025 02:30:00 GMT+1");
    expect(dateAndMinute(Date.parse("2025-10-26T01:30:00Z"), "Europe/Berlin", 12)).toBe("10/26/2025 02:30 AM GMT+1");
    expect(madeAt(Date.parse("2026-11-01T06:30:00Z"), "America/New_York", 12)).toBe("11/01/2026 01:30:00 AM EST");
    expect(elapsed.zoneOfRepeat(0)).toBe("");
  });

  it("reads a repeated hour as the one nearer by", () => {
    const second = Date.parse("2026-11-01T06:30:00Z");
    const corrected = fromAbsolute(second, "America/New_York").set({ minute: 40 });
    expect(nearestReading(corrected, second)).toBe(second + 600_000);
    expect(nearestReading(corrected, second - 3_600_000)).toBe(second - 3_000_000);
    const plain = Date.parse("2026-06-03T18:14:07.390Z");
    expect(nearestReading(fromAbsolute(plain, "America/New_York"), 0)).toBe(plain);
  });
});

describe("elapsed time when the start is unknown", () => {
  it("counts from the first sample", () => {
    expect(elapsed.time(5000)).toBe("00:00:00");
    expect(elapsed.time(5000 + 3_723_450)).toBe("01:02:03");
    expect(elapsed.time(5000 + 3_723_450, 2)).toBe("01:02:03.45");
    expect(elapsed.time(5000 + 90_000_000)).toBe("1d 01:00:00");
    expect(elapsed.date(5000 + 90_000_000)).toBe("Day 2");
  });

  it("is read back", () => {
    expect(parseElapsed("01:02:03")).toBe(3_723_000);
    expect(parseElapsed("2:03")).toBe(123_000);
    expect(parseElapsed("7.5")).toBe(7500);
    expect(parseElapsed("1d 01:00:00")).toBe(90_000_000);
    expect(parseElapsed("noon")).toBeNull();
    expect(parseElapsed("")).toBeNull();
  });
});

describe("lengths of time", () => {
  it("names the page lengths", () => {
    expect(pageLengthsMs.map(durationName)).toEqual(
      "2 s,4 s,8 s,15 s,30 s,1 min,5 min,10 min,15 min,30 min,1 h,2 h,4 h,8 h,16 h,1 day,3 days,7 days".split(","),
    );
    expect([90_000, 5_400_000, 129_600_000].map(durationName)).toEqual(["1.5 min", "1.5 h", "1.5 days"]);
    expect([100_000, 3_900_000, 90_000_000, 1700].map(durationName)).toEqual(["100 s", "65 min", "25 h", "1.7 s"]);
  });

  it("reads out optional days and hh:mm:ss (spec 2.8)", () => {
    expect(durationReadout(15_000)).toBe("00:00:15");
    expect(durationReadout(4 * 3_600_000)).toBe("04:00:00");
    expect(durationReadout(86_400_000 + 61_000)).toBe("1 Day(s) 00:01:01");
  });

  it("writes lists and what is left", () => {
    expect(durationShort(86_400_000 * 2 + 15 * 3_600_000 + 42 * 60_000)).toBe("2d 15h");
    expect(durationShort(45_000)).toBe("45s");
    expect(durationShort(100)).toBe("0s");
    expect(timeLeft(20_000)).toBe("under 1 min");
    expect(timeLeft(119_000)).toBe("2 min");
    expect(timeLeft(65 * 60_000)).toBe("1 h 5 min");
    expect(timeLeft(30 * 3_600_000)).toBe("1 d 6 h");
  });
});

it("writes stays and monitoring in days, hours and minutes (spec 000 section 9)", () => {
  const minute = 60_000;
  expect([0, 1, 59_999, minute, 90 * minute, 1440 * minute, 3822 * minute].map(durationInDays)).toEqual([
    ...["0m", "< 1m", "< 1m", "1m", "1h 30m", "1d 0h 0m", "2d 15h 42m"],
  ]);
});

it("writes moments of lists to the minute, in the zone of the place", () => {
  const ms = Date.parse("2026-06-03T18:14:59Z");
  expect(dateAndMinute(ms, "America/New_York", 12)).toBe("06/03/2026 02:14 PM");
  expect(dateAndMinute(ms, "Pacific/Auckland", 12)).toBe("06/04/2026 06:14 AM");
  expect(dateAndMinute(ms, "America/New_York", 24)).toBe("06/03/2026 14:14");
});
