import { expect, it } from "vitest";
import { parseColour, withAlpha } from "./colours.ts";

const bytes = (text: string) => parseColour(text)?.map((value, index) => (index < 3 ? Math.round(value * 255) : value));

it("reads the hexadecimal forms", () => {
  expect(bytes("#1d4f9e")).toEqual([0x1d, 0x4f, 0x9e, 1]);
  expect(bytes(" #FFF ")).toEqual([255, 255, 255, 1]);
  expect(bytes("#00000080")).toEqual([0, 0, 0, 128 / 255]);
  expect(bytes("#f008")).toEqual([255, 0, 0, 0x88 / 255]);
});

it("reads rgb() with spaces, commas, percentages and alpha", () => {
  expect(bytes("rgb(29 79 158/.22)")).toEqual([29, 79, 158, 0.22]);
  expect(bytes("rgb(16 24 32 / 45%)")).toEqual([16, 24, 32, 0.45]);
  expect(bytes("rgba(1, 2, 3, 0.5)")).toEqual([1, 2, 3, 0.5]);
  expect(bytes("rgb(100%, 0%, 50%)")).toEqual([255, 0, 128, 1]);
  expect(bytes("rgb(300 -5 0)")).toEqual([255, 0, 0, 1]);
});

it("reads the form of mixed colours", () => {
  expect(bytes("color(srgb 1 0.2 2e-7)")).toEqual([255, 51, 0, 1]);
  expect(bytes("color(srgb 0 50% 1 / 0.5)")).toEqual([0, 128, 255, 0.5]);
});

it("refuses what is no colour", () => {
  for (const text of [
    "",
    "#12",
    "#12345",
    "rgb(1 2)",
    "rgb(a b c)",
    "rgb(1 2 3 4 5)",
    "color(display-p3 1 0 0)",
    "var(--x)",
    "red",
  ])
    expect(parseColour(text)).toBeUndefined();
});

it("multiplies alpha only", () => {
  expect(withAlpha([0.1, 0.2, 0.3, 0.5], 0.5)).toEqual([0.1, 0.2, 0.3, 0.25]);
});
