/** Bars of a heatmap: means of the finite samples of equal stretches of the grid (algorithms.md 7). Pure. */
import { claimPieces } from "../../../../render/index.ts";
import type { TraceTile } from "../../../../render/types.ts";
import type { GridView } from "../../plot/grid-view.ts";

/** Bars over a view at most (spec 001 section 9). */
const specifiedBars = 2048;
/** So many columns are asked for: the ladder of widths makes them an eighth narrower at most. */
export const mostBars = (specifiedBars * 7) / 8;

/** Bar k of `values` covers grid positions [first + k * samples, first + (k + 1) * samples). */
export interface HeatBars {
  readonly first: number;
  readonly samples: number;
  readonly values: Float32Array;
}

/**
 * The bars that a view touches, NaN where nothing finite lies. Columns are bars as they come; of single samples bars are made here, as
 * wide as the view's length says, counted from the recording start, so that a bar is the same wherever the view begins. Where tiles of another
 * width stand in, each bar takes the mean of those that begin in it.
 */
export function heatBars(tiles: readonly TraceTile[], row: number, view: GridView): HeatBars {
  const { startSample, endSample } = view;
  const widest = tiles.reduce((width, tile) => Math.max(width, tile.samplesPerColumn), 1);
  const samples = Math.max(widest, Math.ceil((endSample - startSample) / specifiedBars));
  const first = Math.floor(startSample / samples) * samples;
  const count = Math.ceil((endSample - first) / samples);
  const sums = new Float64Array(count);
  const finite = new Uint32Array(count);
  for (const { tile, start, end } of claimPieces(tiles, row + 1, first, first + count * samples)) {
    const { kind, count: columns, firstSample, samplesPerColumn, data } = tiles[tile];
    const stride = kind === "samples" ? 1 : 2;
    const from = Math.max(0, Math.ceil((start - firstSample) / samplesPerColumn));
    const to = Math.min(columns, Math.ceil((end - firstSample) / samplesPerColumn));
    for (let k = from; k < to; k++) {
      const value = data[stride * (row * columns + k)];
      const bar = Math.floor((firstSample + k * samplesPerColumn - first) / samples);
      if (!Number.isFinite(value) || bar < 0 || bar >= count) continue;
      sums[bar] += value;
      finite[bar]++;
    }
  }
  const values = new Float32Array(count);
  for (let bar = 0; bar < count; bar++) values[bar] = finite[bar] === 0 ? Number.NaN : sums[bar] / finite[bar];
  return { first, samples, values };
}
