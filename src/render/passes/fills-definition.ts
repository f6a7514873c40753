/** What a fill covers: the mean over a pixel's sixteenths of the part of the pixel's row between top and bottom. */
import type { Definition } from "../pass.ts";
import { nodesPerPixel } from "../traces/brush.ts";
import type { FillsLayer } from "./fills.ts";

export const defineFills: Definition<FillsLayer> = ({ clip, shapes }, blend) => {
  for (const { first, edges, colour } of shapes)
    for (let x = 0; x < clip.width; x++)
      for (let y = 0; y < clip.height; y++) {
        let sum = 0;
        for (let k = x * nodesPerPixel; k < (x + 1) * nodesPerPixel; k++) {
          const [top, bottom] = [edges[2 * (k - first)], edges[2 * (k - first) + 1]];
          if (top < bottom) sum += Math.max(0, Math.min(y + 1, bottom) - Math.max(y, top));
        }
        blend(x, y, colour, sum / nodesPerPixel);
      }
};
