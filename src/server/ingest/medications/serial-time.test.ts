import { expect, it } from "vitest";
import { serialTime } from "./serial-time.ts";
import { textOf } from "./types.ts";

const shown = (serial: number, is1904 = false, format = "yyyy-mm-dd hh:mm:ss") => {
  const time = serialTime(serial, { format, is1904 });
  return time === null ? null : textOf(time);
};

it.each<[number, string | null]>([
  [0, "00:00:00"],
  [0.75, "18:00:00"],
  [1, "1900-01-01"],
  [31, "1900-01-31"],
  [32, "1900-02-01"],
  [59, "1900-02-28"],
  [59.5, "1900-02-28 12:00:00"],
  [61, "1900-03-01"],
  [61.25, "1900-03-01 06:00:00"],
  [45_428.397_916_666_67, "2024-05-16 09:33:00"],
  [2_958_465, "9999-12-31"],
])("%d is %s where days count from 1900", (serial, time) => {
  expect(shown(serial)).toBe(time);
});

it("is every day of 1900 to 1904 but the one that never was", () => {
  for (let serial = 1; serial <= 1461; serial++) {
    const date = new Date(Date.UTC(1900, 0, 1) + (serial - (serial > 60 ? 2 : 1)) * 86_400_000);
    expect(shown(serial)).toBe(serial === 60 ? null : date.toISOString().slice(0, 10));
  }
});

it.each([-1, -0.25, 60, 60.5, 59.999_999_999_9, 2_958_466, 2_958_465.999_999_999, 1e12])("%d is no day", (serial) => {
  expect(shown(serial)).toBeNull();
});

it.each<[number, string | null]>([
  [0.5, "12:00:00"],
  [1, "1904-01-02"],
  [60, "1904-03-01"],
  [2_957_003, "9999-12-31"],
  [2_957_004, null],
  [-1, null],
])("%d is %s where days count from 1904", (serial, time) => {
  expect(shown(serial, true)).toBe(time);
});

it("goes on to the next day where the rest of one is less than half a millisecond", () => {
  expect(shown(45_428 + 86_399.9996 / 86_400)).toBe("2024-05-17 00:00:00");
  expect(shown(45_428 + 86_399.9994 / 86_400)).toBe("2024-05-16 23:59:59.999");
  expect(shown(0.999_999_999_9)).toBe("00:00:00");
});

it.each(["[h]:mm", "[hh]:mm:ss", "[m]", "[ss].00"])("is no day in a format of durations: %s", (format) => {
  expect([1.5, 36].map((serial) => shown(serial, false, format))).toEqual([null, null]);
  expect(shown(0.5, false, format)).toBe("12:00:00");
});
