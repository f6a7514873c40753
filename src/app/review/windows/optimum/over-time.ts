/** How the optimum moved over what is shown, and how long the pressure lay outside of the limits. Pure. */
import type { Span } from "../../../../domain/time/view-span.ts";
import type { OptimumBlock, SamplesBlock } from "../../../../protocol/page-codec.ts";

/** The series in view, a value a minute; NaN: unknown. */
export interface SeriesView {
  readonly startMs: number;
  readonly optimum: ArrayLike<number>;
  readonly lla: ArrayLike<number>;
  readonly ula: ArrayLike<number>;
}

/**
 * All minutes of a span of the composite (src/protocol/composites.ts), out of a block whose first sample is at `firstMs`: before the series begins and behind
 * its end nothing is known.
 */
export function seriesIn({ data, count, gains }: SamplesBlock, firstMs: number, { startMs, endMs }: Span): SeriesView {
  const before = Math.round((firstMs - startMs) / minuteMs);
  const row = (part: number) =>
    Array.from({ length: Math.ceil((endMs - startMs) / minuteMs) }, (_, k) => {
      const at = k - before;
      return at < 0 || at >= count ? Number.NaN : data[part * count + at] * gains[part];
    });
  return { startMs, optimum: row(0), lla: row(1), ula: row(2) };
}

/** What the panel says, and of what. */
export interface Told {
  /** The series that it is of, and its version. */
  readonly of: string;
  readonly span: Span;
  readonly block: OptimumBlock;
  readonly view: SeriesView;
}

/** So much further a window reaches at most in whose place what was told of the one before stands until its own series is here. */
const mostFurtherMs = 120_000;

/** What was told may stand: it is of the same series, of a window that data or playback took a little further. It says its own times. */
export function mayStand(told: Told, of: string, { startMs, endMs }: Span): boolean {
  const further = [startMs - told.span.startMs, endMs - told.span.endMs];
  return told.of === of && further.every((ms) => ms >= 0 && ms <= mostFurtherMs);
}

/** Of the minutes that are known. mmHg */
export interface Stability {
  readonly known: number;
  readonly of: number;
  readonly lowest: number;
  readonly highest: number;
  readonly median: number;
  /** From the first to the last known minute. */
  readonly moved: number;
}

/** Null: no minute of the view has an optimum. */
export function stabilityOf({ optimum }: SeriesView): Stability | null {
  const known = Array.from(optimum).filter((each) => !Number.isNaN(each));
  if (known.length === 0) return null;
  const sorted = known.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return {
    ...{ known: known.length, of: optimum.length, lowest: sorted[0], highest: sorted[sorted.length - 1] },
    median: (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2,
    moved: known[known.length - 1] - known[0],
  };
}

/** Time and dose on one side of the limits. */
export interface Outside {
  readonly minutes: number;
  /** mmHg * min */
  readonly dose: number;
  /** Minutes of which both the pressure and the limit are known, and those of which one is not. */
  readonly known: number;
  readonly unknown: number;
}

/**
 * Of each value of the pressure in the window (the median of the 5 minutes behind it), against the limit of its minute: how far it lies below LLA or above ULA, times
 * how long it stands for.
 */
export function outsideOf(block: OptimumBlock, series: SeriesView): { below: Outside; above: Outside } {
  const { data, first_ms: firstMs, step_ms: stepMs } = block;
  const count = data.length / 2;
  const step = stepMs / minuteMs;
  const sideOf = (limits: ArrayLike<number>, excess: (pressure: number, limit: number) => number): Outside => {
    let [minutes, dose, known, unknown] = [0, 0, 0, 0];
    for (let k = 0; k < count; k++) {
      const at = Math.floor((firstMs + k * stepMs) / minuteMs) - Math.round(series.startMs / minuteMs);
      const away = excess(data[count + k], limits[at] ?? Number.NaN);
      if (Number.isNaN(away)) {
        unknown += step;
        continue;
      }
      known += step;
      if (away <= 0) continue;
      minutes += step;
      dose += away * step;
    }
    return { minutes, dose, known, unknown };
  };
  return {
    below: sideOf(series.lla, (pressure, limit) => limit - pressure),
    above: sideOf(series.ula, (pressure, limit) => pressure - limit),
  };
}

const minuteMs = 60_000;

/** Lines of the strip as SVG paths in a box of 100 by 100, broken where nothing is known; `range`: mmHg. */
export function pathOf(values: ArrayLike<number>, range: { min: number; max: number }): string {
  let path = "";
  let isOpen = false;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (Number.isNaN(value)) {
      isOpen = false;
      continue;
    }
    const x = ((k + 0.5) / values.length) * 100;
    const y = 100 - ((value - range.min) / (range.max - range.min)) * 100;
    // A minute that stands alone is a point, which a line of no length draws.
    path += isOpen ? `L${x.toFixed(2)} ${y.toFixed(2)}` : `M${x.toFixed(2)} ${y.toFixed(2)}h0`;
    isOpen = true;
  }
  return path;
}
