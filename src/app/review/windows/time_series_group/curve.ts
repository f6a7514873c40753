/** A trace as a curve of values, for what lies between two of them (algorithms.md 14). Pure; device pixels. */

import type { GridView } from "../../../../picture/grid-view.ts";
import { type Curve, claimPieces } from "../../../../render/index.ts";
import type { TraceRow, TraceTile } from "../../../../render/types.ts";

/**
 * Points of a row in view: each sample at its time, the middle of (min + max) / 2 of each column; a value that is not there parts what
 * lies on either side, and so does a break.
 */
export function curveOf(
  tiles: readonly TraceTile[],
  { row, baselineY, pixelsPerUnit }: TraceRow,
  { startSample, endSample, samplesPerPixel }: GridView,
): Curve {
  const x: number[] = [];
  const y: number[] = [];
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
      const px = (sample + middle - startSample) / samplesPerPixel;
      const isJoined = breaks[k] === 0 && sample - endedAt <= 0.5;
      if (!isJoined && x.length > 0) {
        x.push(px);
        y.push(Number.NaN);
      }
      x.push(px);
      y.push(baselineY + value * pixelsPerUnit);
      endedAt = sample + samplesPerColumn;
    }
  }
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
  const { x, y } = curveOf(tiles, row, view);
  const isThere = (k: number) => k >= 0 && k < y.length && !Number.isNaN(y[k]);
  const lone = Array.from({ length: y.length }, (_, k) => k).filter(
    (k) => isThere(k) && !isThere(k - 1) && !isThere(k + 1),
  );
  return { x: lone.map((k) => x[k]), y: lone.map((k) => y[k]) };
}
