/** The optimal pressure of autoregulation of one window: CPPOpt and MAPOpt (algorithms.md 9.1 and 10). */
import { compositeParts, type OptimumAnalytic, optimumBins } from "../protocol/composites.ts";
import type { OptimumFailure, OptimumFit } from "../protocol/page-codec.ts";
import type { Core } from "./core.ts";
import { demand } from "./parameter-error.ts";

/** What a window failed by, in the order of the rules: 2 and 5 to 6 of algorithms.md 9.1. */
export const optimumFailures = [
  "too_little_data",
  "too_few_bins",
  "opens_downwards",
  "too_flat",
  "fits_badly",
] satisfies readonly OptimumFailure[];

/** Index samples: the index (PRx or COx) and the pressure (CPP or MAP, mmHg) at the same times; NaN where there is none. */
export interface IndexSamples {
  index: Float64Array;
  pressure: Float64Array;
}

const facts = 12;

/**
 * The optimum of these samples. `expected`: how many a window of that length has, 4 hours at most.
 * @throws ParameterError where index and pressure differ in length
 */
export function optimumOf(
  core: Core,
  analytic: OptimumAnalytic,
  { index, pressure }: IndexSamples,
  expected: number,
): OptimumFit {
  demand(index.length === pressure.length, `${index.length} and ${pressure.length} values`);
  const { low, size, count, least } = optimumBins[analytic];
  const { f64, kernels, arena } = core;
  return arena.scope(() => {
    const [r, x] = [index, pressure].map((values) => {
      const at = arena.take(8 * values.length);
      f64.set(values, at / 8);
      return at;
    });
    const [table, work] = [arena.take(24 * count), arena.take(24 * count)];
    const dst = arena.take(8 * (facts + 5 * count));
    f64.fill(0, table / 8, table / 8 + 3 * count);
    const held = kernels.binFisher(r, x, 0, index.length, low, size, count, table);
    kernels.fitOptimum(table, count, held, expected, low + size / 2, size, least, dst, work);
    return { ...readOptimum(f64.subarray(dst / 8, dst / 8 + facts + 5 * count), count), samples: held, expected };
  });
}

function readOptimum(made: Float64Array, bins: number): Omit<OptimumFit, "samples" | "expected"> {
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  const row = (k: number) => [...made.subarray(facts + k * bins, facts + (k + 1) * bins)];
  const [fitType, failed, optimum, lla, ula, fitSpan, percentage, a, b, c, weight, r2] = made;
  return {
    fitType: fitType as OptimumFit["fitType"],
    failed: optimumFailures[failed - 1] ?? null,
    ...{ optimum: orNull(optimum), lla: orNull(lla), ula: orNull(ula), fitSpan: orNull(fitSpan) },
    includedDataPercentage: percentage,
    coefficients: Number.isNaN(a) ? null : [a, b, c],
    ...{ weight, r2: orNull(r2) },
    ...{ yValues: row(0).map(orNull), errors: row(1).map(orNull), dataPercentages: row(2) },
    ...{ includedInFit: row(3).map((isFitted) => isFitted === 1), counts: row(4) },
  };
}

/** Windows of the series in minutes, an index sample each: 2 to 8 hours, and how much longer each is than the one before (algorithms.md 9.2). */
export const seriesWindows = { shortest: 120, step: 10, count: 37, longest: 480 } as const;
/** A longer window needs no more data than one of so many minutes. */
const mostExpected = 240;

/**
 * The composite of every minute (src/protocol/composites.ts): [part][minute], NaN where there is none. The first minute is that of the sample at `longest - 1`:
 * before it lies what its windows look back at.
 * @throws ParameterError where index and pressure differ in length, or hold no minute
 */
export function optimumSeriesOf(
  core: Core,
  analytic: OptimumAnalytic,
  { index, pressure }: IndexSamples,
): Float64Array {
  const { shortest, step, count: windows, longest } = seriesWindows;
  const count = index.length - longest + 1;
  demand(index.length === pressure.length && count > 0, `${index.length} and ${pressure.length} values`);
  const { low, size, count: bins, least } = optimumBins[analytic];
  const { f64, kernels, arena } = core;
  return arena.scope(() => {
    const [r, x] = [index, pressure].map((values) => {
      const at = arena.take(8 * values.length);
      f64.set(values, at / 8);
      return at;
    });
    const work = arena.take(8 * (facts + 11 * bins));
    const dst = arena.take(8 * (10 + 4 * bins) * count);
    kernels.optimumSeries(r, x, count, shortest, step, windows, mostExpected, low, size, bins, least, dst, work);
    return f64.slice(dst / 8, dst / 8 + compositeParts[analytic].length * count);
  });
}
