import { expect, it } from "vitest";
import { fileSize } from "./file-size.ts";

it("writes sizes in units of 1024 with two decimals (spec 000 section 9)", () => {
  expect([0, 999, 1023, 1024, 1_048_575, 1_048_576, 82_080_000_000].map(fileSize)).toEqual([
    "0 B",
    "999 B",
    "1023 B",
    "1.00 KB",
    "1.00 MB",
    "1.00 MB",
    "76.44 GB",
  ]);
  expect(fileSize(1024 ** 8)).toBe("1.00 YB");
  expect(fileSize(5000 * 1024 ** 8)).toBe("5000.00 YB");
});
