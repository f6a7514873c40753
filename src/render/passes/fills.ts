/**
 * The pass of fills: regions with one upper and one lower edge, such as lines of values, bands between curves and percentiles. What
 * they cover is given for each sixteenth of a pixel column, and drawn as traces are: README, "Coverage".
 */
import fillsSource from "../../../shaders/fills.wgsl?raw";
import type { RasterCore } from "../../signal/raster.ts";
import { openQuads, type Words } from "../gpu-quads.ts";
import type { Pass, SoftwarePass, SoftwareTarget } from "../pass.ts";
import { rooms, writeColour } from "../raster-rooms.ts";
import { marginY, nodesPerPixel, stepsPerPixelFor } from "../traces/brush.ts";
import type { LayerBase, Rgba } from "../types.ts";

export interface FillShape {
  /** Sixteenth, counted from the clip's left edge, that `edges` begins with. */
  readonly first: number;
  /** Top and bottom of each sixteenth in its middle; nothing where the top is not above the bottom, as with NaN. */
  readonly edges: Float64Array;
  readonly colour: Rgba;
}

export interface FillsLayer extends LayerBase {
  readonly kind: "fills";
  /** Blended in order. */
  readonly shapes: readonly FillShape[];
}

/** Pixels [x, end) of the clip that a shape touches, within [from, to). */
function pixelsOf({ first, edges }: FillShape, from: number, to: number): { x: number; end: number } {
  const x = Math.max(from, Math.floor(first / nodesPerPixel));
  return { x, end: Math.min(to, Math.ceil((first + edges.length / 2) / nodesPerPixel)) };
}

/** Calls `give` with top and bottom in whole steps of each sixteenth of the pixels [x, end); 65535 and 0 where there is nothing. */
function eachSixteenth(
  { first, edges }: FillShape,
  { x, end }: { x: number; end: number },
  height: number,
  give: (k: number, top: number, bottom: number) => void,
): void {
  const steps = stepsPerPixelFor(height);
  const toStep = (y: number) => Math.round((Math.min(height + marginY, Math.max(-marginY, y)) + marginY) * steps);
  const count = (end - x) * nodesPerPixel;
  for (let k = 0; k < count; k++) {
    const at = 2 * (x * nodesPerPixel + k - first);
    const isThere = edges[at] < edges[at + 1];
    give(k, isThere ? toStep(edges[at]) : 65_535, isThere ? toStep(edges[at + 1]) : 0);
  }
}

const quadWords = 12;
/** Pixel columns of a quad: few, so that it is hardly higher than what it shows. */
const quadPixels = 8;

function write({ clip, shapes }: FillsLayer, [quads, covers]: readonly Words[]) {
  const { width, height } = clip;
  const steps = stepsPerPixelFor(height);
  let count = 0;
  for (const shape of shapes) {
    const { x, end } = pixelsOf(shape, 0, width);
    for (let from = x; from < end; from += quadPixels) {
      const to = Math.min(end, from + quadPixels);
      const at = covers.take((to - from) * nodesPerPixel);
      let [low, high] = [65_535, 0];
      eachSixteenth(shape, { x: from, end: to }, height, (k, top, bottom) => {
        covers.u32[at + k] = top | (bottom << 16);
        low = Math.min(low, top);
        high = Math.max(high, bottom);
      });
      const first = Math.max(0, Math.floor(low / steps) - marginY);
      const last = Math.min(height, Math.ceil(high / steps) - marginY);
      if (last <= first) {
        covers.length = at;
        continue;
      }
      const quad = quads.take(quadWords);
      quads.u32.set([from, to, first, last, at], quad);
      quads.f32.set(shape.colour, quad + 8);
      count++;
    }
  }
  return { count, uniform: [Math.log2(steps)] };
}

const KiB = 1024;
const layout = {
  frame: rooms.work,
  shape: rooms.work + KiB,
  lows: rooms.work + 2 * KiB,
  highs: rooms.work + 1026 * KiB,
  scratch: rooms.work + 2050 * KiB,
} as const;

class SoftwareFills implements SoftwarePass<FillsLayer> {
  constructor(private readonly core: RasterCore) {}

  draw({ clip, shapes }: FillsLayer, target: SoftwareTarget): void {
    const { u16, u32, kernels } = this.core;
    const from = Math.max(0, target.x - clip.x);
    const to = Math.min(clip.width, target.x + target.width - clip.x);
    if (to <= from || clip.height === 0) return;
    const out = target.at + clip.y * target.stride + 4 * (clip.x + from - target.x);
    // The block of assembly/raster-frame.ts, of which fills need the picture, steps and room alone.
    const block = new Uint32Array(26);
    block.set([out, target.stride, to - from, clip.height]);
    block[16] = Math.log2(stepsPerPixelFor(clip.height));
    block[22] = layout.scratch;
    u32.set(block, layout.frame / 4);
    for (const shape of shapes) {
      const pixels = pixelsOf(shape, from, to);
      if (pixels.end <= pixels.x) continue;
      eachSixteenth(shape, pixels, clip.height, (k, top, bottom) => {
        u16[layout.lows / 2 + k] = top;
        u16[layout.highs / 2 + k] = bottom;
      });
      u32.set([pixels.x - from, pixels.end - pixels.x, layout.lows, layout.highs], layout.shape / 4);
      writeColour(this.core, layout.shape + 16, shape.colour);
      kernels.rasterFill(layout.frame, layout.shape);
    }
  }
}

export const fillsPass: Pass<FillsLayer> = {
  openGpu: (target) => openQuads(target, { label: "fills", source: fillsSource, name: "fill", buffers: 2, write }),
  openSoftware: (core) => new SoftwareFills(core),
};
