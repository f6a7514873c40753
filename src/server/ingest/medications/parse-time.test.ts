import { describe, expect, it } from "vitest";
import { parseTime } from "./parse-time.ts";
import { textOf } from "./types.ts";

const shown = (text: string) => {
  const parsed = parseTime(text, 2027);
  if (parsed === null) return null;
  if (parsed.kind === "fixed") return textOf(parsed.wall) + (parsed.wall.offsetMinutes ?? "");
  const { first, second, year, timeMs } = parsed;
  return [first, second, year, timeMs === null ? null : timeMs / 60_000];
};

describe("times in cells (formats.md section 5)", () => {
  it.each([
    ["2014-02-14", "2014-02-14"],
    ["2014-02-14 08:27:48", "2014-02-14 08:27:48"],
    ["2014-02-14T08:27:48.765Z", "2014-02-14 08:27:48.7650"],
    ["2014-02-14T08:27+05:30", "2014-02-14 08:27:00330"],
    ["2014/2/4 8:05 pm", "2014-02-04 20:05:00"],
    ["20140214", "2014-02-14"],
    ["201402140827", "2014-02-14 08:27:00"],
    ["14-Feb-2014", "2014-02-14"],
    ["14 FEB 14 08:27", "2014-02-14 08:27:00"],
    ["1 sept. 1947", "1947-09-01"],
    ["February 14, 2014 12:01 AM", "2014-02-14 00:01:00"],
    ["Fri, Feb 14 2014", "2014-02-14"],
    ["08:27", "08:27:00"],
    ["12:00 PM", "12:00:00"],
    ["2147-05-01 00:00:00", "2147-05-01 00:00:00"],
    ["1887-05-01", "1887-05-01"],
  ])("%s says what it means", (text, expected) => expect(shown(text)).toEqual(expected));

  it.each([
    ["10/29/47 16:45", [10, 29, 1947, 1005]],
    ["03/04/2020", [3, 4, 2020, null]],
    ["31.12.2020 23:59", [31, 12, 2020, 1439]],
    ["3-4-26", [3, 4, 2026, null]],
    ["3-4-28", [3, 4, 1928, null]],
  ])("%s leaves the order of day and month open", (text, expected) => expect(shown(text)).toEqual(expected));

  it.each(
    [
      ["", "50 mg", "12.5", "daily", "2020-02-30", "31/31/2020", "99/12/31", "25:00", "13:00 PM", "2020-13-01"],
      ["14 Foo 2014", "12/2020", "1/2/3/4", "2020-01-01 99:00", "12345678"],
    ].flat(),
  )("%j is no time", (text) => expect(shown(text)).toBeNull());
});
