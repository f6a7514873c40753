import { expect, it } from "vitest";
import { textWidth } from "./glyphs.ts";
import { namesLook } from "./paint-labels.ts";

const names = ["Fp1-F7", "F7-T7", "ECG"];
const widths = (fontPx: number) => names.map((name) => textWidth(name, fontPx));

it("names of low rows are whole, in two columns or in one, whichever has the larger letters", () => {
  for (const rowHeightPx of [8.5, 7, 5]) {
    const { fontPx, columns } = namesLook(names, rowHeightPx, 44);
    expect(Math.max(...widths(fontPx))).toBeLessThanOrEqual(44 / columns);
    expect(fontPx).toBeGreaterThanOrEqual(6);
    expect(columns).toBe(rowHeightPx > 8 ? 1 : 2);
  }
});

it("no letters are smaller than can be read, and high rows have theirs as ever", () => {
  expect(namesLook(["A name of thirty letters, or so"], 5, 44)).toEqual({ fontPx: 6, columns: 2, every: 1 });
  expect(namesLook(names, 14, 44)).toEqual({ fontPx: 11, columns: 1, every: 1 });
});
