/** Means of recipe columns of any span in bounded memory: samples as columns of one, part by part, into a sum and a count of each column. */
import type { Recipe } from "../../protocol/recipe.ts";
import type { GridColumns } from "../../signal/levels.ts";
import { ColumnSums } from "../../signal/means.ts";
import type { ColumnGrid } from "../../signal/types.ts";
import { type ColumnStreamSource, streamParts } from "./column-stream.ts";

/** Samples of all rows at once: 8 bytes each. */
const partSamples = 262_144;

/**
 * The columns of `grid` as (mean, how many samples it is of). `onSlice` is told the fraction done; what it throws ends the work. Memory is that of
 * the columns and of one part, whatever lies in a column; how the samples are cut into parts changes nothing.
 */
export async function streamMeans(
  source: ColumnStreamSource,
  recipe: Recipe,
  grid: ColumnGrid,
  onSlice: (fraction: number) => void,
): Promise<GridColumns> {
  const { firstColumn, columns, samplesPerColumn: width } = grid;
  const rows = recipe.derivations.length;
  const data = new Float32Array(rows * columns * 2).fill(Number.NaN);
  const result: GridColumns = { data, breaks: new Uint8Array(columns), rows, firstColumn, columns };
  const sums = new ColumnSums(rows, grid);
  const first = firstColumn * width;
  const count = Math.min(columns * width, source.group.sample_count - first);
  const samples: ColumnGrid = { firstColumn: first, columns: Math.max(0, count), samplesPerColumn: 1 };
  const mostSamples = Math.max(1, Math.floor(partSamples / rows));
  await streamParts(source, recipe, { grid: samples, mostSamples, onSlice }, (part) =>
    sums.add({ first: part.firstColumn, count: part.columns, data: part.data, stride: 2, breaks: part.breaks }),
  );
  sums.write(result);
  onSlice(1);
  return result;
}
