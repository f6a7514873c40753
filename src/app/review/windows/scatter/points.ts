/** Points of two resampled signals, and the axes that hold them. Pure. */
import { type IndexSignal, isLeftOut } from "../../../../domain/graphs/index-limits.ts";
import { type ValueRange, type ValueTick, valueText, valueTicks } from "../../../../domain/montage/value-axis.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { Page, ResampledBlock } from "../../../../protocol/page-codec.ts";
import type { MarkShape } from "../../../../render/index.ts";
import type { Rgba } from "../../../../render/types.ts";
import type { ChartBox } from "../../chart/chart-content.ts";

export interface ScatterPoints {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Starts of their periods, epoch ms; ascending. */
  readonly times: readonly number[];
}

export const noPoints: ScatterPoints = { x: [], y: [], times: [] };

/**
 * Periods that touch the view and of which both signals have samples (algorithms.md 7). Pages share the period at their border, and say the same of
 * it; while a recording grows the later page may know more, on either side.
 */
export function pointsOf(x: readonly Page[], y: readonly Page[], { startMs, endMs }: Span): ScatterPoints {
  const [across, up] = [meansOf(x), meansOf(y)];
  const periodMs = across.periodMs;
  const shared = [...across.means.keys()]
    .filter((period) => up.means.has(period) && (period + 1) * periodMs > startMs && period * periodMs < endMs)
    .sort((a, b) => a - b);
  return {
    x: shared.map((period) => across.means.get(period) as number),
    y: shared.map((period) => up.means.get(period) as number),
    times: shared.map((period) => period * periodMs),
  };
}

/** By the number of the period; of a period that several pages have, what the last one says. */
function meansOf(pages: readonly Page[]) {
  const means = new Map<number, number>();
  let periodMs = 0;
  for (const { blocks } of pages)
    for (const { first_period, period_ms, data } of blocks as readonly ResampledBlock[]) {
      periodMs = period_ms;
      data.forEach((mean: number, k: number) => {
        if (Number.isFinite(mean)) means.set(first_period + k, mean);
      });
    }
  return { means, periodMs };
}

const padding = 0.05;

/** The range of finite values and 5 % of it on either side (algorithms.md 3); null without any. */
export function paddedRange(values: readonly number[]): ValueRange | null {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (!(min <= max)) return null;
  if (min === max) return { min: min - 0.5, max: max + 0.5 };
  return { min: min - padding * (max - min), max: max + padding * (max - min) };
}

/** How many points lie outside of the axes. */
export const countOutside = ({ x, y }: ScatterPoints, ranges: { x: ValueRange; y: ValueRange }): number =>
  x.filter((value, k) => !(isWithin(value, ranges.x) && isWithin(y[k], ranges.y))).length;
/** How many points have a mean that the indexes of autoregulation would leave out as a sample. */
export const countLeftOut = ({ x, y }: ScatterPoints, [ofX, ofY]: readonly (IndexSignal | null)[]): number =>
  x.filter((value, k) => isLeftOut(ofX, value) || isLeftOut(ofY, y[k])).length;
const isWithin = (value: number, { min, max }: ValueRange) => value >= min && value <= max;

/** The points as they are drawn; `size`: CSS px. */
export function marksLayer(
  { x, y }: ScatterPoints,
  { colour, shape, size }: { readonly colour: Rgba; readonly shape: MarkShape; readonly size: number },
  { clip, ratio, xOf, yOf }: ChartBox,
) {
  return {
    kind: "marks" as const,
    clip,
    marks: [{ shape, colour, size: size * ratio, x: x.map(xOf), y: y.map(yOf) }],
  };
}

/** More of them than this are no ticks. */
const mostTicks = 40;
const usualTicks = 8;

/** Multiples of the step of the settings; round values where those would be too few or too many. */
export function scatterTicks(range: ValueRange, step: number): readonly ValueTick[] {
  const count = (range.max - range.min) / step;
  if (!(count >= 2 && count <= mostTicks)) return valueTicks(range, usualTicks);
  const first = Math.ceil(range.min / step - 1e-9);
  const last = Math.floor(range.max / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => {
    const value = (first + k) * step;
    return { value, label: valueText(value, range) };
  });
}
