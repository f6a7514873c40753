import { expect, it } from "vitest";
import { xmlText } from "./cns-info.ts";

it("text that is no UTF-8 is ISO 8859-15, whose letters are not all those of Latin-1", () => {
  const bytes = Uint8Array.from([0xb0, 0x43, 0x20, 0xb5, 0x56, 0x20, 0xa8, 0xb8, 0xbd, 0xbe, 0xa4]);
  expect(xmlText(bytes)).toBe("\u00b0C \u00b5V \u0161\u017e\u0153\u0178\u20ac");
  expect(xmlText(new TextEncoder().encode("\u00b0C \u0161"))).toBe("\u00b0C \u0161");
  expect(xmlText(Uint8Array.from([0xff, 0xfe, 0x61, 1]))).toBe("\u0161");
});
