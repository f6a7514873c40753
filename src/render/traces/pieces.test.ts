import { expect, it } from "vitest";
import type { TraceTile } from "../types.ts";
import { claimPieces, countBlankColumns, firstPixelOf } from "./pieces.ts";

function tile(firstSample: number, count: number, samplesPerColumn = 1, rows = 1): TraceTile {
  return {
    id: 0,
    kind: samplesPerColumn === 1 ? "samples" : "minmax",
    rows,
    count,
    firstSample,
    samplesPerColumn,
    data: new Float32Array(0),
    breaks: new Uint8Array(count),
  };
}

it("gives earlier tiles the ground and later ones what is left", () => {
  const tiles = [tile(100, 100), tile(400, 50, 2), tile(0, 30, 20)];
  expect(claimPieces(tiles, 1, 50, 700)).toEqual([
    { tile: 2, start: 50, end: 100 },
    { tile: 0, start: 100, end: 200 },
    { tile: 2, start: 200, end: 400 },
    { tile: 1, start: 400, end: 500 },
    { tile: 2, start: 500, end: 600 },
  ]);
});

it("leaves out tiles that lack a row", () => {
  expect(claimPieces([tile(0, 10, 1, 3), tile(0, 10, 1, 4)], 4, 0, 10)).toEqual([{ tile: 1, start: 0, end: 10 }]);
});

it("counts pixels inside recorded runs that no tile shows", () => {
  const view = { width: 100, startSample: 0, samplesPerPixel: 4 };
  const runs = [
    { first: 40, count: 160 },
    { first: 300, count: 1000 },
  ];
  expect(countBlankColumns(view, [], runs)).toBe(40 + 25);
  expect(countBlankColumns(view, [tile(0, 120)], runs)).toBe(20 + 25);
  expect(countBlankColumns(view, [tile(0, 120), tile(0, 10, 100)], runs)).toBe(0);
  expect(countBlankColumns(view, [], [])).toBe(0);
});

it("counts pixels from grid index 0", () => {
  expect(firstPixelOf({ startSample: 3 * 0.1, samplesPerPixel: 0.1 })).toBe(3);
  expect(firstPixelOf({ startSample: -7.5, samplesPerPixel: 1.5 })).toBe(-5);
});
