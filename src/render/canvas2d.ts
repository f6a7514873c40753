/** The back end without a GPU: the core makes the picture, putImageData shows it. */
import type { Core } from "../signal/core.ts";
import { SoftwareRaster } from "./software-raster.ts";
import type { TraceRenderer, TraceTile, TraceView } from "./types.ts";

let shared: { core: Core; raster: SoftwareRaster } | undefined;

/** One rasteriser for the page: it owns the raster arena. */
function rasterOf(core: Core): SoftwareRaster {
  if (shared?.core !== core) shared = { core, raster: new SoftwareRaster(core) };
  return shared.raster;
}

export class Canvas2dRenderer implements TraceRenderer {
  readonly backend = "canvas2d";
  private readonly context: CanvasRenderingContext2D;
  private readonly raster: SoftwareRaster;
  /** Kept between frames: making them costs more than filling them. */
  private images: readonly ImageData[] = [];

  /** `canvas` must not have another kind of context. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    core: Core,
  ) {
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("This canvas gives no 2D context");
    this.context = context;
    this.raster = rasterOf(core);
  }

  draw(view: TraceView, tiles: readonly TraceTile[]): void {
    const { canvas } = this;
    if (canvas.width !== view.width) canvas.width = view.width;
    if (canvas.height !== view.height) canvas.height = view.height;
    this.raster.draw(view, tiles, (pixels, x, width, height) => {
      // Chromium refuses ImageData on shared memory, hence the copy.
      const image = this.imageFor(pixels, width, height);
      image.data.set(pixels);
      this.context.putImageData(image, x, 0);
    });
  }

  /**
   * An image on the same side of a word as the pixels, which move by four bytes: shared memory is copied by words of eight
   * bytes where both sides are aligned alike, else byte by byte.
   */
  private imageFor({ byteOffset }: Uint8Array, width: number, height: number): ImageData {
    if (this.images[0]?.width !== width || this.images[0].height !== height) {
      const bytes = 4 * width * height;
      const room = new ArrayBuffer(bytes + 4);
      this.images = [0, 4].map((from) => new ImageData(new Uint8ClampedArray(room, from, bytes), width, height));
    }
    return this.images[(byteOffset >> 2) & 1];
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
    this.images = [];
    this.canvas.remove();
  }
}
