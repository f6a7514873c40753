/** What the host of the core takes and gives. Numbers in, numbers out; no times of day, no names. */
import type { Filters, Recipe } from "../protocol/recipe.ts";

/** A stretch of grid indexes that holds data. */
export interface Run {
  first: number;
  count: number;
  /** True: does not continue the run it touches (their data overlapped in time), so filters start again (algorithms.md 5). */
  isSeam?: boolean;
}

/** Stored samples of one group, channel-major [channel][count], covering grid indexes [first, first + count). */
export interface SampleSource {
  samplingHz: number;
  first: number;
  count: number;
  data: Int16Array | Float32Array;
  /** Physical = stored * gain + offset, one per channel. */
  gains: ArrayLike<number>;
  offsets: ArrayLike<number>;
  missingCode: number | null;
  /**
   * Gap-free stretches, ascending, clipped to [first, first + count). Outside them there is no data. Runs that touch are
   * one run, unless the later one is a seam.
   */
  runs: readonly Run[];
}

/** Columns [firstColumn, firstColumn + columns); column k holds grid samples [k*c, (k+1)*c), c = samplesPerColumn. */
export interface ColumnGrid {
  firstColumn: number;
  columns: number;
  samplesPerColumn: number;
}

export interface ColumnResult {
  /** [row][column][min, max]; NaN pairs where nothing finite lies. A copy unless `into` was given. */
  data: Float32Array;
  /** One byte a column: 1 when the line must not be joined to the column before (a gap or a seam between or inside them). */
  breaks: Uint8Array;
}

export interface SampleResult {
  /** [row][count] derived and filtered samples, NaN in gaps. */
  data: Float32Array;
  /** One byte a sample: 1 when the line must not be joined to the sample before. */
  breaks: Uint8Array;
}

/** Which filters really act at this rate (algorithms.md 1.3, bypass rule). */
export interface FilterPlan {
  /** Second-order sections [b0, b1, b2, a1, a2] in the order LFF, HFF, notch. */
  sections: Float64Array;
  /** Samples of warm-up a seek needs (algorithms.md 1.5). */
  warmup: number;
  usesFloat64: boolean;
  inactive: { lff: boolean; hff: boolean; notch: boolean };
}

/** The one function that runs a recipe, in the browser's worker and beside the data (src/README.md 2). */
export interface Engine {
  plan(filters: Filters, samplingHz: number): FilterPlan;
  /** `source` should begin the recipe's warm-up (`warmupOf`) before the first column, or at the recording start. */
  columns(source: SampleSource, recipe: Recipe, grid: ColumnGrid, into?: ColumnResult): ColumnResult;
  samples(source: SampleSource, recipe: Recipe, first: number, count: number, into?: SampleResult): SampleResult;
}
