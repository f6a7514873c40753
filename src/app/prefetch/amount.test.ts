import { expect, it } from "vitest";
import { fullness, takenFraction } from "./amount.ts";

const sizes = (current_size: number, max_total_size: number) => ({ current_size, max_total_size });

it("is nearly full from 90 % on, and full when nothing is left", () => {
  expect([0, 899, 900, 999, 1000, 1200].map((taken) => fullness(sizes(taken, 1000)))).toEqual([
    ...["free", "free", "nearly", "nearly", "full", "full"],
  ]);
});

it("stays within the bar whatever the limit is", () => {
  expect(takenFraction(sizes(312.4, 500))).toBeCloseTo(0.6248);
  expect(takenFraction(sizes(600, 500))).toBe(1);
  expect(takenFraction(sizes(0, 0))).toBe(1);
});
