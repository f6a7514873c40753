/** The pass of rectangles: bands of the ground, bars, intervals, error bars, gaps. Coverage is the exact area. */
import rectsSource from "../../../shaders/rects.wgsl?raw";
import type { RasterCore } from "../../signal/raster.ts";
import { bindBuffers, quadPipeline, storageEntry, uniformEntry, withRoom } from "../gpu-pipelines.ts";
import { bandCoverage, blend, hatchCoverage } from "../ground.ts";
import { GrowingBuffer } from "../growing-buffer.ts";
import type { GpuLayer, GpuPass, GpuTarget, Pass, SoftwarePass, SoftwareTarget } from "../pass.ts";
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
const uniformWords = 8;

async function openGpu(target: GpuTarget): Promise<GpuPass<RectsLayer>> {
  const { device } = target.resources;
  const { VERTEX, FRAGMENT } = GPUShaderStage;
  const entries = [uniformEntry(0, VERTEX | FRAGMENT), storageEntry(1, VERTEX | FRAGMENT)];
  const layout = device.createBindGroupLayout({ label: "rects", entries });
  const module = device.createShaderModule({ label: "rects.wgsl", code: rectsSource });
  const pipeline = await quadPipeline(target, "rects", module, "rect", layout);
  return { open: () => new GpuRects(target, pipeline, layout) };
}

class GpuRects implements GpuLayer<RectsLayer> {
  private readonly uniform: GrowingBuffer;
  private readonly shapes: GrowingBuffer;
  private words = new Uint32Array(64 * shapeWords);
  private group: GPUBindGroup | undefined;
  private count = 0;

  constructor(
    private readonly target: GpuTarget,
    private readonly pipeline: GPURenderPipeline,
    private readonly layout: GPUBindGroupLayout,
  ) {
    const { STORAGE, UNIFORM, COPY_DST } = GPUBufferUsage;
    const { resources } = target;
    this.uniform = new GrowingBuffer(resources, "rects.uniform", UNIFORM | COPY_DST, 4 * uniformWords);
    this.shapes = new GrowingBuffer(resources, "rects", STORAGE | COPY_DST, 64 * 4 * shapeWords);
  }

  write({ clip, rects, hatchPeriod, firstPixel }: RectsLayer): void {
    const { device } = this.target.resources;
    const words = rects.length * shapeWords;
    this.count = rects.length;
    this.words = withRoom(this.words, words);
    const floats = new Float32Array(this.words.buffer);
    rects.forEach(({ x0, y0, x1, y1, colour, style }, index) => {
      const at = index * shapeWords;
      floats.set([x0, y0, x1, y1, ...colour], at);
      this.words[at + 8] = style === "hatch" ? 1 : 0;
    });
    const isNew = this.shapes.reserve(4 * words);
    if (isNew || this.group === undefined)
      this.group = bindBuffers(device, "rects", this.layout, this.uniform.buffer, this.shapes.buffer);
    const phase = ((firstPixel % hatchPeriod) + hatchPeriod) % hatchPeriod;
    const uniform = Uint32Array.of(clip.width, clip.height, clip.x, clip.y, hatchPeriod, phase, 0, 0);
    device.queue.writeBuffer(this.uniform.buffer, 0, uniform);
    device.queue.writeBuffer(this.shapes.buffer, 0, this.words, 0, words);
  }

  draw(pass: GPURenderPassEncoder): void {
    if (this.count === 0 || this.group === undefined) return;
    pass.setPipeline(this.pipeline);
    pass.setBindGroup(0, this.group);
    pass.draw(4, this.count);
  }

  [Symbol.dispose](): void {
    this.uniform[Symbol.dispose]();
    this.shapes[Symbol.dispose]();
    this.group = undefined;
  }
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

export const rectsPass: Pass<RectsLayer> = { openGpu, openSoftware: (core) => new SoftwareRects(core) };
