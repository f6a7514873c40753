/** The engine again, as plainly as can be: one row, one sample at a time, float64 state. For tests, the bench and the picture test. */
import type { Filters, Recipe, Term } from "../protocol/recipe.ts";
import { keepsConstant, planFilters, sectionSize } from "./coefficients.ts";
import { warmupOf } from "./filter-sets.ts";
import type { ColumnGrid, SampleSource } from "./types.ts";

/** Derived and filtered samples [row][count] for the grid indexes [first, first + count); warm-up as the engine takes it. */
export function referenceSamples(source: SampleSource, recipe: Recipe, first: number, count: number): Float32Array {
  const warmup = warmupOf(recipe, source.samplingHz);
  const from = Math.max(source.first, first - warmup);
  const result = new Float32Array(recipe.derivations.length * count).fill(Number.NaN);
  recipe.derivations.forEach((derivation, row) => {
    const input = new Float32Array(Math.max(0, first + count - from));
    for (let i = 0; i < input.length; i++)
      input[i] = Math.fround(termAt(source, derivation.first, from + i) - termAt(source, derivation.second, from + i));
    const seams = source.runs.filter((run) => run.isSeam).map((run) => run.first - from);
    const borders = [0, ...seams.filter((at) => at > 0 && at < input.length), input.length];
    const filters = derivation.filters ?? recipe.filters;
    for (let k = 0; k + 1 < borders.length; k++) {
      const output = referenceFilter(input.subarray(borders[k], borders[k + 1]), filters, source.samplingHz);
      output.forEach((value, i) => {
        const at = from + borders[k] + i - first;
        if (at >= 0) result[row * count + at] = value;
      });
    }
  });
  return result;
}

/** The cascade over one row; runs end at NaN (algorithms.md 1.3 and 1.4). */
export function referenceFilter(input: Float32Array, filters: Filters, samplingHz: number): Float32Array {
  const { sections } = planFilters(filters, samplingHz);
  const keeps = keepsConstant(sections);
  const state = new Float64Array((sections.length / sectionSize) * 2);
  let x0 = Number.NaN;
  return input.map((sample) => {
    if (Number.isNaN(sample)) {
      x0 = Number.NaN;
      return Number.NaN;
    }
    if (sections.length === 0) return sample;
    if (Number.isNaN(x0)) {
      x0 = sample;
      state.fill(0);
    }
    let x = sample - x0;
    for (let at = 0, k = 0; at < sections.length; at += sectionSize, k += 2) {
      const y = sections[at] * x + state[k];
      state[k] = sections[at + 1] * x - sections[at + 3] * y + state[k + 1];
      state[k + 1] = sections[at + 2] * x - sections[at + 4] * y;
      x = y;
    }
    return keeps ? x + x0 : x;
  });
}

/** Columns [row][column][min, max] of samples [row][count] that begin at grid index `first`. */
export function referenceColumns(
  samples: Float32Array,
  rows: number,
  first: number,
  { firstColumn, columns, samplesPerColumn }: ColumnGrid,
): Float32Array {
  const count = samples.length / rows;
  const result = new Float32Array(rows * columns * 2).fill(Number.NaN);
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < count; i++) {
      const column = Math.floor((first + i) / samplesPerColumn) - firstColumn;
      if (column >= 0 && column < columns) include(result, (row * columns + column) * 2, samples[row * count + i]);
    }
  return result;
}

/** One page on `columns` columns: column of sample i = floor(i * columns / count) (algorithms.md 4). */
export function referenceDecimate(samples: Float32Array, columns: number): Float32Array {
  const result = new Float32Array(columns * 2).fill(Number.NaN);
  samples.forEach((sample, i) => {
    include(result, Math.floor((i * columns) / samples.length) * 2, sample);
  });
  return result;
}

function include(pairs: Float32Array, at: number, sample: number): void {
  if (Number.isNaN(sample)) return;
  if (!(pairs[at] <= sample)) pairs[at] = sample;
  if (!(pairs[at + 1] >= sample)) pairs[at + 1] = sample;
}

function termAt(source: SampleSource, term: Term, index: number): number {
  switch (term.kind) {
    case "channel":
      return physicalAt(source, term.index, index);
    case "zero":
      return source.runs.some((run) => index >= run.first && index < run.first + run.count) ? 0 : Number.NaN;
    case "missing":
      return Number.NaN;
    case "average": {
      const finite = term.members.map((member) => physicalAt(source, member, index)).filter((v) => !Number.isNaN(v));
      return finite.length < 2 ? Number.NaN : Math.fround(finite.reduce((a, b) => a + b, 0) / finite.length);
    }
    case "neighbours": {
      const values = term.members.map((member) => physicalAt(source, member, index));
      return Math.fround(values.reduce((a, b) => a + b, 0) / values.length);
    }
  }
}

function physicalAt(source: SampleSource, channel: number, index: number): number {
  const at = index - source.first;
  const isCovered = source.runs.some((run) => index >= run.first && index < run.first + run.count);
  if (at < 0 || at >= source.count || !isCovered) return Number.NaN;
  const stored = source.data[channel * source.count + at];
  if (stored === source.missingCode) return Number.NaN;
  return Math.fround(stored * source.gains[channel] + source.offsets[channel]);
}
