/** Lines of time and of values under a graph, as rectangles. Pure; device pixels. */
import type { Clock } from "../domain/time/clock.ts";
import { timeLines } from "../domain/time/time-axis.ts";
import { lengthOf, type Span } from "../domain/time/view-span.ts";
import type { RectShape } from "../render/passes/rects.ts";
import type { PlotColours } from "./grid-view.ts";

export interface GraphBox {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** What lies half way between two pixels goes to the right one, whatever the last digits say. */
const halfWay = 0.5 + 1e-4;

/** Lines of time, and lines at `ys`, the ticks of the value axis. */
export function gridRects(
  {
    span,
    clock,
    colours,
    linesOf = timeLines,
  }: { readonly span: Span; readonly clock: Clock; readonly colours: PlotColours; readonly linesOf?: typeof timeLines },
  ys: readonly number[],
  box: GraphBox,
): RectShape[] {
  const { width, height, ratio } = box;
  const line = Math.max(1, Math.round(ratio));
  const perMs = width / lengthOf(span);
  // Counted from the epoch, so that lines move by whole pixels.
  const x = (ms: number) => Math.floor(ms * perMs + halfWay) - Math.floor(span.startMs * perMs + halfWay);
  const vertical = linesOf(span, clock, width / ratio).map(({ timeMs, isStrong }): RectShape => {
    const x0 = x(timeMs) - (line >> 1);
    const colour = isStrong ? colours.fifthSecond : colours.second;
    return { x0, x1: x0 + line, y0: 0, y1: height, colour, style: "fill" };
  });
  const horizontal = ys.map((y): RectShape => {
    const y0 = Math.min(height - line, Math.max(0, Math.round(y - line / 2)));
    return { x0: 0, x1: width, y0, y1: y0 + line, colour: colours.second, style: "fill" };
  });
  const foot: RectShape = {
    x0: 0,
    x1: width,
    y0: height - line,
    y1: height,
    colour: colours.fifthSecond,
    style: "fill",
  };
  return [...vertical, ...horizontal, foot];
}
