/** Passes of quads on a GPU: one an instance, from words that are written anew for each frame. */
import { bindBuffers, quadPipeline, storageEntry, uniformEntry } from "./gpu-pipelines.ts";
import type { GpuStore } from "./gpu-store.ts";
import { GrowingBuffer } from "./growing-buffer.ts";
import type { GpuLayer, GpuPass, GpuTarget } from "./pass.ts";
import type { LayerBase } from "./types.ts";

/** Words that grow; `u32`, `i32` and `f32` lie on the same ones, and are others after `take`. */
export class Words {
  u32 = new Uint32Array(1024);
  i32 = new Int32Array(this.u32.buffer);
  f32 = new Float32Array(this.u32.buffer);
  length = 0;

  /** Room for so many more words; where they begin. */
  take(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.u32.length) {
      const grown = new Uint32Array(2 ** Math.ceil(Math.log2(this.length)));
      grown.set(this.u32);
      this.u32 = grown;
      this.i32 = new Int32Array(grown.buffer);
      this.f32 = new Float32Array(grown.buffer);
    }
    return at;
  }
}

export interface QuadsOptions<L extends LayerBase> {
  readonly label: string;
  readonly source: string;
  /** The shader's entry points are `<name>Vertex` and `<name>Fragment`. */
  readonly name: string;
  /** Storage buffers that are written for each layer; bound from 1 on, after a uniform of the clip and four words of `write`. */
  readonly buffers: number;
  /** Bound after them. */
  readonly store?: GpuStore;
  /** Fills the buffers; the number of quads, and words for the uniform after the clip's width, height, x and y. */
  write(layer: L, words: readonly Words[]): { readonly count: number; readonly uniform: readonly number[] };
}

/** Width, height, x and y of the clip, and what the pass adds. */
const uniformSize = 8;

export async function openQuads<L extends LayerBase>(target: GpuTarget, options: QuadsOptions<L>): Promise<GpuPass<L>> {
  const { label, source, name, buffers, store } = options;
  const { device } = target.resources;
  const { VERTEX, FRAGMENT } = GPUShaderStage;
  const stored = Array.from({ length: buffers + (store === undefined ? 0 : 1) }, (_, k) =>
    storageEntry(k + 1, VERTEX | FRAGMENT),
  );
  const layout = device.createBindGroupLayout({ label, entries: [uniformEntry(0, VERTEX | FRAGMENT), ...stored] });
  const module = device.createShaderModule({ label, code: source });
  const pipeline = await quadPipeline(target, label, module, name, layout);
  return {
    beginFrame: () => store?.beginFrame(),
    version: () => store?.version ?? 0,
    open: () => new GpuQuads(target, options, pipeline, layout),
  };
}

class GpuQuads<L extends LayerBase> implements GpuLayer<L> {
  private readonly uniform: GrowingBuffer;
  private readonly buffers: readonly GrowingBuffer[];
  private readonly words: readonly Words[];
  private readonly uniformWords = new Uint32Array(uniformSize);
  private group: GPUBindGroup | undefined;
  private storeVersion = -1;
  private count = 0;

  constructor(
    private readonly target: GpuTarget,
    private readonly options: QuadsOptions<L>,
    private readonly pipeline: GPURenderPipeline,
    private readonly layout: GPUBindGroupLayout,
  ) {
    const { STORAGE, UNIFORM, COPY_DST } = GPUBufferUsage;
    const { resources } = target;
    const { label, buffers } = options;
    this.uniform = new GrowingBuffer(resources, `${label}.uniform`, UNIFORM | COPY_DST, 4 * uniformSize);
    this.words = Array.from({ length: buffers }, () => new Words());
    this.buffers = this.words.map(() => new GrowingBuffer(resources, label, STORAGE | COPY_DST, 4096));
  }

  write(layer: L): void {
    const { buffers, words } = this;
    const { label, store } = this.options;
    const { device } = this.target.resources;
    for (const each of words) each.length = 0;
    const { count, uniform } = this.options.write(layer, words);
    const { width, height, x, y } = layer.clip;
    this.count = count;
    this.uniformWords.set([width, height, x, y, ...uniform]);
    const isNew = buffers.map((buffer, k) => buffer.reserve(4 * words[k].length)).includes(true);
    if (isNew || this.group === undefined || (store !== undefined && store.version !== this.storeVersion)) {
      const bound = [this.uniform, ...buffers, ...(store === undefined ? [] : [store])];
      this.group = bindBuffers(device, label, this.layout, ...bound.map(({ buffer }) => buffer));
      this.storeVersion = store?.version ?? -1;
    }
    device.queue.writeBuffer(this.uniform.buffer, 0, this.uniformWords);
    buffers.forEach((buffer, k) => {
      device.queue.writeBuffer(buffer.buffer, 0, words[k].u32, 0, words[k].length);
    });
  }

  draw(pass: GPURenderPassEncoder): void {
    if (this.count === 0 || this.group === undefined) return;
    pass.setPipeline(this.pipeline);
    pass.setBindGroup(0, this.group);
    pass.draw(4, this.count);
  }

  [Symbol.dispose](): void {
    for (const part of [this.uniform, ...this.buffers]) part[Symbol.dispose]();
    this.group = undefined;
  }
}
