import { expect, it } from "vitest";
import { plainNumber } from "./plain-number.ts";

it("is one decimal number and nothing else", () => {
  for (const [text, value] of [
    ["-32768", -32768],
    [" 819.2 ", 819.2],
    ["+.5", 0.5],
    ["1e-3", 0.001],
  ] as const)
    expect(plainNumber(text)).toBe(value);
  for (const text of [
    "",
    " ",
    "0x10",
    "0b1",
    "Infinity",
    "1e999",
    "1 2",
    "12\n",
    "\v12",
    "1\u00082",
    "12\u00a0",
    "1,5",
    "NaN",
    "1_0",
  ])
    expect([text, plainNumber(text)]).toEqual([text, null]);
});
