/** The pass of rectangles: bands of the ground, bars, intervals, error bars, gaps. Coverage is the exact area. */
import rectsSource from "../../../shaders/rects.wgsl?raw";
import type { RasterCore } from "../../signal/raster.ts";
import { openQuads, type Words } from "../gpu-quads.ts";
import { bandCoverage, blend, hatchCoverage } from "../ground.ts";
import type { Pass, SoftwarePass, SoftwareTarget } from "../pass.ts";
import type { LayerBase, Rgba } from "../types.ts";

export interface RectShape {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly colour: Rgba;
  /** "hatch" draws 45 degree stripes that move with the layer's first pixel, "fill" a plain fill. */
  readonly style: "fill" | "hatch";
}

export interface RectsLayer extends LayerBase {
  readonly kind: "rects";
  /** Blended in order. */
  readonly rects: readonly RectShape[];
  /** Hatching repeats after so many pixels (`hatchPeriod` of ground.ts); absolute index of the layer's pixel 0. */
  readonly hatchPeriod: number;
  readonly firstPixel: number;
}

const shapeWords = 12;

function write({ rects, hatchPeriod, firstPixel }: RectsLayer, [shapes]: readonly Words[]) {
  for (const { x0, y0, x1, y1, colour, style } of rects) {
    const at = shapes.take(shapeWords);
    shapes.f32.set([x0, y0, x1, y1, ...colour], at);
    shapes.u32[at + 8] = style === "hatch" ? 1 : 0;
  }
  const phase = ((firstPixel % hatchPeriod) + hatchPeriod) % hatchPeriod;
  return { count: rects.length, uniform: [hatchPeriod, phase] };
}

class SoftwareRects implements SoftwarePass<RectsLayer> {
  constructor(private readonly core: RasterCore) {}

  draw(layer: RectsLayer, target: SoftwareTarget): void {
    const { clip, rects } = layer;
    const left = Math.max(0, target.x - clip.x);
    const right = Math.min(clip.width, target.x + target.width - clip.x);
    for (const rect of rects) {
      const from = Math.max(left, Math.floor(rect.x0));
      const to = Math.min(right, Math.ceil(rect.x1));
      const first = Math.max(0, Math.floor(rect.y0));
      const last = Math.min(clip.height, Math.ceil(rect.y1));
      const shares = Array.from({ length: Math.max(0, to - from) }, (_, k) => bandCoverage(rect, from + k));
      for (let y = first; y < last; y++) {
        const at = target.at + (clip.y + y) * target.stride + 4 * (clip.x + from - target.x);
        this.drawRow(layer, rect, { at, x: from, y, shares });
      }
    }
  }

  /** `shares`: of the pixels from x on that the rectangle covers from left to right. */
  private drawRow(
    { firstPixel, hatchPeriod }: RectsLayer,
    { y0, y1, colour, style }: RectShape,
    { at, x, y, shares }: { at: number; x: number; y: number; shares: readonly number[] },
  ): void {
    const share = bandCoverage({ x0: y0, x1: y1 }, y);
    shares.forEach((own, k) => {
      const hatch = style === "hatch" ? hatchCoverage(firstPixel + x + k + y, hatchPeriod) : 1;
      blend(this.core.u8, at + 4 * k, colour, own * share * hatch);
    });
  }
}

export const rectsPass: Pass<RectsLayer> = {
  openGpu: (target) => openQuads(target, { label: "rects", source: rectsSource, name: "rect", buffers: 1, write }),
  openSoftware: (core) => new SoftwareRects(core),
};
