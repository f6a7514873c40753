import { expect, it } from "vitest";
import type { Rgba, TraceRow } from "../types.ts";
import { colourRuns } from "./stretches.ts";

const own: Rgba = [0, 0, 0, 1];
const red: Rgba = [1, 0, 0, 1];
const row = (...stretches: [start: number, end: number][]): TraceRow => ({
  ...{ row: 0, baselineY: 0, pixelsPerUnit: 1, colour: own },
  stretches: stretches.map(([start, end]) => ({ start, end, colour: red })),
});
/** Ends of runs, red ones negative. */
const ends = (of: TraceRow, pixel: number, samplesPerPixel = 4) =>
  colourRuns(of, { startSample: pixel * samplesPerPixel, samplesPerPixel, width: 20 }).map(({ end, colour }) =>
    colour === red ? -end : end,
  );

it("gives the pixels whose middle lies in a stretch its colour", () => {
  // Middles at 2, 6, 10 ..
  expect(ends(row([6, 10]), 0)).toEqual([1, -2, 20]);
  expect(ends(row([6.1, 10.1]), 0)).toEqual([2, -3, 20]);
  expect(ends(row([7, 9]), 0)).toEqual([2, 20]);
});

it("covers the part and nothing else, whatever lies outside of it", () => {
  expect(ends(row(), 0)).toEqual([]);
  expect(ends(row([-100, 1000]), 0)).toEqual([-20]);
  expect(ends(row([-100, 8], [72, 1000]), 0)).toEqual([-2, 18, -20]);
  expect(ends(row([-100, -50], [500, 600]), 0)).toEqual([20]);
});

it("moves with the grid", () => {
  expect(ends(row([40, 60]), 0)).toEqual([10, -15, 20]);
  expect(ends(row([40, 60]), 3)).toEqual([7, -12, 20]);
});
