import { expect, it } from "vitest";
import { Repairs } from "./repairs.ts";
import { readStart } from "./start.ts";

const read = (date: string, recording = "") => {
  const repairs = new Repairs();
  const start = readStart({ date, time: "10.11.12", recording }, repairs);
  return { day: start && [start.year, start.month, start.day], said: repairs.list() };
};

it.each([
  ["01.02.85", "", [1985, 2, 1]],
  ["01.02.84", "", [2084, 2, 1]],
  ["01.02.70", "Startdate 01-FEB-1970 X X X", [1970, 2, 1]],
  ["01.02.yy", "Startdate 01-feb-2101 X X X", [2101, 2, 1]],
  ["01.01.85", "Startdate X X X X", [1985, 1, 1]],
  ["29.02.00", "Startdate 29-FEB-2000 X X X", [2000, 2, 29]],
] as const)("%s with %j", (date, recording, day) => {
  expect(read(date, recording)).toEqual({ day, said: [] });
});

it.each(["XX.XX.XX", "X", "", "00.00.00", "42.00.00", "29.02.01"])("%s is no day", (date) => {
  expect(read(date, "Startdate X X X X")).toEqual({
    day: null,
    said: ["The start date in the header is impossible, so the date of this recording is unknown."],
  });
});

it("years before anybody recorded are none", () => {
  expect(read("01.02.01", "Startdate 01-FEB-0001 X X X")).toEqual({
    day: [2001, 2, 1],
    said: ["The start date in the recording field cannot be read; the date of the start field was used."],
  });
  expect(read("01.02.70", "Startdate 01-FEB-1870").day).toEqual([2070, 2, 1]);
  expect(read("1.1.0005").day).toBeNull();
});
