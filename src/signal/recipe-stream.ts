/** A recipe run over a whole recording in consecutive slices, with carried state: how the derived pyramid is built. */
import type { Recipe } from "../protocol/recipe.ts";
import { type CompiledRecipe, compileRecipe } from "./compile.ts";
import type { Core } from "./core.ts";
import { maxColumnSamples } from "./engine.ts";
import type { GridColumns } from "./levels.ts";
import { demand } from "./parameter-error.ts";
import { type Carried, demandSource, freshState, Pipeline, type StridedSource } from "./pipeline.ts";
import { clipRuns, markBreaks } from "./runs.ts";
import { ColumnSink } from "./sinks.ts";
import type { Run } from "./types.ts";

export interface RecipeStreamOptions {
  recipe: Recipe;
  samplingHz: number;
  /** One per channel of the group: physical = stored * gain + offset. */
  gains: ArrayLike<number>;
  offsets: ArrayLike<number>;
  sampleType: "int16" | "float32";
  missingCode: number | null;
  samplesPerColumn: number;
}

/** The next samples of the group: data [channel][count] for the grid indexes [first, first + count), and its runs. */
export interface StreamSlice {
  first: number;
  count: number;
  data: Int16Array | Float32Array;
  /** Values from one channel to the next, where they lie further apart than `count`. */
  stride?: number;
  runs: readonly Run[];
}

/**
 * Accepts slices of one group in ascending order and returns the columns that each of them completes. Any cutting of the
 * recording into slices gives the same columns, bit for bit; a stretch left out between two slices is a gap, and a slice
 * continues the one before it unless its first run is a seam.
 * Errors: ParameterError for wrong parameters and for slices out of order. Source: algorithms.md 1.4.
 */
export class RecipeStream {
  readonly rows: number;
  readonly #core: Core;
  readonly #options: RecipeStreamOptions;
  readonly #recipe: CompiledRecipe;
  readonly #carried: Carried[];
  /** Grid index after the last slice; null before the first. */
  #next: number | null = null;
  /** Grid index after the last sample with data; before the first one, where the first slice began. */
  #dataEnd = 0;
  /** First column that was not handed over yet, whether data lie in it already, and its break. */
  #column = 0;
  #isOpen = false;
  #openBreak = 0;

  constructor(core: Core, options: RecipeStreamOptions) {
    const { recipe, samplingHz, gains, offsets, samplesPerColumn: width } = options;
    demand(Number.isSafeInteger(width) && width >= 1 && width <= maxColumnSamples, `columns of ${width} samples`);
    demand(gains.length === offsets.length, `${offsets.length} offsets for ${gains.length} gains`);
    this.#core = core;
    this.#options = options;
    this.#recipe = compileRecipe(recipe, samplingHz, gains.length);
    this.#carried = this.#recipe.chunks.map((chunk) => freshState(chunk));
    this.rows = this.#recipe.rows;
  }

  /** Filters slices. The result begins where the last one ended and may be empty; a begun column is kept back. */
  push(...slices: readonly StreamSlice[]): GridColumns {
    const { samplesPerColumn: width } = this.#options;
    const sources = slices.map((slice) => this.#sourceOf(slice));
    return this.#advance(sources, Math.floor((this.#next ?? 0) / width));
  }

  #sourceOf(slice: StreamSlice): StridedSource {
    const { sampleType, samplesPerColumn: width, samplingHz, gains, offsets, missingCode } = this.#options;
    const { first, count, data, stride = count, runs } = slice;
    demand(data instanceof Int16Array === (sampleType === "int16"), `the slice is not of type ${sampleType}`);
    const source: StridedSource = { samplingHz, gains, offsets, missingCode, first, count, data, stride, runs };
    demandSource(source);
    demand(this.#next === null || first >= this.#next, `slice at ${first} after ${this.#next}`);
    if (this.#next === null) {
      this.#column = Math.floor(first / width);
      this.#dataEnd = first;
    }
    this.#next = first + count;
    return source;
  }

  /** The last column, where the recording ends inside it; otherwise nothing. */
  finish(): GridColumns {
    const end = this.#next ?? 0;
    return this.#advance([], Math.ceil(end / this.#options.samplesPerColumn));
  }

  /** Runs the sources and hands over the columns before `endColumn`. */
  #advance(sources: readonly StridedSource[], endColumn: number): GridColumns {
    const width = this.#options.samplesPerColumn;
    const firstColumn = this.#column;
    const columns = Math.max(0, endColumn - firstColumn);
    const data = new Float32Array(this.rows * columns * 2).fill(Number.NaN);
    let isOpen = this.#isOpen;
    for (const [index, chunk] of this.#recipe.chunks.entries())
      this.#core.arena.scope(() => {
        const pipeline = new Pipeline(this.#core, chunk, this.#options, this.#carried[index]);
        const sink = new ColumnSink(pipeline, { data, firstColumn, columns }, width, this.#isOpen ? firstColumn : null);
        for (const source of sources) pipeline.run(source, source.first, source.first + source.count, sink);
        if (sink.open !== null && sink.open < endColumn) sink.close();
        sink.flush();
        isOpen = sink.open !== null;
        pipeline.save();
      });
    const breaks = new Uint8Array(columns + 1);
    breaks[0] = this.#openBreak;
    for (const { runs, first, count } of sources)
      for (const run of clipRuns(runs, first, first + count)) {
        markBreaks(breaks, [run], this.#dataEnd, { firstColumn, width });
        this.#dataEnd = run.first + run.count;
      }
    this.#isOpen = isOpen;
    this.#openBreak = breaks[columns];
    this.#column = firstColumn + columns;
    return { data, breaks: breaks.subarray(0, columns), rows: this.rows, firstColumn, columns };
  }
}
