/** Lines of time and of values under a graph, as rectangles. Pure; device pixels. */
import type { Clock } from "../domain/time/clock.ts";
import { type TimeLine, timeLines } from "../domain/time/time-axis.ts";
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

export interface GridLines {
  readonly span: Span;
  readonly clock: Clock;
  readonly colours: PlotColours;
  /** The pixel that a time begins with, where what lies beside the lines is not placed by the epoch. */
  readonly pixelOf?: (ms: number) => number;
  /** Where lines of time stand; absent: as in windows, by the length of the view. */
  linesOf?(span: Span, clock: Clock, widthPx: number): readonly TimeLine[];
}

/** Lines of time, and lines at `ys`, the ticks of the value axis. */
export function gridRects(
  { span, clock, colours, pixelOf, linesOf = knownLines }: GridLines,
  ys: readonly number[],
  box: GraphBox,
): RectShape[] {
  const { width, height, ratio } = box;
  const line = Math.max(1, Math.round(ratio));
  const perMs = width / lengthOf(span);
  // Counted from the epoch, so that lines move by whole pixels.
  const counted = (ms: number) => Math.floor(ms * perMs + halfWay) - Math.floor(span.startMs * perMs + halfWay);
  const x = pixelOf ?? counted;
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

let last: { span: Span; clock: Clock; widthPx: number; lines: readonly TimeLine[] } | null = null;

/** All rows and graphs of a frame have the same ones. */
function knownLines(span: Span, clock: Clock, widthPx: number): readonly TimeLine[] {
  const { startMs, endMs } = span;
  if (last?.span.startMs !== startMs || last.span.endMs !== endMs || last.clock !== clock || last.widthPx !== widthPx)
    last = { span: { startMs, endMs }, clock, widthPx, lines: timeLines(span, clock, widthPx) };
  return last.lines;
}
