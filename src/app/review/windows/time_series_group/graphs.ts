/** Where graphs stand in the plot: one below the other, equally high. Pure; device pixels. */
import type { ValueRange } from "../../../../domain/montage/value-axis.ts";
import type { Rgba, TraceRow } from "../../../../render/types.ts";
import type { PlotSize } from "../../plot/grid-view.ts";

/** Room above and below the values of a graph, CSS px. */
export const graphPadPx = 6;

/** The trace of graph `row` of `count`: its range fills the graph's height. Positive values point up. */
export function graphRow(graph: {
  row: number;
  count: number;
  range: ValueRange;
  size: PlotSize;
  colour: Rgba;
}): TraceRow {
  const { row, count, range, size, colour } = graph;
  const height = size.height / count;
  const pad = Math.min(graphPadPx * size.ratio, height / 4);
  const perUnit = (height - 2 * pad) / (range.max - range.min);
  return { row, baselineY: (row + 1) * height - pad + range.min * perUnit, pixelsPerUnit: -perUnit, colour };
}
