/** What is drawn. Lengths are device pixels, x grows right, y grows down. */
import type { Layer } from "./passes.ts";

/** One tile of traces in the hands of the page. Values in uV (or the row's own unit). */
export interface TraceTile {
  /** Unique for the content; equal id means equal bytes, so a back end may keep its upload. */
  readonly id: number;
  /** "samples": data [row][count], one value per grid sample. "minmax": data [row][count][min, max]. */
  readonly kind: "samples" | "minmax";
  readonly rows: number;
  readonly count: number;
  /** Grid index of the first sample, and grid samples per element (1 for "samples"). */
  readonly firstSample: number;
  readonly samplesPerColumn: number;
  /** Few wide columns that stand in for the exact ones: drawn alike, marked by the caller. */
  readonly isProvisional?: boolean;
  readonly data: Float32Array;
  /** One byte per element: 1 = do not join to the element before. */
  readonly breaks: Uint8Array;
}

export type Rgba = readonly [r: number, g: number, b: number, a: number]; // 0..1, not premultiplied

/** Whole pixels of the picture. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TraceRow {
  /** Row of the tile's data; rows may be drawn in any order or left out. */
  readonly row: number;
  readonly baselineY: number;
  /** Device pixels per unit, negative when positive values point up; EEG (negative up) has a positive one. */
  readonly pixelsPerUnit: number;
  readonly colour: Rgba;
  /** Parts of the grid that are drawn in another colour, ascending, without overlap: pixels whose middle lies in one. */
  readonly stretches?: readonly Stretch[];
}

/** Grid positions [start, end). */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly colour: Rgba;
}

/** Full-height vertical band or line under the layers: grid lines, gaps, areas not loaded. */
export interface Band {
  readonly x0: number;
  readonly x1: number;
  readonly colour: Rgba;
  /** "hatch" draws 45 degree stripes (a gap), "fill" a plain fill. */
  readonly style: "fill" | "hatch";
}

/** The grid that traces are drawn from, and how. */
export interface TraceGrid {
  /** Grid position (may be fractional) at the left edge. The caller snaps it to whole pixels counted from sample 0. */
  readonly startSample: number;
  readonly samplesPerPixel: number;
  readonly rows: readonly TraceRow[];
  /** Stroke width in device pixels, e.g. 1.1 * devicePixelRatio. */
  readonly lineWidth: number;
}

/** A grid in a rectangle of so many pixels. */
export interface TracePart extends TraceGrid {
  readonly width: number;
  readonly height: number;
}

/** The plain picture: traces of one grid over the whole of it. */
export interface TraceView extends TracePart {
  readonly background: Rgba;
  readonly bands: readonly Band[];
}

/** What lies under the layers. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  readonly background: Rgba;
  readonly bands: readonly Band[];
  /** Hatching repeats after so many pixels (`hatchPeriod` of ground.ts), and moves with this absolute index of pixel 0. */
  readonly hatchPeriod: number;
  readonly firstPixel: number;
}

/** What a layer of any kind says. Its lengths are counted from the clip's left and upper edge; nothing of it lies outside. */
export interface LayerBase {
  /** Lies within the picture. */
  readonly clip: Rect;
}

/** A picture: its ground, and layers over it in the order given. */
export interface Frame extends Ground {
  readonly layers: readonly Layer[];
}

export interface TraceRenderer extends Disposable {
  readonly backend: "webgpu" | "canvas2d";
  readonly canvas: HTMLCanvasElement;
  /**
   * Draws the frame. Tiles of traces may come at another zoom and are then stretched. Throws RangeError for a clip outside of the
   * picture.
   */
  draw(frame: Frame): void;
  /** Reads back what was drawn, RGBA rows from the top (golden tests, screenshots). */
  readPixels(): Promise<Uint8ClampedArray>;
}
