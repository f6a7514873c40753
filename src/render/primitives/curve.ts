/**
 * Shapes of curves for the pass of fills: lines of values with their own times, and what lies between two of them. All lengths in
 * device pixels of the layer's clip; pure, float64.
 */
import type { FillShape } from "../passes/fills.ts";
import { nodesPerPixel } from "../traces/brush.ts";
import type { Rgba } from "../types.ts";

/** Points in ascending order of x; where y is not finite nothing is there, and what is on either side is not joined. */
export interface Curve {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Pixel columns of the clip. */
export interface Within {
  readonly width: number;
}

/** Points [from, to) that are all there. */
interface Run {
  readonly from: number;
  readonly to: number;
}

export function runsOf({ x, y }: Curve): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < x.length; i++) {
    if (!Number.isFinite(y[i])) continue;
    let to = i + 1;
    while (to < x.length && Number.isFinite(y[to])) to++;
    runs.push({ from: i, to });
    i = to;
  }
  return runs;
}

/**
 * Values of a curve in the middles of the sixteenths [0, 16 * width): straight between points, NaN where the curve is not, and so
 * past the ends of a run.
 */
function valuesAt({ x, y }: Curve, { width }: Within): Float64Array {
  const values = new Float64Array(width * nodesPerPixel).fill(Number.NaN);
  for (const { from, to } of runsOf({ x, y })) {
    const first = Math.max(0, Math.ceil(x[from] * nodesPerPixel - 0.5));
    const last = Math.min(values.length - 1, Math.floor(x[to - 1] * nodesPerPixel - 0.5));
    let i = from;
    for (let k = first; k <= last; k++) {
      const at = (k + 0.5) / nodesPerPixel;
      while (i + 1 < to - 1 && x[i + 1] <= at) i++;
      values[k] = i + 1 < to ? between(x[i], y[i], x[i + 1], y[i + 1], at) : y[i];
    }
  }
  return values;
}

const between = (x0: number, y0: number, x1: number, y1: number, at: number) =>
  x1 > x0 ? y0 + (y1 - y0) * Math.min(1, Math.max(0, (at - x0) / (x1 - x0))) : y1;

/** What lies between two curves, where both are; they may cross. `algorithms.md 14`: a delta region of one colour. */
export function bandBetween(a: Curve, b: Curve, colour: Rgba, within: Within): FillShape {
  const [first, second] = [valuesAt(a, within), valuesAt(b, within)];
  const edges = new Float64Array(2 * first.length);
  for (let k = 0; k < first.length; k++) {
    edges[2 * k] = Math.min(first[k], second[k]);
    edges[2 * k + 1] = Math.max(first[k], second[k]);
  }
  return { first: 0, edges, colour };
}

/** What lies between a curve and a baseline, in one colour where the curve is above it on the screen and in another where below. */
export function deltaFrom(
  curve: Curve,
  baseline: Curve,
  { above, below }: { readonly above: Rgba; readonly below: Rgba },
  within: Within,
): [above: FillShape, below: FillShape] {
  const [own, base] = [valuesAt(curve, within), valuesAt(baseline, within)];
  const upper = new Float64Array(2 * own.length);
  const lower = new Float64Array(2 * own.length);
  for (let k = 0; k < own.length; k++) {
    upper[2 * k] = own[k];
    upper[2 * k + 1] = base[k];
    lower[2 * k] = base[k];
    lower[2 * k + 1] = own[k];
  }
  return [
    { first: 0, edges: upper, colour: above },
    { first: 0, edges: lower, colour: below },
  ];
}

/**
 * Bands of percentiles, the widest first, so that translucent ones grow denser towards the middle. `curves`: from the lowest percentile
 * to the highest, an even number of them; a median is a line over it.
 */
export function percentileBands(curves: readonly Curve[], colour: Rgba, within: Within): FillShape[] {
  return Array.from({ length: curves.length >> 1 }, (_, k) =>
    bandBetween(curves[k], curves[curves.length - 1 - k], colour, within),
  );
}

/** A curve in pieces, `on` px long and `off` px apart along the line. Each is a curve of its own. */
export function dashed(curve: Curve, [on, off]: readonly [on: number, off: number]): Curve[] {
  const dashes: { x: number[]; y: number[] }[] = [];
  for (const { from, to } of runsOf(curve)) {
    let left = on;
    let isOn = true;
    const begin = (x: number, y: number) => dashes.push({ x: [x], y: [y] });
    begin(curve.x[from], curve.y[from]);
    for (let i = from; i + 1 < to; i++) {
      const [x0, y0, x1, y1] = [curve.x[i], curve.y[i], curve.x[i + 1], curve.y[i + 1]];
      const length = Math.hypot(x1 - x0, y1 - y0);
      let at = 0;
      while (at + left < length) {
        at += left;
        const [x, y] = [x0 + ((x1 - x0) * at) / length, y0 + ((y1 - y0) * at) / length];
        if (isOn) push(dashes[dashes.length - 1], x, y);
        else begin(x, y);
        isOn = !isOn;
        left = isOn ? on : off;
      }
      left -= length - at;
      if (isOn) push(dashes[dashes.length - 1], x1, y1);
    }
  }
  return dashes;
}

function push(dash: { x: number[]; y: number[] }, x: number, y: number): void {
  dash.x.push(x);
  dash.y.push(y);
}
