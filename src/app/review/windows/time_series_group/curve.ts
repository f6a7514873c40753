/** A trace as a curve of values, for what lies between two of them (algorithms.md 14). Pure; device pixels. */

import type { GridView } from "../../../../picture/grid-view.ts";
import { type Curve, claimPieces } from "../../../../render/index.ts";
import type { TraceRow, TraceTile } from "../../../../render/types.ts";

/**
 * Visits the points of a row in view, and one beyond either edge: each sample at its time, the middle of (min + max) / 2 of each column. `at`: samples of
 * the grid; `value` is NaN where none is there. In every frame, so nothing is made of what is only looked at.
 */
function eachPoint(
  tiles: readonly TraceTile[],
  row: number,
  { startSample, endSample }: GridView,
  visit: (at: number, value: number, isJoined: boolean) => void,
): void {
  let endedAt = Number.NEGATIVE_INFINITY;
  // A point beyond either edge: the area reaches up to it.
  const margin = tiles.reduce((most, tile) => Math.max(most, tile.samplesPerColumn), 1);
  for (const { tile, start, end } of claimPieces(tiles, row + 1, startSample - margin, endSample + margin)) {
    const { kind, count, firstSample, samplesPerColumn, data, breaks } = tiles[tile];
    const middle = kind === "samples" ? 0 : samplesPerColumn / 2;
    const first = Math.max(0, Math.ceil((start - firstSample) / samplesPerColumn));
    const last = Math.min(count, Math.ceil((end - firstSample) / samplesPerColumn));
    for (let k = first; k < last; k++) {
      const at = row * count + k;
      const value = kind === "samples" ? data[at] : (data[2 * at] + data[2 * at + 1]) / 2;
      const sample = firstSample + k * samplesPerColumn;
      visit(sample + middle, value, breaks[k] === 0 && sample - endedAt <= 0.5);
      endedAt = sample + samplesPerColumn;
    }
  }
}

/** Points of a row in view; a value that is not there parts what lies on either side, and so does a break. */
export function curveOf(tiles: readonly TraceTile[], row: TraceRow, view: GridView): Curve {
  const x: number[] = [];
  const y: number[] = [];
  eachPoint(tiles, row.row, view, (at, value, isJoined) => {
    const px = (at - view.startSample) / view.samplesPerPixel;
    if (!isJoined && x.length > 0) {
      x.push(px);
      y.push(Number.NaN);
    }
    x.push(px);
    y.push(row.baselineY + value * row.pixelsPerUnit);
  });
  return { x, y };
}

/** The same of values that hold until the next one, the last of a run for a sample's time; null where columns have lost which came first. */
export function steppedCurveOf(tiles: readonly TraceTile[], row: TraceRow, view: GridView): Curve | null {
  if (tiles.some(({ kind, samplesPerColumn }) => kind !== "samples" || samplesPerColumn !== 1)) return null;
  const points = curveOf(tiles, row, view);
  const x: number[] = [];
  const y: number[] = [];
  for (let k = 0; k < points.x.length; k++) {
    x.push(points.x[k]);
    y.push(points.y[k]);
    if (Number.isNaN(points.y[k])) continue;
    const isHeld = k + 1 < points.x.length && !Number.isNaN(points.y[k + 1]);
    x.push(isHeld ? points.x[k + 1] : points.x[k] + 1 / view.samplesPerPixel);
    y.push(points.y[k]);
  }
  return { x, y };
}

/** The points of a row in view that no line leads to or from: nothing else of them is wider than a pixel. */
export function lonePointsOf(tiles: readonly TraceTile[], row: TraceRow, view: GridView): { x: number[]; y: number[] } {
  const x: number[] = [];
  const y: number[] = [];
  let [lastAt, last] = [0, Number.NaN];
  /** No line leads to the last point. */
  let isFirst = true;
  const leave = () => {
    if (!isFirst || Number.isNaN(last)) return;
    x.push((lastAt - view.startSample) / view.samplesPerPixel);
    y.push(row.baselineY + last * row.pixelsPerUnit);
  };
  eachPoint(tiles, row.row, view, (at, value, isJoined) => {
    const isLine = isJoined && !Number.isNaN(value) && !Number.isNaN(last);
    if (!isLine) leave();
    isFirst = !isLine;
    lastAt = at;
    last = value;
  });
  leave();
  return { x, y };
}
