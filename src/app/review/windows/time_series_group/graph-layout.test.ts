import { describe, expect, it } from "vitest";
import { bodyRect, heatmapBands, layGraphs, leftMargin, mostBesideLetters } from "./graph-layout.ts";

const line = { rows: null };

describe("graphs in a window", () => {
  it("share its height, one under the other, each with its head", () => {
    const [first, second] = layGraphs([line, line], 300);
    expect(first).toEqual({ top: 0, headHeight: 22, isHeadOver: false, bodyTop: 22, bodyHeight: 124, column: null });
    expect(second.top).toBe(150);
    expect(second.bodyTop + second.bodyHeight).toBe(296);
  });

  it("leave to lines what rows of heatmaps do not need", () => {
    const [lines, heat] = layGraphs([line, { rows: 2 }], 300);
    expect(heat.bodyHeight).toBe(60);
    expect(lines.bodyHeight).toBe(300 - 2 * 26 - 60);
    expect(layGraphs([{ rows: 1 }], 300)[0].bodyHeight).toBe(90);
    expect(layGraphs([{ rows: 0 }], 300)[0].bodyHeight).toBe(0);
  });

  it("have room for their traces where they are low: their heads lie over them", () => {
    for (const [count, height] of [
      [6, 105],
      [8, 150],
      [6, 152],
    ]) {
      const places = layGraphs(Array(count).fill(line), height);
      for (const { isHeadOver, top, bodyTop, bodyHeight } of places) {
        expect([isHeadOver, bodyTop]).toEqual([true, top]);
        expect(bodyHeight).toBeGreaterThan(12);
      }
      const { bodyTop, bodyHeight } = places[count - 1];
      expect(bodyTop + bodyHeight).toBeCloseTo(height - 1, 9);
    }
    expect(layGraphs(Array(6).fill(line), 6 * 42)[0]).toMatchObject({ isHeadOver: true, bodyTop: 0, bodyHeight: 41 });
    // A head of its own takes what was the trace's: not before the trace keeps 24 px.
    expect(layGraphs(Array(6).fill(line), 6 * 43)[0]).toMatchObject({ isHeadOver: false, bodyTop: 15, bodyHeight: 24 });
  });

  it("are named in columns in turn where they are lower than a name, so that no name lies over another", () => {
    for (const [count, height, of] of [
      [6, 50, 2],
      [9, 40, 3],
    ]) {
      const places = layGraphs(Array(count).fill(line), height);
      expect(places.map(({ column }) => column)).toEqual(places.map((_, k) => ({ index: k % of, of })));
    }
    expect(layGraphs(Array(30).fill(line), 60).every(({ column }) => column === "none")).toBe(true);
    expect(layGraphs(Array(6).fill(line), 6 * 12).map(({ column }) => column)).toEqual(Array(6).fill(null));
  });

  it("have a margin as wide as their titles beside them need, within what leaves room for the traces", () => {
    expect(leftMargin([])).toBe(75);
    expect(leftMargin(["ABP", "SpO2"])).toBe(75);
    expect(leftMargin(["ABP", "Resp oro-nasal"])).toBe(133);
    expect(leftMargin(["a".repeat(mostBesideLetters)])).toBeLessThanOrEqual(150);
    // What has no room there lies over its trace as before.
    expect(leftMargin(["a".repeat(25)])).toBe(75);
  });

  it("never reach beyond it, however low it is", () => {
    for (const height of [0, 40, 90, 200])
      for (const shapes of [[line], Array(9).fill(line), [line, { rows: 5 }, { rows: 3 }]]) {
        for (const place of layGraphs(shapes, height)) {
          expect(place.bodyHeight).toBeGreaterThanOrEqual(0);
          const { y, height: high } = bodyRect(place, { width: 100, height: 2 * height, ratio: 2 });
          expect(y + high).toBeLessThanOrEqual(2 * height);
        }
      }
  });

  it("have rows with the specified room between them", () => {
    expect(heatmapBands(1)).toEqual([{ from: 0, to: 1 }]);
    const two = heatmapBands(2);
    expect(two[1].to).toBeCloseTo(1, 9);
    expect((two[1].from - two[0].to) / (two[1].from - two[0].from)).toBeCloseTo(0.2, 9);
    const four = heatmapBands(4);
    expect((four[1].from - four[0].to) / (four[1].from - four[0].from)).toBeCloseTo(0.3, 9);
  });
});
