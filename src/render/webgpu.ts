/** The back end on a GPU. */
import type { GpuOwner } from "./device.ts";
import { checkClips } from "./frame.ts";
import { groundLayer } from "./ground.ts";
import type { GpuLayer } from "./pass.ts";
import type { PassKind } from "./passes.ts";
import type { Frame, LayerBase, Rect, TraceRenderer } from "./types.ts";

/** A layer of the frame written last. */
interface Written {
  readonly clip: Rect;
  readonly layer: GpuLayer<LayerBase>;
  readonly of: LayerBase;
}

export class WebGpuRenderer implements TraceRenderer {
  readonly backend = "webgpu";
  private readonly context: GPUCanvasContext;
  /** Layers of each kind; the first layer of a frame takes the first one. */
  private readonly layers = new Map<PassKind, GpuLayer<LayerBase>[]>();
  private frame: Frame | undefined;
  private written: readonly Written[] = [];

  /** `canvas` must not have another kind of context. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly gpu: GpuOwner,
  ) {
    const context = canvas.getContext("webgpu");
    if (context === null) throw new Error("This canvas gives no WebGPU context");
    this.context = context;
    context.configure({ device: gpu.device, format: gpu.format, alphaMode: "opaque" });
  }

  draw(frame: Frame): void {
    const { canvas, gpu } = this;
    if (gpu.isLost) return;
    checkClips(frame);
    if (canvas.width !== frame.width) canvas.width = frame.width;
    if (canvas.height !== frame.height) canvas.height = frame.height;
    this.frame = frame;
    if (frame.width === 0 || frame.height === 0) return;
    this.write(frame);
    const encoder = gpu.device.createCommandEncoder({ label: "frame" });
    this.encode(encoder, this.context.getCurrentTexture(), frame);
    gpu.device.queue.submit([encoder.finish()]);
  }

  /** Draws the last frame once more into a texture of its own: the canvas's is gone after the frame. */
  async readPixels(): Promise<Uint8ClampedArray> {
    const { gpu } = this;
    const frame = this.frame;
    if (frame === undefined || frame.width === 0 || frame.height === 0) return new Uint8ClampedArray(0);
    const { device, format, resources } = gpu;
    const { width, height } = frame;
    const bytesPerRow = Math.ceil((4 * width) / 256) * 256;
    const { RENDER_ATTACHMENT, COPY_SRC } = GPUTextureUsage;
    const usage = RENDER_ATTACHMENT | COPY_SRC;
    const texture = resources.texture({ label: "frame.read", size: [width, height], format, usage });
    const buffer = resources.buffer({
      label: "frame.read",
      size: bytesPerRow * height,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    });
    try {
      const encoder = device.createCommandEncoder({ label: "frame.read" });
      this.encode(encoder, texture, frame);
      encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]);
      device.queue.submit([encoder.finish()]);
      await buffer.mapAsync(GPUMapMode.READ);
      return toRgba(new Uint8Array(buffer.getMappedRange()), bytesPerRow, width, height, format === "bgra8unorm");
    } finally {
      resources.destroyTexture(texture);
      resources.destroyBuffer(buffer);
    }
  }

  [Symbol.dispose](): void {
    this.frame = undefined;
    this.written = [];
    for (const layers of this.layers.values()) for (const layer of layers) layer[Symbol.dispose]();
    this.layers.clear();
    this.context.unconfigure();
    this.canvas.remove();
  }

  /** Uploads what the frame needs and is not there yet. */
  private write(frame: Frame): void {
    const { passes } = this.gpu;
    for (const pass of Object.values(passes)) pass.beginFrame?.();
    const versions = () => Object.values(passes).map((pass) => pass.version?.() ?? 0);
    const before = versions();
    const used = new Map<PassKind, number>();
    this.written = [groundLayer(frame), ...frame.layers].map((layer) => {
      const { kind, clip } = layer;
      const at = used.get(kind) ?? 0;
      used.set(kind, at + 1);
      const own = this.layers.get(kind) ?? [];
      if (own.length === at) this.layers.set(kind, [...own, passes[kind].open()]);
      const gpuLayer = (this.layers.get(kind) as GpuLayer<LayerBase>[])[at];
      gpuLayer.write(layer);
      return { clip, layer: gpuLayer, of: layer };
    });
    // A store that grew for one layer was replaced under those before it; now all is in it.
    if (versions().some((version, k) => version !== before[k]))
      for (const { layer, of } of this.written) layer.write(of);
  }

  private encode(encoder: GPUCommandEncoder, target: GPUTexture, { background }: Frame): void {
    const computed = this.written.filter(({ layer }) => layer.compute !== undefined);
    if (computed.length > 0) {
      const compute = encoder.beginComputePass({ label: "frame.compute" });
      for (const { layer } of computed) layer.compute?.(compute);
      compute.end();
    }
    const [r, g, b] = background;
    const pass = encoder.beginRenderPass({
      label: "frame",
      colorAttachments: [{ view: target.createView(), clearValue: [r, g, b, 1], loadOp: "clear", storeOp: "store" }],
    });
    for (const { clip, layer } of this.written) {
      if (clip.width === 0 || clip.height === 0) continue;
      pass.setViewport(clip.x, clip.y, clip.width, clip.height, 0, 1);
      pass.setScissorRect(clip.x, clip.y, clip.width, clip.height);
      layer.draw(pass);
    }
    pass.end();
  }
}

function toRgba(bytes: Uint8Array, stride: number, width: number, height: number, isBgra: boolean): Uint8ClampedArray {
  const picture = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = y * stride + 4 * x;
      const to = 4 * (y * width + x);
      picture[to] = bytes[from + (isBgra ? 2 : 0)];
      picture[to + 1] = bytes[from + 1];
      picture[to + 2] = bytes[from + (isBgra ? 0 : 2)];
      picture[to + 3] = bytes[from + 3];
    }
  return picture;
}
