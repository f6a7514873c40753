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

type Extremes = Pick<Reading, "min" | "max">;

/**
 * Values of a row at a grid position: the first of `tiles` (best first) that covers it. Of samples that a line joins it is the nearest
 * one, as the line leads there; of samples that are held until the next one (`isHeld`) the one before. Null in gaps and where nothing is.
 */
export function valueAt(tiles: readonly TraceTile[], row: number, sample: number, isHeld = false): Extremes | null {
  const tile = tiles.find((each) => covers(each, sample));
  if (tile === undefined) return null;
  const value = elementOf(tile, row, sample);
  const next = Math.round(sample);
  if (isHeld || value === null || tile.kind !== "samples" || tile.samplesPerColumn !== 1 || next <= sample)
    return value;
  const after = tiles.find((each) => covers(each, next));
  const isJoined =
    after?.kind === "samples" && after.samplesPerColumn === 1 && after.breaks[next - after.firstSample] === 0;
  return (isJoined ? elementOf(after, row, next) : null) ?? value;
}

const covers = ({ firstSample, samplesPerColumn, count }: TraceTile, sample: number): boolean =>
  sample >= firstSample && sample < firstSample + count * samplesPerColumn;

function elementOf(tile: TraceTile, row: number, sample: number): Extremes | null {
  const at = row * tile.count + Math.floor((sample - tile.firstSample) / tile.samplesPerColumn);
  const min = tile.kind === "samples" ? tile.data[at] : tile.data[2 * at];
  const max = tile.kind === "samples" ? min : tile.data[2 * at + 1];
  return Number.isFinite(min) && Number.isFinite(max) ? { min, max } : null;
}

/** The trace that passes nearest to `y` at a grid position; null when none is within `reachPx`. `held`: rows of values that are held. */
export function nearestTrace(
  tiles: readonly TraceTile[],
  rows: readonly TraceRow[],
  at: { sample: number; y: number; reachPx: number; held?: ReadonlySet<number> },
): Reading | null {
  let nearest: Reading | null = null;
  let distance = at.reachPx;
  for (const { row, baselineY, pixelsPerUnit } of rows) {
    const value = valueAt(tiles, row, at.sample, at.held?.has(row));
    if (value === null) continue;
    const [a, b] = [baselineY + value.min * pixelsPerUnit, baselineY + value.max * pixelsPerUnit];
    const y = Math.min(Math.max(at.y, Math.min(a, b)), Math.max(a, b));
    if (Math.abs(y - at.y) > distance) continue;
    distance = Math.abs(y - at.y);
    nearest = { row, ...value, y };
  }
  return nearest;
}
