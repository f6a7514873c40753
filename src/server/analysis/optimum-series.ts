/** Values of CPPOpt and MAPOpt as series (algorithms.md 9.2; assembly/optimum.ts). */
import { compositeParts, type OptimumAnalytic } from "../../protocol/composites.ts";
import { optimumSeriesOf, seriesWindows } from "../../signal/optimum.ts";
import { minuteMs } from "./optimum-grid.ts";
import { indexSamples, type OptimumDeps } from "./optimum-values.ts";
import type { SourceChannel } from "./types.ts";

export interface SeriesOrder {
  analytic: OptimumAnalytic;
  /** Time of the first value: a multiple of the period, a minute at most. Values are a period apart. */
  startMs: number;
  count: number;
  periodMs: number;
}

/** The members of the composite at each time of the order, [part][time], NaN where there is none. Index samples are computed once for all windows of all minutes. */
export async function optimumSeries(
  sources: readonly SourceChannel[],
  { analytic, startMs, count, periodMs }: SeriesOrder,
  deps: OptimumDeps,
): Promise<Float64Array> {
  const minuteOf = (k: number) => Math.floor((startMs + k * periodMs) / minuteMs);
  const first = minuteOf(0);
  const minutes = minuteOf(count - 1) - first + 1;
  const before = seriesWindows.longest - 1;
  const times = { firstMs: (first - before) * minuteMs, stepMs: minuteMs, count: before + minutes };
  const samples = await indexSamples(analytic, sources, times, deps);
  deps.onStep();
  const made = optimumSeriesOf(deps.core, analytic, samples);
  if (periodMs === minuteMs) return made;
  const parts = compositeParts[analytic].length;
  const held = new Float64Array(parts * count);
  for (let k = 0; k < count; k++) {
    const minute = minuteOf(k) - first;
    for (let part = 0; part < parts; part++) held[part * count + k] = made[part * minutes + minute];
  }
  return held;
}
