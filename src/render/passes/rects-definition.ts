/** What rectangles cover: the area of each within a pixel, or of its stripes there. */
import { hatchCoverage } from "../ground.ts";
import type { Definition } from "../pass.ts";
import type { RectsLayer } from "./rects.ts";

const overlap = (from: number, to: number, at: number) => Math.max(0, Math.min(to, at + 1) - Math.max(from, at));

export const defineRects: Definition<RectsLayer> = ({ clip, rects, firstPixel, hatchPeriod }, blend) => {
  for (const { x0, y0, x1, y1, colour, style } of rects)
    for (let y = 0; y < clip.height; y++)
      for (let x = 0; x < clip.width; x++) {
        const hatch = style === "hatch" ? hatchCoverage(firstPixel + x + y, hatchPeriod) : 1;
        blend(x, y, colour, overlap(x0, x1, x) * overlap(y0, y1, y) * hatch);
      }
};
