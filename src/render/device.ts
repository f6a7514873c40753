/** The page's one GPU device: who owns it, what hangs on it, and who is told when it goes. */
import bandsSource from "../../shaders/bands.wgsl?raw";
import tracesSource from "../../shaders/traces.wgsl?raw";
import { type GpuResourceCounts, GpuResources, noResources } from "./gpu-resources.ts";
import { GpuTiles } from "./gpu-tiles.ts";

export interface TracePipelines {
  /** Group 0 of the compute passes, groups 0 and 1 of the render pass, group 0 of the bands. */
  readonly computeLayout: GPUBindGroupLayout;
  readonly frameLayout: GPUBindGroupLayout;
  readonly coversLayout: GPUBindGroupLayout;
  readonly bandsLayout: GPUBindGroupLayout;
  readonly placeSamples: GPUComputePipeline;
  readonly findSpans: GPUComputePipeline;
  readonly fillNodes: GPUComputePipeline;
  readonly spreadPen: GPUComputePipeline;
  readonly traces: GPURenderPipeline;
  readonly bands: GPURenderPipeline;
}

type Listener = (message: string) => void;

export class GpuOwner {
  readonly device: GPUDevice;
  readonly tiles: GpuTiles;
  isLost = false;
  private readonly lostListeners = new Set<Listener>();
  private readonly errorListeners = new Set<Listener>();

  constructor(
    readonly resources: GpuResources,
    readonly format: GPUTextureFormat,
    readonly pipelines: TracePipelines,
  ) {
    const { device } = resources;
    this.device = device;
    this.tiles = new GpuTiles(resources);
    device.addEventListener("uncapturederror", ({ error }) => {
      for (const listener of this.errorListeners) listener(error.message);
    });
    void device.lost.then(({ reason, message }) => {
      this.isLost = true;
      losses++;
      owner = undefined;
      present = undefined;
      for (const listener of [...this.lostListeners]) listener(`${reason}: ${message}`);
    });
  }

  /** Both return the function that ends the subscription. */
  onLost(listener: Listener): () => void {
    this.lostListeners.add(listener);
    return () => this.lostListeners.delete(listener);
  }

  onError(listener: Listener): () => void {
    this.errorListeners.add(listener);
    return () => this.errorListeners.delete(listener);
  }
}

/** A device that is lost is replaced once; after the second loss the page stays with Canvas2D until it is loaded again. */
const mostLosses = 2;
let losses = 0;
let owner: Promise<GpuOwner | undefined> | undefined;
let present: GpuOwner | undefined;

/** What lives on the page's device now; nothing without one. */
export const gpuResources = (): GpuResourceCounts => present?.resources.read() ?? noResources;

/**
 * The page's device; undefined when there is none, when only a software adapter is there and `allowSoftware` is false, or when
 * devices were lost twice.
 */
export async function acquireDevice(allowSoftware: boolean): Promise<GpuOwner | undefined> {
  if (losses >= mostLosses) return undefined;
  const adapter = owner === undefined ? await findAdapter(allowSoftware) : undefined;
  if (owner === undefined && adapter === undefined) return undefined;
  if (owner === undefined && adapter !== undefined) owner = openDevice(adapter);
  const opened = await owner;
  return opened?.isLost ? acquireDevice(allowSoftware) : opened;
}

/** Destroys the device, as when the card goes: every renderer on it draws with Canvas2D and asks for another one. */
export function releaseDevice(): void {
  present?.device.destroy();
}

async function findAdapter(allowSoftware: boolean): Promise<GPUAdapter | undefined> {
  // The browser may have WebGPU and still refuse an adapter, by null or by rejecting; either way there is none.
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  if (!adapter || (adapter.info.isFallbackAdapter && !allowSoftware)) return undefined;
  return adapter;
}

async function openDevice(adapter: GPUAdapter): Promise<GpuOwner | undefined> {
  try {
    const device = await adapter.requestDevice({ label: "page" });
    const format = navigator.gpu.getPreferredCanvasFormat();
    const resources = new GpuResources(device);
    present = new GpuOwner(resources, format, await createPipelines(resources, format));
    return present;
  } catch (error) {
    console.error("gpu.open", error);
    return undefined;
  }
}

/** Source over, on bytes as they are: no gamma, colour not premultiplied. */
const over: GPUBlendState = {
  color: { srcFactor: "src-alpha", dstFactor: "one-minus-src-alpha", operation: "add" },
  alpha: { srcFactor: "one", dstFactor: "one-minus-src-alpha", operation: "add" },
};

async function createPipelines(resources: GpuResources, format: GPUTextureFormat): Promise<TracePipelines> {
  const { device } = resources;
  const { COMPUTE, VERTEX, FRAGMENT } = GPUShaderStage;
  const everywhere = COMPUTE | VERTEX | FRAGMENT;
  const storage = (binding: number, visibility: number): GPUBindGroupLayoutEntry => ({
    binding,
    visibility,
    buffer: { type: "read-only-storage" },
  });
  const uniform = (visibility: number): GPUBindGroupLayoutEntry => ({
    binding: 0,
    visibility,
    buffer: { type: "uniform" },
  });
  const layout = (label: string, entries: GPUBindGroupLayoutEntry[]) =>
    device.createBindGroupLayout({ label, entries });
  const frame = [uniform(everywhere), storage(1, COMPUTE | VERTEX), storage(2, COMPUTE | FRAGMENT)];
  const computeLayout = layout("traces.compute", [
    ...frame,
    storage(3, COMPUTE),
    { binding: 4, visibility: COMPUTE, buffer: { type: "storage" } },
  ]);
  const frameLayout = layout("traces.frame", frame);
  const coversLayout = layout("traces.covers", [storage(0, VERTEX | FRAGMENT)]);
  const bandsLayout = layout("bands", [uniform(VERTEX | FRAGMENT), storage(1, VERTEX | FRAGMENT)]);
  const traceModule = device.createShaderModule({ label: "traces.wgsl", code: tracesSource });
  const bandModule = device.createShaderModule({ label: "bands.wgsl", code: bandsSource });
  const pipelineLayout = (...bindGroupLayouts: GPUBindGroupLayout[]) =>
    device.createPipelineLayout({ bindGroupLayouts });
  const quads = (
    label: string,
    module: GPUShaderModule,
    name: string,
    ...groups: GPUBindGroupLayout[]
  ): Promise<GPURenderPipeline> =>
    resources.renderPipeline({
      label,
      layout: pipelineLayout(...groups),
      vertex: { module, entryPoint: `${name}Vertex` },
      fragment: { module, entryPoint: `${name}Fragment`, targets: [{ format, blend: over }] },
      primitive: { topology: "triangle-strip" },
    });
  const pass = (entryPoint: string): Promise<GPUComputePipeline> =>
    resources.computePipeline({
      label: `traces.${entryPoint}`,
      layout: pipelineLayout(computeLayout),
      compute: { module: traceModule, entryPoint },
    });
  const [placeSamples, findSpans, fillNodes, spreadPen, traces, bands] = await Promise.all([
    pass("placeSamples"),
    pass("findSpans"),
    pass("fillNodes"),
    pass("spreadPen"),
    quads("traces", traceModule, "stroke", frameLayout, coversLayout),
    quads("bands", bandModule, "band", bandsLayout),
  ]);
  const layouts = { computeLayout, frameLayout, coversLayout, bandsLayout };
  return { ...layouts, placeSamples, findSpans, fillNodes, spreadPen, traces, bands };
}
