import { describe, expect, it } from "vitest";
import { clampTop, fractionOf, isInView, labelLook, layRows, mostRowsInView } from "./row-layout.ts";

const many = (count: number) => layRows(Array.from({ length: count }, () => 0));

describe("rows", () => {
  it("leave half a row between chains", () => {
    expect(layRows([0, 0, 1, 5])).toEqual({ centres: [0.5, 1.5, 3, 4.5], length: 5, inView: 5 });
    expect(layRows([])).toEqual({ centres: [], length: 1, inView: 1 });
    expect(fractionOf(layRows([0, 0, 1]), 3, 0)).toBeCloseTo(3 / 3.5, 9);
  });

  it("leave half a row at the foot for an ECG, whose S wave would else be cut", () => {
    expect(layRows([0, 5], true)).toEqual({ centres: [0.5, 2], length: 3, inView: 3 });
    expect(layRows([], true)).toEqual({ centres: [], length: 1, inView: 1 });
  });

  it("fill the plot up to 32, and scroll beyond", () => {
    expect(many(mostRowsInView).inView).toBe(32);
    const layout = many(64);
    expect(layout).toMatchObject({ length: 64, inView: 32 });
    expect([-3, 5.5, 40].map((top) => clampTop(layout, top))).toEqual([0, 5.5, 32]);
    expect(clampTop(many(20), 5)).toBe(0);
    const inView = layout.centres.filter((centre) => isInView(layout, centre, 10));
    expect([inView[0], inView.at(-1), inView.length]).toEqual([10.5, 41.5, 32]);
    expect(layout.centres.filter((centre) => isInView(layout, centre, 10.4))).toHaveLength(33);
  });
});

describe("names", () => {
  it("are all there and never touch, whatever the height of a row", () => {
    for (let rowHeight = 3.5; rowHeight < 40; rowHeight += 0.5) {
      const { fontPx, columns } = labelLook(rowHeight);
      expect(fontPx).toBeLessThanOrEqual(columns * rowHeight);
      expect(fontPx).toBeGreaterThanOrEqual(6);
    }
    expect(labelLook(24)).toEqual({ fontPx: 11, columns: 1, every: 1 });
  });

  it("are of some rows alone where rows are lower than any letter", () => {
    for (const rowHeight of [0.4, 1, 2, 3.4]) {
      const { fontPx, columns, every } = labelLook(rowHeight);
      expect(fontPx).toBeLessThanOrEqual(columns * every * rowHeight);
      expect(fontPx).toBeGreaterThanOrEqual(6);
    }
    // Not measured yet.
    expect(labelLook(0).every).toBe(1);
  });
});
