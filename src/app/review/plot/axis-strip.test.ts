import { expect, it } from "vitest";
import { dateInTwoLines } from "./axis-strip.ts";

it("breaks a date before its year, and nothing else", () => {
  expect(dateInTwoLines("01/14/2026")).toBe("01/14/\n2026");
  expect(dateInTwoLines("Day 2")).toBe("Day 2");
});
