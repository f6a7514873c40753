/** The bars of a histogram: one of each modality in each bin. Pure. */
import { groupedBars, hatchPeriod } from "../../../../render/index.ts";
import type { Rgba } from "../../../../render/types.ts";
import type { ChartBox } from "../../chart/chart-content.ts";

/** `edges`: borders of the bins, one more than counts; bars beyond the axis end where the plot does. */
export function barsLayer(
  edges: readonly number[],
  bars: readonly { readonly values: Float64Array; readonly colour: Rgba }[],
  { clip, ratio, xOf, yOf }: ChartBox,
) {
  const xs = edges.map(xOf);
  const width = xs.length > 1 ? xs[1] - xs[0] : 0;
  const gap = width > 6 * ratio ? Math.max(1, Math.round(width * 0.04)) : 0;
  const scale = { baselineY: yOf(0), pixelsPerUnit: yOf(1) - yOf(0), gap };
  const rects = bars.length === 0 ? [] : groupedBars(xs, bars, scale);
  const cut = rects.flatMap((rect) => rounded({ ...rect, y0: Math.max(0, rect.y0) }, Math.round(ratio)));
  return { kind: "rects" as const, clip, rects: cut, hatchPeriod: hatchPeriod(ratio), firstPixel: 0 };
}

/** With its upper corners off by one CSS px; a bar that is too small for it stays as it is. */
function rounded<Bar extends { x0: number; x1: number; y0: number; y1: number }>(bar: Bar, radius: number): Bar[] {
  const { x0, x1, y0, y1 } = bar;
  if (y0 <= 0 || x1 - x0 < 4 * radius || y1 - y0 < 2 * radius) return [bar];
  return [
    { ...bar, x0: x0 + radius, x1: x1 - radius, y1: y0 + radius },
    { ...bar, y0: y0 + radius },
  ];
}
