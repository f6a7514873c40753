/** The pass of rectangles: bands of the ground, bars, intervals, error bars, gaps. Coverage is the exact area. */
import rectsSource from "../../../shaders/rects.wgsl?raw";
import type { RasterCore } from "../../signal/raster.ts";
import { openQuads, type Words } from "../gpu-quads.ts";
import { bandCoverage, hatchCoverage } from "../ground.ts";
import { isSameRect, type Moved, type Pass, type SoftwarePass, type SoftwareTarget } from "../pass.ts";
import { rooms, writeColour } from "../raster-rooms.ts";
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

const layout = { colour: rooms.work, shares: rooms.work + 1024 } as const;
const wholeShare = 32_767;

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
      if (to <= from) continue;
      writeColour(this.core, layout.colour, rect.colour);
      // The rows that are covered whole are alike, or repeat with the hatching.
      for (let y = first; y < last; ) {
        const share = bandCoverage({ x0: rect.y0, x1: rect.y1 }, y);
        const end = share === 1 ? Math.min(last, Math.max(y + 1, Math.floor(rect.y1))) : y + 1;
        const at = target.at + (clip.y + y) * target.stride + 4 * (clip.x + from - target.x);
        this.drawRows(layer, rect, { at, stride: target.stride, from, to, y, rows: end - y, share });
        y = end;
      }
    }
  }

  /** Null where what both show is not the same rectangles, in the same order. */
  moved(was: RectsLayer, now: RectsLayer): Moved | null {
    const { width } = now.clip;
    const by = now.firstPixel - was.firstPixel;
    if (!isSameRect(was.clip, now.clip) || was.hatchPeriod !== now.hatchPeriod || !Number.isInteger(by)) return null;
    const before = cutTo(was.rects, Math.max(0, by), Math.min(width, width + by), by);
    const after = cutTo(now.rects, Math.max(0, -by), Math.min(width, width - by), 0);
    return before.length === after.length && before.every((rect, k) => isSameRectangle(rect, after[k]))
      ? { by, reach: 0 }
      : null;
  }

  /** Rows from y on that the rectangle covers alike from top to bottom, by `share`. */
  private drawRows(
    { firstPixel, hatchPeriod }: RectsLayer,
    { x0, x1, colour, style }: RectShape,
    rows: { at: number; stride: number; from: number; to: number; y: number; rows: number; share: number },
  ): void {
    const { u16, kernels } = this.core;
    const { at, stride, from, to, y, share } = rows;
    const width = to - from;
    const period = style === "hatch" ? Math.min(hatchPeriod, rows.rows) : 1;
    for (let row = 0; row < period; row++)
      for (let x = 0; x < width; x++) {
        const hatch = style === "hatch" ? hatchCoverage(firstPixel + from + x + y + row, hatchPeriod) : 1;
        const coverage = bandCoverage({ x0, x1 }, from + x) * share * hatch;
        u16[layout.shares / 2 + row * width + x] = Math.round(colour[3] * coverage * wholeShare);
      }
    kernels.rasterRows(at, stride, width, rows.rows, layout.shares, 2 * width, period, layout.colour);
  }
}

/** What pixels [from, to) show of rectangles, as they lie `by` pixels further to the left. */
function cutTo(rects: readonly RectShape[], from: number, to: number, by: number): RectShape[] {
  const shown = rects.filter(({ x0, x1 }) => x0 < to && x1 > from);
  return shown.map((rect) => ({ ...rect, x0: Math.max(from, rect.x0) - by, x1: Math.min(to, rect.x1) - by }));
}

const isSameRectangle = (a: RectShape, b: RectShape): boolean =>
  a.x0 === b.x0 &&
  a.x1 === b.x1 &&
  a.y0 === b.y0 &&
  a.y1 === b.y1 &&
  a.style === b.style &&
  a.colour.every((part, k) => part === b.colour[k]);

export const rectsPass: Pass<RectsLayer> = {
  openGpu: (target) => openQuads(target, { label: "rects", source: rectsSource, name: "rect", buffers: 1, write }),
  openSoftware: (core) => new SoftwareRects(core),
};
