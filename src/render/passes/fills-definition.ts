/** What a fill covers: the mean over a pixel's sixteenths of the part of the pixel's row between top and bottom. */
import type { Definition } from "../pass.ts";
import { nodesPerPixel } from "../traces/brush.ts";
import type { FillsLayer } from "./fills.ts";

export const defineFills: Definition<FillsLayer> = ({ clip, shapes }, blend) => {
  for (const { first, edges, colour } of shapes)
    for (let x = 0; x < clip.width; x++) {
      const { highest, lowest } = reachOf(edges, 2 * (x * nodesPerPixel - first));
      for (let y = Math.max(0, Math.floor(highest)); y < Math.min(clip.height, lowest); y++) {
        let sum = 0;
        for (let k = x * nodesPerPixel; k < (x + 1) * nodesPerPixel; k++) {
          const [top, bottom] = [edges[2 * (k - first)], edges[2 * (k - first) + 1]];
          if (top < bottom) sum += Math.max(0, Math.min(y + 1, bottom) - Math.max(y, top));
        }
        blend(x, y, colour, sum / nodesPerPixel);
      }
    }
};

/** Between which heights the sixteenths of a pixel, whose edges begin at `at`, cover anything at all. */
function reachOf(edges: Float64Array, at: number): { highest: number; lowest: number } {
  let [highest, lowest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = at; k < at + 2 * nodesPerPixel; k += 2)
    if (edges[k] < edges[k + 1]) {
      highest = Math.min(highest, edges[k]);
      lowest = Math.max(lowest, edges[k + 1]);
    }
  return { highest, lowest };
}
