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
  const cut = rects.map((rect) => ({ ...rect, y0: Math.max(0, rect.y0) }));
  return { kind: "rects" as const, clip, rects: cut, hatchPeriod: hatchPeriod(ratio), firstPixel: 0 };
}
