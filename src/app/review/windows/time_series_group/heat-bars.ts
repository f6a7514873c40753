/** Bars of a heatmap: means of the finite samples of equal stretches of the grid (algorithms.md 7). Pure. */

import type { GridView } from "../../../../picture/grid-view.ts";
import { claimPieces } from "../../../../render/index.ts";
import type { TraceTile } from "../../../../render/types.ts";

/** Bars over a view at most (spec 001 section 9). */
const specifiedBars = 2048;
/** Of whole ones: a view that begins inside of a bar touches one more. */
const wholeBars = specifiedBars - 1;
/**
 * So many columns are asked for. The ladder of widths makes them an eighth narrower at most, and each is a bar; only between 64 and 512
 * samples a column it may make them half as wide, and a bar takes two.
 */
export const mostBars = Math.floor((wholeBars * 7) / 8);

/** Bar k covers grid positions [first + k * samples, first + (k + 1) * samples). */
export interface BarGrid {
  readonly first: number;
  readonly samples: number;
  readonly count: number;
}

export interface HeatBars extends BarGrid {
  readonly values: Float32Array;
}

/**
 * The bars that a view touches: whole numbers of columns or samples, as many as the view's length says, counted from the recording start, so
 * that a bar is the same wherever the view begins and holds no part of a column.
 */
export function barGrid(tiles: readonly TraceTile[], { startSample, endSample }: GridView): BarGrid {
  const widest = tiles.reduce((width, tile) => Math.max(width, tile.samplesPerColumn), 1);
  // The last digits of a view that only moves do not make its bars wider.
  const samples = widest * Math.max(1, Math.ceil((endSample - startSample) / wholeBars / widest - 1e-6));
  const first = Math.floor(startSample / samples) * samples;
  return { first, samples, count: Math.min(specifiedBars, Math.ceil((endSample - first) / samples)) };
}

/** A grid that reaches on to whole multiples of `bars`: the same one for as long as a view moves within them. */
export function widened({ first, samples, count }: BarGrid, bars: number): BarGrid {
  const [from, to] = [Math.floor(first / samples / bars), Math.ceil((first / samples + count) / bars)];
  return { first: from * bars * samples, samples, count: (to - from) * bars };
}

/**
 * Values of bars, NaN where nothing finite lies. A bar of several columns or samples is the mean of all samples in them, so a column of few beside
 * a gap counts for these alone; where tiles of another width stand in, those count that begin in it.
 */
export function heatBars(tiles: readonly TraceTile[], row: number, { first, samples, count }: BarGrid): HeatBars {
  const sums = new Float64Array(count);
  const finite = new Float64Array(count);
  for (const { tile, start, end } of claimPieces(tiles, row + 1, first, first + count * samples)) {
    const { kind, count: columns, firstSample, samplesPerColumn, data } = tiles[tile];
    const stride = kind === "samples" ? 1 : 2;
    const from = Math.max(0, Math.ceil((start - firstSample) / samplesPerColumn));
    const to = Math.min(columns, Math.ceil((end - firstSample) / samplesPerColumn));
    for (let k = from; k < to; k++) {
      const at = stride * (row * columns + k);
      const value = data[at];
      const bar = Math.floor((firstSample + k * samplesPerColumn - first) / samples);
      if (!Number.isFinite(value) || bar < 0 || bar >= count) continue;
      const samplesInside = stride === 1 ? 1 : data[at + 1];
      sums[bar] += value * samplesInside;
      finite[bar] += samplesInside;
    }
  }
  const values = new Float32Array(count);
  for (let bar = 0; bar < count; bar++) values[bar] = finite[bar] === 0 ? Number.NaN : sums[bar] / finite[bar];
  return { first, samples, count, values };
}
