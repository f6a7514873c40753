/** What the pipelines of all passes have in common. */
import type { GpuTarget } from "./pass.ts";

/** Source over, on bytes as they are: no gamma, colour not premultiplied. */
const over: GPUBlendState = {
  color: { srcFactor: "src-alpha", dstFactor: "one-minus-src-alpha", operation: "add" },
  alpha: { srcFactor: "one", dstFactor: "one-minus-src-alpha", operation: "add" },
};

export const storageEntry = (binding: number, visibility: number): GPUBindGroupLayoutEntry => ({
  binding,
  visibility,
  buffer: { type: "read-only-storage" },
});

export const uniformEntry = (binding: number, visibility: number): GPUBindGroupLayoutEntry => ({
  binding,
  visibility,
  buffer: { type: "uniform" },
});

/** A pipeline of quads, one an instance: entry points `<name>Vertex` and `<name>Fragment`. */
export const quadPipeline = (
  { resources, format }: GpuTarget,
  label: string,
  module: GPUShaderModule,
  name: string,
  ...bindGroupLayouts: GPUBindGroupLayout[]
): Promise<GPURenderPipeline> =>
  resources.renderPipeline({
    label,
    layout: resources.device.createPipelineLayout({ bindGroupLayouts }),
    vertex: { module, entryPoint: `${name}Vertex` },
    fragment: { module, entryPoint: `${name}Fragment`, targets: [{ format, blend: over }] },
    primitive: { topology: "triangle-strip" },
  });

/** A bind group of whole buffers, bound in order. */
export const bindBuffers = (
  device: GPUDevice,
  label: string,
  layout: GPUBindGroupLayout,
  ...buffers: GPUBuffer[]
): GPUBindGroup =>
  device.createBindGroup({
    label,
    layout,
    entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
  });

/** The same array when it is large enough, else a larger one; its old content is not kept. */
export const withRoom = (words: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> =>
  words.length >= needed ? words : new Uint32Array(2 * needed);
