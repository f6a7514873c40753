import { expect, it } from "vitest";
import { hasDecimalComma, quantityOf } from "./numbers.ts";

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
  ["0e-999", 0, null],
  ["10%", 10, "%"],
  ["0.5 mcg/kg/min", 0.5, "mcg/kg/min"],
  ["10 000 units", 10_000, "units"],
  ["1'000'000", 1_000_000, null],
  ["1\u202f000,5", 1000.5, null],
  ["1.234", 1.234, null],
  ["5.", 5, null],
  ["5. mg", 5, "mg"],
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
  "5 10 mg",
  "1 23",
  "5'5",
  "2\u20124 mg",
  "2\u22124",
  "2 \u2014 4",
  "5 X 10",
  "5\u00d710 mg",
  "5+5",
  "1\u00bd",
  "- 5 mg",
  "1e999",
  "-1e999",
  "1e-999",
  true,
  null,
  Number.NaN,
])("%j is no single number", (cell) => expect(quantityOf(cell)).toBeNull());

it("takes one point for either mark where other cells of the column write a comma before decimals", () => {
  expect(hasDecimalComma("0,5 mg")).toBe(true);
  expect(hasDecimalComma("1.000,5")).toBe(true);
  for (const cell of ["1,234", "1,234,567", "1,000.5", "0.5", "2,5-3", 5, null])
    expect(hasDecimalComma(cell)).toBe(false);
  expect(quantityOf("1.234", { isCommaDecimal: true })).toBeNull();
  expect(quantityOf("0.125", { isCommaDecimal: true })).toEqual({ value: 0.125, unit: null });
  expect(quantityOf("12.5 mg", { isCommaDecimal: true })).toEqual({ value: 12.5, unit: "mg" });
});
