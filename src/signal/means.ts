/** Means of columns (algorithms.md 7): of their finite samples, added up in float64; NaN where there is none. */
import type { ColumnGrid, ColumnResult } from "./types.ts";

/** Samples [first, first + count) of all rows. */
export interface SampleRows {
  readonly first: number;
  readonly count: number;
  /** [row][sample], each `stride` numbers apart: 2 where a sample comes as its own minimum and maximum. */
  readonly data: Float32Array;
  readonly stride: 1 | 2;
  readonly breaks: Uint8Array;
}

/**
 * Writes the columns of `grid` that lie in the samples, as (mean, mean); a column that the samples end in is made of those that there are. A column is
 * not joined to the one before where its first sample is not.
 */
export function meanColumns(
  { first, count, data, stride, breaks }: SampleRows,
  grid: ColumnGrid,
  into: ColumnResult,
): void {
  const { firstColumn, columns, samplesPerColumn: width } = grid;
  const rows = count === 0 ? 0 : data.length / (stride * count);
  for (let column = 0; column < columns; column++) {
    const from = Math.max(0, (firstColumn + column) * width - first);
    const to = Math.min(count, (firstColumn + column + 1) * width - first);
    if (to <= from) continue;
    into.breaks[column] = breaks[from];
    for (let row = 0; row < rows; row++) {
      let [sum, finite] = [0, 0];
      for (let k = row * count + from; k < row * count + to; k++) {
        const value = data[stride * k];
        if (!Number.isFinite(value)) continue;
        sum += value;
        finite++;
      }
      const mean = finite === 0 ? Number.NaN : sum / finite;
      into.data[2 * (row * columns + column)] = mean;
      into.data[2 * (row * columns + column) + 1] = mean;
    }
  }
}
