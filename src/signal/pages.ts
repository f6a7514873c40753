/** Min/max of one page of samples on a given number of columns, and the gap rule of irregular series (algorithms.md 4, 5). */
import type { Core } from "./core.ts";
import { demand } from "./parameter-error.ts";

/**
 * Column of sample i = floor(i * columns / count). Returns [column][min, max], (NaN, NaN) where nothing finite lies.
 * Throws ParameterError unless columns is a whole number >= 2.
 */
export function decimate(core: Core, samples: Float32Array, columns: number): Float32Array {
  demandColumns(columns);
  return core.arena.scope(() => {
    const src = core.arena.take(samples.byteLength);
    const dst = core.arena.take(columns * 8);
    core.f32.set(samples, src / 4);
    core.kernels.decimate(src, samples.length, dst, columns);
    return core.f32.slice(dst / 4, dst / 4 + columns * 2);
  });
}

/**
 * As decimate for samples with their own times (ms): column = floor((t - t0) * columns / (t1 - t0)), t0 <= t < t1.
 * Throws ParameterError unless columns >= 2, t1 > t0, and there is one time a sample.
 */
export function decimateTimed(
  core: Core,
  { times, samples }: { times: Float64Array; samples: Float32Array },
  [t0, t1]: readonly [t0: number, t1: number],
  columns: number,
): Float32Array {
  demandColumns(columns);
  demand(t1 > t0, `page from ${t0} to ${t1}`);
  demand(times.length === samples.length, `${times.length} times for ${samples.length} samples`);
  return core.arena.scope(() => {
    const at = core.arena.take(times.byteLength);
    const src = core.arena.take(samples.byteLength);
    const dst = core.arena.take(columns * 8);
    core.f64.set(times, at / 8);
    core.f32.set(samples, src / 4);
    core.kernels.decimateTimed(at, src, samples.length, t0, t1, dst, columns);
    return core.f32.slice(dst / 4, dst / 4 + columns * 2);
  });
}

/**
 * Gaps of a page of irregular samples: indexes i with times[i] - times[i - 1] >= 2 * samplingPeriod, the median step.
 * No gaps with fewer than 2 samples or a median that is not positive; the period is then null. Source: algorithms.md 5.
 */
export function findGaps(times: ArrayLike<number>): { gaps: number[]; samplingPeriod: number | null } {
  const steps = Float64Array.from({ length: Math.max(0, times.length - 1) }, (_, i) => times[i + 1] - times[i]);
  const sorted = steps.slice().sort();
  const half = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  if (!(median > 0)) return { gaps: [], samplingPeriod: null };
  const gaps: number[] = [];
  steps.forEach((step, i) => {
    if (step >= 2 * median) gaps.push(i + 1);
  });
  return { gaps, samplingPeriod: median };
}

function demandColumns(columns: number): void {
  demand(Number.isSafeInteger(columns) && columns >= 2 && columns < 2 ** 27, `${columns} columns`);
}
