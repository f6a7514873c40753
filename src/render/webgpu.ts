/** The back end on a GPU. */
import type { GpuOwner } from "./device.ts";
import { GpuFrame } from "./gpu-frame.ts";
import type { TraceRenderer, TraceTile, TraceView } from "./types.ts";

const workgroup = 64;

export class WebGpuRenderer implements TraceRenderer {
  readonly backend = "webgpu";
  private readonly context: GPUCanvasContext;
  private readonly frame: GpuFrame;
  private view: TraceView | undefined;

  /** `canvas` must not have another kind of context. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly gpu: GpuOwner,
  ) {
    const context = canvas.getContext("webgpu");
    if (context === null) throw new Error("This canvas gives no WebGPU context");
    this.context = context;
    context.configure({ device: gpu.device, format: gpu.format, alphaMode: "opaque" });
    this.frame = new GpuFrame(gpu);
  }

  draw(view: TraceView, tiles: readonly TraceTile[]): void {
    const { canvas, gpu } = this;
    if (gpu.isLost) return;
    if (canvas.width !== view.width) canvas.width = view.width;
    if (canvas.height !== view.height) canvas.height = view.height;
    this.view = view;
    if (view.width === 0 || view.height === 0) return;
    this.frame.write(view, tiles);
    const encoder = gpu.device.createCommandEncoder({ label: "traces.draw" });
    this.encode(encoder, this.context.getCurrentTexture(), view);
    gpu.device.queue.submit([encoder.finish()]);
  }

  /** Draws the last view once more into a texture of its own: the canvas's is gone after the frame. */
  async readPixels(): Promise<Uint8ClampedArray> {
    const { gpu } = this;
    const view = this.view;
    if (view === undefined || view.width === 0 || view.height === 0) return new Uint8ClampedArray(0);
    const { device, format, resources } = gpu;
    const { width, height } = view;
    const bytesPerRow = Math.ceil((4 * width) / 256) * 256;
    const { RENDER_ATTACHMENT, COPY_SRC } = GPUTextureUsage;
    const usage = RENDER_ATTACHMENT | COPY_SRC;
    const texture = resources.texture({ label: "traces.read", size: [width, height], format, usage });
    const buffer = resources.buffer({
      label: "traces.read",
      size: bytesPerRow * height,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    });
    try {
      const encoder = device.createCommandEncoder({ label: "traces.read" });
      this.encode(encoder, texture, view);
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
    this.view = undefined;
    this.frame[Symbol.dispose]();
    this.context.unconfigure();
    this.canvas.remove();
  }

  private encode(encoder: GPUCommandEncoder, target: GPUTexture, view: TraceView): void {
    const { pipelines } = this.gpu;
    const { groups } = this.frame;
    if (groups === undefined) return;
    const rows = view.rows.length;
    if (rows > 0) {
      const compute = encoder.beginComputePass({ label: "traces.compute" });
      compute.setBindGroup(0, groups.compute);
      for (const { pipeline, count } of this.frame.passes(view, pipelines)) {
        compute.setPipeline(pipeline);
        compute.dispatchWorkgroups(Math.ceil(count / workgroup), rows);
      }
      compute.end();
    }
    const [r, g, b] = view.background;
    const pass = encoder.beginRenderPass({
      label: "traces",
      colorAttachments: [{ view: target.createView(), clearValue: [r, g, b, 1], loadOp: "clear", storeOp: "store" }],
    });
    if (view.bands.length > 0) {
      pass.setPipeline(pipelines.bands);
      pass.setBindGroup(0, groups.bands);
      pass.draw(4, view.bands.length);
    }
    if (rows > 0) {
      pass.setPipeline(pipelines.traces);
      pass.setBindGroup(0, groups.frame);
      pass.setBindGroup(1, groups.covers);
      pass.draw(4, rows * view.width);
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
