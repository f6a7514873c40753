/** Picks the back end of a window, and replaces it when the GPU goes away. */
import type { RasterCore } from "../signal/raster.ts";
import { Canvas2dRenderer } from "./canvas2d.ts";
import { acquireDevice, type GpuOwner } from "./device.ts";
import { frameLoop } from "./frame-loop.ts";
import type { Frame, TraceRenderer } from "./types.ts";
import { WebGpuRenderer } from "./webgpu.ts";

export interface BackendChange {
  from: TraceRenderer["backend"];
  to: TraceRenderer["backend"];
  /** The browser's words; for the log, not for users. */
  reason: string;
}

export interface RendererOptions {
  /** The canvas fills this element; its layout is the caller's. */
  host: HTMLElement;
  /**
   * "canvas2d" never asks for a GPU; "webgpu" takes a software adapter too. Without it WebGPU is used when a real GPU is there.
   */
  prefer?: TraceRenderer["backend"];
  /** Another back end has taken over, and its canvas is empty: whoever draws draws again, of tiles that are there now. */
  onRedraw: () => void;
  /** Told after that. `canvas` is then another element. */
  onBackendChange?: (change: BackendChange) => void;
  /** Errors of the device that the programmer made (validation). The default logs them. */
  onGpuError?: (message: string) => void;
}

/** A renderer whose back end may change under way. `canvas` and `backend` tell the present one. */
export type RendererHandle = TraceRenderer;

/** A renderer in `host`. Rejects only when the browser gives neither a GPU nor a 2D context. */
export async function createTraceRenderer(options: RendererOptions): Promise<RendererHandle> {
  // The rasteriser is loaded even for WebGPU: when the device is lost the fallback must draw at once.
  const acquire = async () => (options.prefer === "canvas2d" ? undefined : acquireDevice(options.prefer === "webgpu"));
  const [{ rasterCore }, gpu] = await Promise.all([import("../signal/raster-browser.ts"), acquire()]);
  // Lost while the rasteriser was loaded: there may be another.
  return new SwitchingRenderer(options, rasterCore, gpu?.isLost ? await acquire() : gpu);
}

function addCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  // The canvas has the size of the device pixels it covers: "pixelated" changes nothing that is seen, but it spares the
  // browser's software compositor an interpolation of the whole picture (13 ms against 8 ms a frame at 1600 x 900).
  Object.assign(canvas.style, { display: "block", width: "100%", height: "100%", imageRendering: "pixelated" });
  canvas.setAttribute("aria-hidden", "true");
  host.prepend(canvas);
  return canvas;
}

class SwitchingRenderer implements TraceRenderer {
  private current: TraceRenderer;
  private isDisposed = false;
  /** What is printed in place of a GPU's canvas, which is empty on paper. */
  private paper: Canvas2dRenderer | null = null;
  private readonly unsubscribe: (() => void)[] = [];

  constructor(
    private readonly options: RendererOptions,
    private readonly core: RasterCore,
    gpu: GpuOwner | undefined,
  ) {
    this.current = this.start(gpu);
    window.addEventListener("beforeprint", this.drawPaper);
    window.addEventListener("afterprint", this.dropPaper);
  }

  get backend(): TraceRenderer["backend"] {
    return this.current.backend;
  }

  get canvas(): HTMLCanvasElement {
    return this.current.canvas;
  }

  draw(frame: Frame): void {
    if (!this.isDisposed) (this.paper ?? this.current).draw(frame);
  }

  readPixels(): Promise<Uint8ClampedArray> {
    return this.current.readPixels();
  }

  [Symbol.dispose](): void {
    this.isDisposed = true;
    window.removeEventListener("beforeprint", this.drawPaper);
    window.removeEventListener("afterprint", this.dropPaper);
    this.paper?.[Symbol.dispose]();
    this.end();
  }

  /** The browser takes the page as soon as its listeners are through. Drawn anew: tiles may be others than those of the last frame. */
  private readonly drawPaper = (): void => {
    if (this.backend !== "webgpu" || this.paper !== null) return;
    this.canvas.style.display = "none";
    this.paper = new Canvas2dRenderer(addCanvas(this.options.host), this.core);
    this.options.onRedraw();
    frameLoop.flush();
  };

  private readonly dropPaper = (): void => {
    if (this.paper === null) return;
    this.paper[Symbol.dispose]();
    this.paper = null;
    this.canvas.style.display = "block";
    this.options.onRedraw();
  };

  private start(gpu: GpuOwner | undefined): TraceRenderer {
    const { host, onGpuError = (message) => console.error("gpu.error", message) } = this.options;
    if (gpu === undefined || gpu.isLost) return new Canvas2dRenderer(addCanvas(host), this.core);
    const canvas = addCanvas(host);
    try {
      const renderer = new WebGpuRenderer(canvas, gpu);
      this.unsubscribe.push(
        gpu.onLost((reason) => this.fallBack(reason)),
        gpu.onError(onGpuError),
      );
      return renderer;
    } catch (error) {
      canvas.remove();
      onGpuError(String(error));
      return new Canvas2dRenderer(addCanvas(host), this.core);
    }
  }

  /** Draws with Canvas2D at once, and on another device when the browser gives one: it is asked for as often as device.ts says. */
  private fallBack(reason: string): void {
    if (this.isDisposed || this.current.backend === "canvas2d") return;
    this.replace(undefined, reason);
    void acquireDevice(this.options.prefer === "webgpu").then((gpu) => {
      if (gpu !== undefined && !gpu.isLost && !this.isDisposed) this.replace(gpu, "there is another device");
    });
  }

  /** A canvas keeps its first kind of context, so the other back end gets a fresh one, in the same place. */
  private replace(gpu: GpuOwner | undefined, reason: string): void {
    const from = this.current.backend;
    this.dropPaper();
    this.end();
    this.current = this.start(gpu);
    // Not the last frame: the tiles of a page that has not drawn since may be others by now.
    this.options.onRedraw();
    this.options.onBackendChange?.({ from, to: this.current.backend, reason });
  }

  private end(): void {
    for (const stop of this.unsubscribe.splice(0)) stop();
    this.current[Symbol.dispose]();
  }
}
