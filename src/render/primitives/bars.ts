/** Shapes for the pass of rectangles: bars, error bars, intervals. All lengths in device pixels of the layer's clip; pure. */
import type { RectShape } from "../passes/rects.ts";
import type { Rgba } from "../types.ts";

export interface BarSeries {
  /** One value a bin; one that is not finite has no bar. */
  readonly values: ArrayLike<number>;
  readonly colour: Rgba;
}

export interface BarScale {
  readonly baselineY: number;
  /** Negative when higher values lie further up. */
  readonly pixelsPerUnit: number;
  /** Free room on either side of a bin, in a narrow one less of it. */
  readonly gap: number;
}

/** Share of a bin that stays free on either side of it at most: the last one may be narrower than the others. */
const mostRoom = 0.1;

/** Bars of several series side by side in each bin; `edges`: x of the bins' borders, ascending, one more than there are bins. */
export function groupedBars(
  edges: ArrayLike<number>,
  series: readonly BarSeries[],
  { baselineY, pixelsPerUnit, gap }: BarScale,
): RectShape[] {
  const rects: RectShape[] = [];
  for (let bin = 0; bin + 1 < edges.length; bin++) {
    const room = Math.min(gap, mostRoom * (edges[bin + 1] - edges[bin]));
    const left = edges[bin] + room;
    const width = (edges[bin + 1] - room - left) / series.length;
    series.forEach(({ values, colour }, k) => {
      const y = baselineY + values[bin] * pixelsPerUnit;
      if (!Number.isFinite(y)) return;
      const [y0, y1] = [Math.min(y, baselineY), Math.max(y, baselineY)];
      rects.push({ x0: left + k * width, x1: left + (k + 1) * width, y0, y1, colour, style: "fill" });
    });
  }
  return rects;
}

export interface ErrorBars {
  readonly x: ArrayLike<number>;
  /** Either end of each; one that is not finite is left out. */
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly colour: Rgba;
  /** Whole pixels: of the lines, and of the caps from side to side. */
  readonly thickness: number;
  readonly cap: number;
}

/** Stems with a cap at either end, on whole pixels: no part lies on another, so translucent ones are even. */
export function errorBars({ x, from, to, colour, thickness, cap }: ErrorBars): RectShape[] {
  const rects: RectShape[] = [];
  for (let k = 0; k < x.length; k++) {
    if (![x[k], from[k], to[k]].every(Number.isFinite)) continue;
    const top = Math.round(Math.min(from[k], to[k]) - thickness / 2);
    const bottom = Math.max(top + thickness, Math.round(Math.max(from[k], to[k]) + thickness / 2));
    const left = Math.round(x[k] - cap / 2);
    const stem = Math.round(x[k] - thickness / 2);
    const add = (x0: number, width: number, y0: number, y1: number) => {
      if (y1 > y0) rects.push({ x0, x1: x0 + width, y0, y1, colour, style: "fill" });
    };
    const lower = Math.max(top + thickness, bottom - thickness);
    add(left, cap, top, top + thickness);
    add(stem, thickness, top + thickness, lower);
    add(left, cap, lower, bottom);
  }
  return rects;
}

export interface Interval {
  readonly x0: number;
  readonly x1: number;
  /** What it reaches from top to bottom. */
  readonly y0: number;
  readonly y1: number;
  readonly fill: Rgba;
  readonly style: RectShape["style"];
  /** Lines at both ends; null for none. */
  readonly edge: Rgba | null;
  /** Whole pixels. */
  readonly edgeWidth: number;
}

/** A span of time as a body with a line at either end, within it and on whole pixels; a short one is one line. */
export function intervalRects({ x0, x1, y0, y1, fill, style, edge, edgeWidth }: Interval): RectShape[] {
  if (edge === null) return [{ x0, x1, y0, y1, colour: fill, style }];
  const left = Math.round(x0);
  const right = Math.max(left + edgeWidth, Math.round(x1));
  const line = (at: number): RectShape => ({ x0: at, x1: at + edgeWidth, y0, y1, colour: edge, style: "fill" });
  if (right - left < 2 * edgeWidth) return [line(left)];
  const body: RectShape = { x0: left + edgeWidth, x1: right - edgeWidth, y0, y1, colour: fill, style };
  return [body, line(left), line(right - edgeWidth)];
}
