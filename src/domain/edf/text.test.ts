import { expect, it } from "vitest";
import { fieldInteger, fieldNumber, fieldText, microVoltsPer, newTextNotes } from "./text.ts";

it("numbers of header fields: signs, exponents, decimal comma, nothing else", () => {
  const notes = newTextNotes();
  const cases: [string, number | null][] = [
    ["-32768", -32768],
    ["+0.5", 0.5],
    [".5", 0.5],
    ["1e3", 1000],
    ["9,59375", 9.59375],
    ["", null],
    ["1 2", null],
    ["0x10", null],
    ["1,234.5", null],
    ["8e+003.5", null],
    ["Infinity", null],
    ["1e999", null],
  ];
  for (const [text, value] of cases) expect(fieldNumber(text, notes)).toBe(value);
  expect(notes.hasDecimalComma).toBe(true);
  expect(fieldInteger("12.0", notes)).toBe(12);
  expect(fieldInteger("12.5", notes)).toBeNull();
});

it("voltages in every spelling, and what is none", () => {
  for (const unit of ["uV", "UV", "\u00b5V", "\u03bcV", "\u00e6V", "u V"]) expect(microVoltsPer(unit)).toBe(1);
  expect(["nV", "mV", "MV", "V", "v"].map(microVoltsPer)).toEqual([1e-3, 1e3, 1e3, 1e6, 1e6]);
  for (const unit of ["", "mmHg", "%", "V/s", "uV^2", "constructor"]) expect(microVoltsPer(unit)).toBeNull();
  expect(microVoltsPer(fieldText(Uint8Array.of(0x83, 0xca, 0x56), newTextNotes()))).toBe(1);
});
