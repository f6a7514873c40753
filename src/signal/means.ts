/** Means of columns (algorithms.md 7): of their finite samples, added up in float64 in order, and how many these are; NaN where there is none. */
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
 * Takes the samples of a grid's columns part by part, ascending, and keeps a sum and a count of each column alone. However the samples are cut into parts,
 * the means are the same, bit for bit. A column that the samples end in is made of those that there are.
 */
export class ColumnSums {
  readonly #grid: ColumnGrid;
  /** [row][column]. */
  readonly #sums: Float64Array;
  readonly #counts: Float64Array;
  /** A column is not joined to the one before where its first sample is not. */
  readonly #breaks: Uint8Array;
  readonly #seen: Uint8Array;

  constructor(rows: number, grid: ColumnGrid) {
    this.#grid = grid;
    this.#sums = new Float64Array(rows * grid.columns);
    this.#counts = new Float64Array(rows * grid.columns);
    this.#breaks = new Uint8Array(grid.columns);
    this.#seen = new Uint8Array(grid.columns);
  }

  /** What of them lies in the columns. */
  add({ first, count, data, stride, breaks }: SampleRows): void {
    const { firstColumn, columns, samplesPerColumn: width } = this.#grid;
    const rows = this.#sums.length / columns;
    const begin = Math.max(0, Math.floor(first / width) - firstColumn);
    const end = Math.min(columns, Math.ceil((first + count) / width) - firstColumn);
    for (let column = begin; column < end; column++) {
      const from = Math.max(0, (firstColumn + column) * width - first);
      const to = Math.min(count, (firstColumn + column + 1) * width - first);
      if (this.#seen[column] === 0) this.#breaks[column] = breaks[from];
      this.#seen[column] = 1;
      for (let row = 0; row < rows; row++) {
        const at = row * columns + column;
        let [sum, finite] = [this.#sums[at], this.#counts[at]];
        for (let k = row * count + from; k < row * count + to; k++) {
          const value = data[stride * k];
          if (!Number.isFinite(value)) continue;
          sum += value;
          finite++;
        }
        this.#sums[at] = sum;
        this.#counts[at] = finite;
      }
    }
  }

  /** Writes the columns that any sample lies in, as (mean, how many samples), (NaN, NaN) where none is finite. */
  write({ data, breaks }: ColumnResult): void {
    const { columns } = this.#grid;
    for (let at = 0; at < this.#sums.length; at++) {
      if (this.#seen[at % columns] === 0) continue;
      const finite = this.#counts[at] === 0 ? Number.NaN : this.#counts[at];
      data[2 * at] = this.#sums[at] / finite;
      data[2 * at + 1] = finite;
    }
    for (let column = 0; column < columns; column++)
      if (this.#seen[column] === 1) breaks[column] = this.#breaks[column];
  }
}

/** Writes the columns of `grid` that lie in the samples, as `ColumnSums.write` does. */
export function meanColumns(samples: SampleRows, grid: ColumnGrid, into: ColumnResult): void {
  const { count, data, stride } = samples;
  const sums = new ColumnSums(count === 0 ? 0 : data.length / (stride * count), grid);
  sums.add(samples);
  sums.write(into);
}
