/** The rasteriser of traces, build/raster.wasm, with the memory that it brings along: one thread's, not shared. */

export interface RasterExports {
  readonly memory: WebAssembly.Memory;
  /** Draws a picture; described in assembly/raster.ts and assembly/raster-frame.ts. */
  rasterTraces(frame: number, rows: number, rowCount: number): void;
  /** Draws a shape over it; described in assembly/raster-fills.ts. */
  rasterFill(frame: number, shape: number): void;
  /** Both blend rows of pixels; described in assembly/raster-rows.ts. */
  rasterRows(
    at: number,
    stride: number,
    width: number,
    rows: number,
    shares: number,
    shareBytes: number,
    period: number,
    colour: number,
  ): void;
  rasterCells(at: number, line: number, width: number): void;
  /** Both are described in assembly/raster-cells.ts. */
  rasterCellLine(line: number, cells: number, entries: number, pixels: number): void;
  rasterCellSum(into: number, line: number, pixels: number, share: number, isFirst: boolean): void;
  /** Both make GIFs of pictures, and are described in assembly/raster-gif.ts. */
  gifRuns(at: number, pixels: number, runs: number, mostRuns: number, colours: number, slots: number): number;
  gifCodes(runs: number, count: number, shades: number, chains: number, out: number): number;
}

/** Byte ranges [from, to). The rasteriser has static data and nothing else of its own; its host lays out the rest. */
export const rasterMap = { statics: [0, 1024 * 1024], free: [1024 * 1024, 160 * 1024 * 1024] } as const;

/** One instance: kernels and views on the whole memory, which never grows. */
export class RasterCore {
  readonly u8: Uint8Array<ArrayBuffer>;
  readonly u16: Uint16Array<ArrayBuffer>;
  readonly u32: Uint32Array<ArrayBuffer>;
  readonly f32: Float32Array<ArrayBuffer>;

  constructor(readonly kernels: RasterExports) {
    const buffer = kernels.memory.buffer as ArrayBuffer;
    this.u8 = new Uint8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
  }
}
