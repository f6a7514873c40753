import { expect, it } from "vitest";
import { quantityOf } from "./numbers.ts";

it.each([
  [12.5, 12.5, null],
  ["50 mg", 50, "mg"],
  ["500mg", 500, "mg"],
  ["99.999999", 99.999999, null],
  ["1,000.5 mL/hr", 1000.5, "mL/hr"],
  ["1.000,5", 1000.5, null],
  ["1,234,567", 1_234_567, null],
  ["0,5", 0.5, null],
  ["0,125 mg", 0.125, "mg"],
  ["-2", -2, null],
  ["1e-3", 0.001, null],
  ["10%", 10, "%"],
  ["0.5 mcg/kg/min", 0.5, "mcg/kg/min"],
] as const)("%j is %d %s", (cell, value, unit) => expect(quantityOf(cell)).toEqual({ value, unit }));

// Thousands or decimals, a range, a ratio, words: nothing is guessed.
it.each([
  "1,234",
  "2-4 mg",
  "2 - 4",
  "5/10 mg",
  "1 to 2",
  "one",
  "",
  "mg",
  "1.2.3",
  true,
  null,
  Number.NaN,
])("%j is no single number", (cell) => expect(quantityOf(cell)).toBeNull());
