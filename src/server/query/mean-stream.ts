/** Means of recipe columns of any span in bounded memory: samples as columns of one, added up slice by slice. */
import type { Recipe } from "../../protocol/recipe.ts";
import type { GridColumns } from "../../signal/levels.ts";
import { meanColumns } from "../../signal/means.ts";
import type { ColumnGrid } from "../../signal/types.ts";
import { type ColumnStreamSource, streamColumns } from "./column-stream.ts";

/** Samples of all rows at once: 8 bytes each. */
const sliceSamples = 262_144;

/** The columns of `grid` as (mean, mean), in slices of whole columns. `onSlice` is told the fraction done; what it throws ends the work. */
export async function streamMeans(
  source: ColumnStreamSource,
  recipe: Recipe,
  grid: ColumnGrid,
  onSlice: (fraction: number) => void,
): Promise<GridColumns> {
  const { firstColumn, columns, samplesPerColumn: width } = grid;
  const rows = recipe.derivations.length;
  const result: GridColumns = {
    data: new Float32Array(rows * columns * 2).fill(Number.NaN),
    breaks: new Uint8Array(columns),
    rows,
    firstColumn,
    columns,
  };
  const slice = Math.max(1, Math.floor(sliceSamples / (rows * width)));
  for (let done = 0; done < columns; done += slice) {
    const part = { firstColumn: firstColumn + done, columns: Math.min(slice, columns - done), samplesPerColumn: width };
    const first = part.firstColumn * width;
    const count = Math.min(part.columns * width, source.group.sample_count - first);
    if (count <= 0) break;
    const samples = await streamColumns(
      source,
      recipe,
      { firstColumn: first, columns: count, samplesPerColumn: 1 },
      (fraction) => onSlice((done + fraction * part.columns) / columns),
    );
    const into = {
      data: new Float32Array(2 * rows * part.columns).fill(Number.NaN),
      breaks: result.breaks.subarray(done),
    };
    meanColumns({ first, count, data: samples.data, stride: 2, breaks: samples.breaks }, part, into);
    for (let row = 0; row < rows; row++)
      result.data.set(
        into.data.subarray(2 * row * part.columns, 2 * (row + 1) * part.columns),
        2 * (row * columns + done),
      );
  }
  onSlice(1);
  return result;
}
