import { expect, it } from "vitest";
import type { TraceTile } from "../../../../render/types.ts";
import { curveOf, lonePointsOf, steppedCurveOf } from "./curve.ts";

const tile = (over: Partial<TraceTile>): TraceTile => ({
  ...{ id: 1, kind: "samples", rows: 1, count: 4, firstSample: 10, samplesPerColumn: 1 },
  ...{ data: Float32Array.of(1, 2, 3, 4), breaks: new Uint8Array(4) },
  ...over,
});
const row = { row: 0, baselineY: 100, pixelsPerUnit: -1, colour: [0, 0, 0, 1] } as const;
const view = { startSample: 10, endSample: 20, samplesPerPixel: 0.5 };
const points = (tiles: TraceTile[]) => {
  const { x, y } = curveOf(tiles, row, view);
  return Array.from(x, (px, k) => (Number.isNaN(y[k]) ? "/" : `${px},${y[k]}`)).join(" ");
};

it("has samples at their times, and the middles of columns", () => {
  expect(points([tile({})])).toBe("0,99 2,98 4,97 6,96");
  const columns = tile({
    kind: "minmax",
    samplesPerColumn: 4,
    count: 2,
    data: Float32Array.of(0, 2, 2, 6),
    breaks: new Uint8Array(2),
  });
  expect(points([columns])).toBe("4,99 12,96");
});

it("is parted by breaks, by what is missing and by tiles that do not touch", () => {
  expect(points([tile({ breaks: Uint8Array.of(0, 0, 1, 0) })])).toBe("0,99 2,98 / 4,97 6,96");
  expect(points([tile({ data: Float32Array.of(1, Number.NaN, 3, 4) })])).toBe("0,99 / 4,97 6,96");
  const later = tile({ id: 2, firstSample: 16, count: 1, data: Float32Array.of(5), breaks: new Uint8Array(1) });
  expect(points([tile({}), later])).toBe("0,99 2,98 4,97 6,96 / 12,95");
  expect(points([tile({}), { ...later, firstSample: 14 }])).toBe("0,99 2,98 4,97 6,96 8,95");
});

it("holds codes until the next one, the last of a run for a sample's time, and not across what is missing", () => {
  const stepped = (over: Partial<TraceTile>) => {
    const curve = steppedCurveOf([tile(over)], row, view);
    return curve && Array.from(curve.x, (px, k) => (Number.isNaN(curve.y[k]) ? "/" : `${px},${curve.y[k]}`)).join(" ");
  };
  expect(stepped({})).toBe("0,99 2,99 2,98 4,98 4,97 6,97 6,96 8,96");
  expect(stepped({ breaks: Uint8Array.of(0, 0, 1, 0) })).toBe("0,99 2,99 2,98 4,98 / 4,97 6,97 6,96 8,96");
  expect(stepped({ kind: "minmax", data: new Float32Array(8) })).toBeNull();
});

it("tells the values that no line leads to, in samples and in columns, and none where lines go on beyond the view", () => {
  const lone = (over: Partial<TraceTile>, within: Partial<typeof view> = {}) => {
    const { x, y } = lonePointsOf([tile(over)], row, { ...view, ...within });
    return x.map((px, k) => `${px},${y[k]}`);
  };
  expect(lone({})).toEqual([]);
  expect(lone({ breaks: Uint8Array.of(0, 1, 1, 0) })).toEqual(["0,99", "2,98"]);
  expect(lone({ data: Float32Array.of(Number.NaN, 2, Number.NaN, 4) })).toEqual(["2,98", "6,96"]);
  expect(lone({}, { startSample: 12, endSample: 12.5 })).toEqual([]);
  const pairs = Float32Array.of(Number.NaN, Number.NaN, 2, 2, Number.NaN, Number.NaN, 1, 1);
  expect(lone({ kind: "minmax", samplesPerColumn: 2, data: pairs }, { endSample: 30 })).toEqual(["6,98", "14,99"]);
});
