/** Which trace the pointer is on and what its value is there, read from the tiles on the screen. */
import type { TraceRow, TraceTile } from "../../../render/types.ts";

export interface Reading {
  readonly row: number;
  /** Equal for a single sample; the extremes of the column where many samples share a pixel. */
  readonly min: number;
  readonly max: number;
  /** Device pixels from the top. */
  readonly y: number;
}

/** Values of a row at a grid position: the first of `tiles` (best first) that covers it. Null in gaps and where nothing is. */
export function valueAt(tiles: readonly TraceTile[], row: number, sample: number): { min: number; max: number } | null {
  for (const tile of tiles) {
    const element = Math.floor((sample - tile.firstSample) / tile.samplesPerColumn);
    if (element < 0 || element >= tile.count) continue;
    const at = row * tile.count + element;
    const min = tile.kind === "samples" ? tile.data[at] : tile.data[2 * at];
    const max = tile.kind === "samples" ? min : tile.data[2 * at + 1];
    return Number.isFinite(min) && Number.isFinite(max) ? { min, max } : null;
  }
  return null;
}

/** The trace that passes nearest to `y` at a grid position; null when none is within `reachPx`. */
export function nearestTrace(
  tiles: readonly TraceTile[],
  rows: readonly TraceRow[],
  at: { sample: number; y: number; reachPx: number },
): Reading | null {
  let nearest: Reading | null = null;
  let distance = at.reachPx;
  for (const { row, baselineY, pixelsPerUnit } of rows) {
    const value = valueAt(tiles, row, at.sample);
    if (value === null) continue;
    const [a, b] = [baselineY + value.min * pixelsPerUnit, baselineY + value.max * pixelsPerUnit];
    const y = Math.min(Math.max(at.y, Math.min(a, b)), Math.max(a, b));
    if (Math.abs(y - at.y) > distance) continue;
    distance = Math.abs(y - at.y);
    nearest = { row, ...value, y };
  }
  return nearest;
}
