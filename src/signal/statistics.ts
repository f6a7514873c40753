/** Histogram counts and the weighted parabola of the optimum fits (algorithms.md 6 and 9.1). */
import type { Core } from "./core.ts";
import { demand } from "./parameter-error.ts";

/** Samples handed to the core at once. */
const blockSamples = 1 << 20;
const limit = 10_000;

export interface HistogramBounds {
  min: number;
  max: number;
  size: number;
}

/** Number of bins (algorithms.md 6), 0 for a configuration outside the specification's bounds. */
export function histogramBins({ min, max, size }: HistogramBounds): number {
  const isValid = min >= -limit && max <= limit && min < max && size > 0 && size <= limit;
  return isValid ? Math.ceil((max - min) / size - 1e-9) : 0;
}

/** Counts of all pages together, one a bin; empty for an invalid configuration. Values outside and NaN are not counted. */
export function histogram(core: Core, pages: readonly Float32Array[], bounds: HistogramBounds): Uint32Array {
  const bins = histogramBins(bounds);
  const { min, max, size } = bounds;
  return core.arena.scope(() => {
    const counts = core.arena.take(bins * 4);
    core.u32.fill(0, counts / 4, counts / 4 + bins);
    if (bins > 0)
      for (const page of pages)
        for (let from = 0; from < page.length; from += blockSamples)
          core.arena.scope(() => {
            const part = page.subarray(from, from + blockSamples);
            const src = core.arena.take(part.byteLength);
            core.f32.set(part, src / 4);
            core.kernels.histogram(src, part.length, min, max, size, counts, bins);
          });
    return core.u32.slice(counts / 4, counts / 4 + bins);
  });
}

/**
 * [a, b, c] of z = a x^2 + b x + c with the least sum of w (z - fit)^2, or null when the points do not fix a parabola.
 * Throws ParameterError when the arrays differ in length.
 */
export function fitParabola(
  core: Core,
  x: ArrayLike<number>,
  z: ArrayLike<number>,
  w: ArrayLike<number>,
): readonly [a: number, b: number, c: number] | null {
  demand(x.length === z.length && x.length === w.length, `${x.length}, ${z.length} and ${w.length} values`);
  return core.arena.scope(() => {
    const [xs, zs, ws] = [x, z, w].map((values) => {
      const at = core.arena.take(values.length * 8);
      core.f64.set(values, at / 8);
      return at;
    });
    const dst = core.arena.take(24);
    if (core.kernels.fitParabola(xs, zs, ws, x.length, dst) !== 0) return null;
    return [core.f64[dst / 8], core.f64[dst / 8 + 1], core.f64[dst / 8 + 2]];
  });
}
