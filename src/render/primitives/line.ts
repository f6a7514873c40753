/** The line through values with their own times, as a shape for the pass of fills: drawn as a trace is. README, "Coverage". */
import type { FillShape } from "../passes/fills.ts";
import { nodesPerPixel } from "../traces/brush.ts";
import type { Rgba } from "../types.ts";
import { type Curve, runsOf, type Within } from "./curve.ts";

export interface LineStyle {
  readonly colour: Rgba;
  /** Device pixels. */
  readonly lineWidth: number;
}

/**
 * The line as the stretch of y that its pen covers in the middle of each sixteenth. A node, the border of two sixteenths, shows the
 * points near it at which the line turns, all of them, or else the line itself; so no extreme is lost, however many points a pixel has. A run
 * shorter than the line is wide is drawn as long as that, but not further than half way to its neighbours.
 */
export function lineOf(curve: Curve, { colour, lineWidth }: LineStyle, { width }: Within): FillShape {
  const half = lineWidth / 2;
  const taps: number[] = [];
  for (let i = 0; (i + 0.5) / nodesPerPixel <= half; i++)
    taps.push(Math.sqrt(half ** 2 - ((i + 0.5) / nodesPerPixel) ** 2));
  // The pen ends between two nodes, this far past its last tap.
  const rest = half * nodesPerPixel + 0.5 - taps.length;
  const count = width * nodesPerPixel;
  const edges = new Float64Array(2 * count).fill(Number.NaN);
  const runs = runsOf(curve);
  runs.forEach((run, k) => {
    const before = k === 0 ? Number.NEGATIVE_INFINITY : curve.x[runs[k - 1].to - 1];
    const after = k + 1 === runs.length ? Number.POSITIVE_INFINITY : curve.x[runs[k + 1].from];
    const [a, b] = [curve.x[run.from], curve.x[run.to - 1]];
    const lack = Math.max(0, (lineWidth - (b - a)) / 2);
    const start = nodesPerPixel * (a - Math.min(lack, (a - before) / 2));
    const end = nodesPerPixel * (b + Math.min(lack, (after - b) / 2));
    // Sixteenths of the run, as far as the pen reaches into the clip from them.
    const first = Math.max(-taps.length, Math.min(Math.floor(a * nodesPerPixel), Math.floor(start - 0.5) + 1));
    const last = Math.min(count + taps.length - 1, Math.max(Math.floor(b * nodesPerPixel), Math.ceil(end - 0.5) - 1));
    if (last < first) return;
    const { tops, bottoms } = nodesOf(curve, run, first, last + 1);
    for (let part = Math.max(0, first); part <= Math.min(count - 1, last); part++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let side = -1; side <= 1; side += 2) {
        let node = part - first + (side < 0 ? 0 : 1);
        for (let i = 0; i < taps.length && node >= 0 && node < tops.length; i++, node += side) {
          low = Math.min(low, tops[node] - taps[i]);
          high = Math.max(high, bottoms[node] + taps[i]);
        }
        if (node < 0 || node >= tops.length || taps.length === 0) continue;
        low = Math.min(low, tops[node] + (tops[node - side] - tops[node]) * (1 - rest));
        high = Math.max(high, bottoms[node] + (bottoms[node - side] - bottoms[node]) * (1 - rest));
      }
      const at = 2 * part;
      // Runs less than a sixteenth apart share one.
      edges[at] = edges[at] < edges[at + 1] ? Math.min(edges[at], low) : low;
      edges[at + 1] = edges[at + 1] > edges[at] ? Math.max(edges[at + 1], high) : high;
    }
  });
  return { first: 0, edges, colour };
}

/** What a run shows at the nodes from..to: level beyond its ends. */
function nodesOf({ x, y }: Curve, { from, to }: { from: number; to: number }, first: number, last: number) {
  const tops = new Float64Array(last - first + 1).fill(Number.POSITIVE_INFINITY);
  const bottoms = new Float64Array(last - first + 1).fill(Number.NEGATIVE_INFINITY);
  for (let i = from; i < to; i++) {
    const isTurn = i === from || i === to - 1 || (y[i] - y[i - 1]) * (y[i + 1] - y[i]) <= 0;
    const node = Math.floor(x[i] * nodesPerPixel + 0.5) - first;
    if (!isTurn || node < 0 || node >= tops.length) continue;
    tops[node] = Math.min(tops[node], y[i]);
    bottoms[node] = Math.max(bottoms[node], y[i]);
  }
  let i = from;
  for (let node = 0; node < tops.length; node++) {
    if (tops[node] <= bottoms[node]) continue;
    const at = (first + node) / nodesPerPixel;
    while (i + 2 < to && x[i + 1] <= at) i++;
    const share = i + 1 < to && x[i + 1] > x[i] ? Math.min(1, Math.max(0, (at - x[i]) / (x[i + 1] - x[i]))) : 0;
    tops[node] = i + 1 < to ? y[i] + (y[i + 1] - y[i]) * share : y[i];
    bottoms[node] = tops[node];
  }
  return { tops, bottoms };
}
