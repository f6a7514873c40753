/** The back end without a GPU: the rasteriser makes the picture, putImageData shows it. */
import type { RasterCore } from "../signal/raster.ts";
import { SoftwareRaster } from "./software-raster.ts";
import type { Frame, TraceRenderer } from "./types.ts";

/** What the back end holds: windows that it draws, and memory of the rasteriser, whose size never changes, with its last picture. */
export interface SoftwareCounts {
  readonly windows: number;
  readonly keptPictures: number;
  readonly memoryBytes: number;
}

let windows = 0;
let shared: { core: RasterCore; raster: SoftwareRaster } | undefined;

/** One for the page: it owns the memory. */
function rasterOf(core: RasterCore): SoftwareRaster {
  if (shared?.core !== core) shared = { core, raster: new SoftwareRaster(core) };
  return shared.raster;
}

export const softwareResources = (): SoftwareCounts => ({
  windows,
  keptPictures: shared?.raster.keepsPicture ? 1 : 0,
  memoryBytes: shared?.core.u8.byteLength ?? 0,
});

export class Canvas2dRenderer implements TraceRenderer {
  readonly backend = "canvas2d";
  private readonly context: CanvasRenderingContext2D;
  private readonly raster: SoftwareRaster;
  private isDrawn = false;

  /** `canvas` must not have another kind of context. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    core: RasterCore,
  ) {
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("This canvas gives no 2D context");
    this.context = context;
    // Without alpha it is black until it is drawn on.
    canvas.style.visibility = "hidden";
    this.raster = rasterOf(core);
    windows++;
  }

  draw(frame: Frame): void {
    const { canvas } = this;
    if (canvas.width !== frame.width) canvas.width = frame.width;
    if (canvas.height !== frame.height) canvas.height = frame.height;
    // Where it lies in the memory of the rasteriser, which is not shared: browsers refuse ImageData on what is.
    this.raster.draw(frame, ({ buffer, byteOffset, byteLength }, x, width, height) => {
      const pixels = new Uint8ClampedArray(buffer, byteOffset, byteLength);
      this.context.putImageData(new ImageData(pixels, width, height), x, 0);
    });
    if (this.isDrawn) return;
    this.isDrawn = true;
    canvas.style.visibility = "";
  }

  /** Reads a copy of the canvas: a canvas that is read often is taken off the GPU by the browser. */
  async readPixels(): Promise<Uint8ClampedArray> {
    const { width, height } = this.canvas;
    if (width === 0 || height === 0) return new Uint8ClampedArray(0);
    const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (copy === null) throw new Error("No 2D context to read from");
    copy.drawImage(this.canvas, 0, 0);
    return copy.getImageData(0, 0, width, height).data;
  }

  [Symbol.dispose](): void {
    windows--;
    // It holds on to the tiles of whoever drew last.
    this.raster.forget();
    this.canvas.remove();
  }
}
