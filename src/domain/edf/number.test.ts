import { expect, it } from "vitest";
import { countField, numberField, plainText } from "./number.ts";
import { newTextNotes } from "./text.ts";

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const read = (text: string, isNulPadded = false) => {
  const notes = newTextNotes();
  return { ...numberField(bytes(text), { notes, isNulPadded }), notes };
};

it.each([
  ["-32768  ", -32768],
  ["+0.5", 0.5],
  [".5", 0.5],
  ["1e3", 1000],
  ["9,59375 ", 9.59375],
])("%j is %d", (text, value) => {
  expect(read(text)).toMatchObject({ value, damage: null });
});

it.each([
  ["-32\u000868", "bytes"],
  ["-3276\u0012", "bytes"],
  ["\n1000", "bytes"],
  ["1000\t", "bytes"],
  ["1000\u00a0", "bytes"],
  ["\u00ef\u00bb\u00bf10", "bytes"],
  ["10\u000000", "bytes"],
  ["1000\u0000", "bytes"],
  ["1 2", "text"],
  ["0x10", "text"],
  ["-3x768", "text"],
  ["1,234.5", "cut"],
  ["8e+003.5", "cut"],
  ["1e999", "cut"],
  ["Infinity", null],
  ["", null],
])("%j is no number", (text, damage) => {
  expect(read(text)).toMatchObject({ value: null, damage });
});

it("what is read leniently is noted", () => {
  expect(read("1,5").notes.hasDecimalComma).toBe(true);
  expect(read("15e-1").notes.hasExponent).toBe(true);
  expect(read("-1.5  ").notes).toEqual(newTextNotes());
});

it("NUL is padding in headers that are padded with it, and damage among digits everywhere", () => {
  expect(read("1000\0\0", true)).toMatchObject({ value: 1000, damage: null });
  expect(read("10\u000000", true)).toMatchObject({ value: null, damage: "bytes" });
});

it("counts are digits alone, with a sign or none", () => {
  const count = (text: string) => countField(bytes(text), { isNulPadded: false });
  expect(["12", "  7 ", "-1", "0012", "+12"].map(count)).toEqual([12, 7, -1, 12, 12]);
  for (const text of ["", "1e3", "12.0", "+", "+-1", "+ 1", "1,2", "1 2", "10\u00080", "1000\n", "99999999999999999"])
    expect([text, count(text)]).toEqual([text, null]);
});

it("plain text is printable ASCII and its padding", () => {
  expect(plainText(bytes("02.03.20"), false)).toBe("02.03.20");
  expect(plainText(bytes("02.\u00073.20"), false)).toBeNull();
});
