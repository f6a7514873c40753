/** Where events and pages of events stand in the plot. Pure; device pixels. */

import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { fractionOf, isInView } from "../../../../domain/montage/row-layout.ts";
import type { Verdict } from "../../../../domain/sd/worksheet.ts";
import type { GridView, PlotSize } from "../../../../picture/grid-view.ts";
import type { RectShape } from "../../../../render/passes/rects.ts";
import type { Rgba } from "../../../../render/types.ts";
import type { PlotSource } from "../../plot/plot-content.ts";
import type { DetectionPage, FoundEvent } from "./detection.ts";
import { boxHalfMs } from "./event-pages.ts";

/** Of the height of its row. */
const boxShare = 0.92;
const borderPx = 1.5;
const rejectedAlpha = 0.4;

export interface BoxPlot {
  readonly view: GridView;
  readonly size: PlotSize;
  readonly source: Pick<PlotSource, "recording" | "group">;
}

const xOf = ({ view, source: { recording, group } }: BoxPlot) => {
  const { startSample, samplesPerPixel } = view;
  return (ms: number) => (((ms - recording.start_ms) * group.sampling_hz) / 1000 - startSample) / samplesPerPixel;
};

/** Pages that are not here yet, and those that failed: neither looks like one in which nothing was found. */
export function pageRects(
  pages: readonly DetectionPage[],
  plot: BoxPlot,
  colours: { readonly waiting: Rgba; readonly failed: Rgba },
): RectShape[] {
  const { width, height } = plot.size;
  const x = xOf(plot);
  const { start_ms, end_ms } = plot.source.recording;
  return pages.flatMap(({ span, state }): RectShape[] => {
    if (state.kind === "here") return [];
    const x0 = Math.max(0, x(Math.max(span.startMs, start_ms)));
    const x1 = Math.min(width, x(Math.min(span.endMs, end_ms)));
    if (x1 <= x0) return [];
    return [
      { x0, x1, y0: 0, y1: height, colour: state.kind === "failed" ? colours.failed : colours.waiting, style: "fill" },
    ];
  });
}

/**
 * A box of 5 minutes on either side of each event, on its row; what is provisional is hatched. `verdicts`: what readers said of each; the
 * border of what was accepted is twice as wide, and of what was rejected nothing but a faint border is left.
 */
export function boxRects(
  events: readonly FoundEvent[],
  plot: BoxPlot,
  { drawn: { channels, layout }, top }: { drawn: Pick<Drawn, "channels" | "layout">; top: number },
  { colour, verdicts = [] }: { colour: Rgba; verdicts?: readonly (Verdict | null)[] },
): RectShape[] {
  const { width, height, ratio } = plot.size;
  const x = xOf(plot);
  const [r, g, b] = colour;
  return events.flatMap(({ onset_ms, is_provisional, drawnRow }, k): RectShape[] => {
    const [isAccepted, isRejected] = [verdicts[k] === "accepted", verdicts[k] === "rejected"];
    const border = Math.max(1, Math.round(borderPx * ratio * (isAccepted ? 2 : 1)));
    const edge: Rgba = [r, g, b, isRejected ? rejectedAlpha : 1];
    const centre = layout.centres[channels.findIndex(({ row }) => row === drawnRow.row)];
    if (centre === undefined || !isInView(layout, centre, top)) return [];
    const [x0, x1] = [Math.round(x(onset_ms - boxHalfMs)), Math.round(x(onset_ms + boxHalfMs))];
    if (x1 <= 0 || x0 >= width) return [];
    const half = (height / layout.inView) * (boxShare / 2);
    const middle = fractionOf(layout, centre, top) * height;
    const [y0, y1] = [Math.round(Math.max(0, middle - half)), Math.round(Math.min(height, middle + half))];
    const clipped = (from: number, to: number, style: RectShape["style"], of: Rgba, y = [y0, y1]): RectShape[] => {
      const [a, b] = [Math.max(0, from), Math.min(width, to)];
      return b > a ? [{ x0: a, x1: b, y0: y[0], y1: y[1], colour: of, style }] : [];
    };
    return [
      ...(isRejected ? [] : clipped(x0, x1, is_provisional ? "hatch" : "fill", colour)),
      ...clipped(x0, x1, "fill", edge, [y0, y0 + border]),
      ...clipped(x0, x1, "fill", edge, [y1 - border, y1]),
      ...clipped(x0, x0 + border, "fill", edge),
      ...clipped(x1 - border, x1, "fill", edge),
    ];
  });
}
