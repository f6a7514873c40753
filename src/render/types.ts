/** Both back ends draw this. Lengths are device pixels of the plot rectangle, x grows right, y grows down. */

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

export interface TraceRow {
  /** Row of the tile's data; rows may be drawn in any order or left out. */
  readonly row: number;
  readonly baselineY: number;
  /** Device pixels per unit, negative when positive values point up; EEG (negative up) has a positive one. */
  readonly pixelsPerUnit: number;
  readonly colour: Rgba;
}

/** Full-height vertical band or line under the traces: grid lines, gaps, areas not loaded. */
export interface Band {
  readonly x0: number;
  readonly x1: number;
  readonly colour: Rgba;
  /** "hatch" draws 45 degree stripes (a gap), "fill" a plain fill. */
  readonly style: "fill" | "hatch";
}

export interface TraceView {
  readonly width: number;
  readonly height: number;
  /** Grid position (may be fractional) at the left edge. The caller snaps it to whole pixels counted from sample 0. */
  readonly startSample: number;
  readonly samplesPerPixel: number;
  readonly background: Rgba;
  readonly bands: readonly Band[];
  readonly rows: readonly TraceRow[];
  /** Stroke width in device pixels, e.g. 1.1 * devicePixelRatio. */
  readonly lineWidth: number;
}

export interface TraceRenderer extends Disposable {
  readonly backend: "webgpu" | "canvas2d";
  readonly canvas: HTMLCanvasElement;
  /** Draws the view from the tiles that touch it; tiles may come at another zoom and are then stretched. */
  draw(view: TraceView, tiles: readonly TraceTile[]): void;
  /** Reads back what was drawn, RGBA rows from the top (golden tests, screenshots). */
  readPixels(): Promise<Uint8ClampedArray>;
}
