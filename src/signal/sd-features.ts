/** What SD detection reads out of derived channels: means of seconds and fast activity of 10 s blocks (algorithms.md 11.2, 1 and 2). */
import { bypassFraction } from "../protocol/acting-filters.ts";
import type { Derivation } from "../protocol/recipe.ts";
import { butterworth, type Section } from "./coefficients.ts";
import { compileRecipe, type RowChunk } from "./compile.ts";
import type { Core } from "./core.ts";
import { demand } from "./parameter-error.ts";
import { type Carried, freshState, Pipeline, type Sink, type StridedSource, sliceSamples } from "./pipeline.ts";

export const sdBlockSeconds = 10;
/** Filters have forgotten everything before by then: 44 of the slowest time constant of them. */
export const sdWarmupMs = 10_000;
const highPassHz = 1;
const lowPassHz = 30;
/** Half of a second must be there. */
const leastOfSecond = 0.5;

/** Of a group of four rows: states of two sections, and what a second or a block holds. */
const stateBytes = 128;
const cellBytes = 64;
const identity: Section = [1, 0, 0, 0, 0];

export interface SdFeatures {
  rows: number;
  seconds: number;
  /** Mean of each second, uV: float64 [row][seconds], NaN where half of it is missing. */
  means: Float64Array;
  /** 10 log10(mean square + 0.01 uV^2) of each block of 10 s, dB: float64 [row][seconds / 10], NaN where nothing is there. */
  levels: Float64Array;
}

export interface SdSource {
  derivations: readonly Derivation[];
  samplingHz: number;
  gains: readonly number[];
  offsets: readonly number[];
  missingCode: number | null;
}

/** Whether a rate is high enough to tell what is left of 1 Hz (algorithms.md 1.3, bypass rule). */
export const fitsSd = (samplingHz: number): boolean => highPassHz < bypassFraction * samplingHz;

/**
 * Adds samples up, slice by slice, for the seconds between `edges`: grid indexes, one more than there are seconds, which begin with a block. Samples before
 * the first edge warm the filters. Lives in the core's arena: nothing else may take of it meanwhile (`Arena.hold`). Any cutting into slices
 * gives the same bits. Errors: ParameterError when a derivation does not fit the source.
 */
export class SdFeatureSums {
  readonly #source: SdSource;
  readonly #rows: number;
  readonly #seconds: number;
  readonly #parts: Part[];

  constructor(core: Core, source: SdSource, edges: Float64Array) {
    const { derivations, samplingHz, gains } = source;
    demand(fitsSd(samplingHz), `sampling rate ${samplingHz} Hz is too low`);
    const recipe = { derivations: [...derivations], filters: { lff: null, hff: null, notch: null } };
    const compiled = compileRecipe(recipe, samplingHz, gains.length);
    this.#source = source;
    this.#rows = compiled.rows;
    this.#seconds = edges.length - 1;
    const sections = core.arena.take(8 * 10);
    core.f64.set(sectionsFor(samplingHz), sections / 8);
    this.#parts = compiled.chunks.map((chunk) => new Part(core, chunk, { edges, sections }));
  }

  /** Slices in ascending order; what lies between them is missing. */
  push(slices: readonly StridedSource[]): void {
    for (const part of this.#parts) part.push(slices, this.#source);
  }

  finish(): SdFeatures {
    const seconds = this.#seconds;
    const blocks = seconds / sdBlockSeconds;
    const means = new Float64Array(this.#rows * seconds).fill(Number.NaN);
    const levels = new Float64Array(this.#rows * blocks).fill(Number.NaN);
    const least = leastOfSecond * this.#source.samplingHz;
    for (const part of this.#parts) part.read({ means, levels, seconds, blocks, least });
    return { rows: this.#rows, seconds, means, levels };
  }
}

function sectionsFor(samplingHz: number): number[] {
  const [high] = butterworth("highpass", 2, highPassHz, samplingHz);
  const isLowPassed = lowPassHz < bypassFraction * samplingHz;
  return [...high, ...(isLowPassed ? butterworth("lowpass", 2, lowPassHz, samplingHz)[0] : identity)];
}

/** The rows of one chunk of the recipe. */
class Part implements Sink {
  readonly from = 0;
  readonly #carried: Carried;
  readonly #states: number;
  readonly #seconds: number;
  readonly #blocks: number;
  /** Where samples of the warm-up are added. */
  readonly #nowhere: number;
  /** The second that the last sample lay in; -1 before the first. */
  #second = -1;
  #table = 0;

  constructor(
    private readonly core: Core,
    private readonly chunk: RowChunk,
    private readonly place: { edges: Float64Array; sections: number },
  ) {
    const { groups } = chunk;
    const seconds = place.edges.length - 1;
    const take = (bytes: number) => {
      const at = core.arena.take(bytes);
      core.u8.fill(0, at, at + bytes);
      return at;
    };
    this.#carried = freshState(chunk);
    this.#states = take(stateBytes * groups);
    this.#seconds = take(cellBytes * groups * seconds);
    this.#blocks = take((cellBytes * groups * seconds) / sdBlockSeconds);
    this.#nowhere = take(cellBytes * groups);
  }

  push(slices: readonly StridedSource[], source: SdSource): void {
    this.core.arena.scope(() => {
      const pipeline = new Pipeline(this.core, this.chunk, source, this.#carried);
      this.#table = pipeline.groupTable;
      for (const slice of slices) pipeline.run(slice, slice.first, slice.first + slice.count, this);
      pipeline.save();
    });
  }

  take(at: number, count: number): void {
    const { edges, sections } = this.place;
    const { kernels } = this.core;
    const { groups } = this.chunk;
    const cells = cellBytes * groups;
    const end = Math.min(at + count, edges[edges.length - 1]);
    for (let from = at; from < end; ) {
      while (edges[this.#second + 1] <= from) this.#second++;
      const k = this.#second;
      const stop = Math.min(end, edges[k + 1]);
      const second = k < 0 ? this.#nowhere : this.#seconds + k * cells;
      const block = k < 0 ? this.#nowhere : this.#blocks + Math.floor(k / sdBlockSeconds) * cells;
      kernels.sdAdd(this.#table, groups, from - at, stop - from, sections, this.#states, second, block);
      from = stop;
    }
    if ((at + count) % sliceSamples === 0) kernels.sdRest(this.#states, groups);
  }

  read(to: { means: Float64Array; levels: Float64Array; seconds: number; blocks: number; least: number }): void {
    const { kernels, arena, f64 } = this.core;
    const { groups } = this.chunk;
    arena.scope(() => {
      const dst = arena.take(8 * to.seconds);
      for (const [position, { row }] of this.chunk.rows.entries()) {
        kernels.sdRow(this.#seconds, to.seconds, groups, position, to.least, 0, dst);
        to.means.set(f64.subarray(dst / 8, dst / 8 + to.seconds), row * to.seconds);
        kernels.sdRow(this.#blocks, to.blocks, groups, position, 1, 1, dst);
        to.levels.set(f64.subarray(dst / 8, dst / 8 + to.blocks), row * to.blocks);
      }
    });
  }
}
