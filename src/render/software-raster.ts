/** The picture of a view as RGBA bytes, made by the core. Needs no DOM. */
import type { Core } from "../signal/core.ts";
import { memoryMap } from "../signal/memory.ts";
import { backgroundPeriod, paintBackground } from "./background.ts";
import { entryWords, FramePlan, noTile, rangeShift, rangeWords, showsLine } from "./plan.ts";
import { TileArena } from "./tile-arena.ts";
import type { TraceTile, TraceView } from "./types.ts";

/** What assembly/raster.ts exports; parameters are described there. */
export interface RasterKernels {
  rasterBackground(
    out: number,
    stride: number,
    width: number,
    height: number,
    template: number,
    templateStride: number,
    period: number,
  ): void;
  rasterTraces(
    out: number,
    stride: number,
    width: number,
    height: number,
    table: number,
    ranges: number,
    runs: number,
    runCount: number,
    lineCount: number,
    rows: number,
    rowCount: number,
    lineWidth: number,
    samplesPerPixel: number,
    pixelsPerSample: number,
    scratch: number,
  ): void;
}

/** Called for each strip of the picture, left to right: `pixels` are `height` rows of `width` RGBA pixels, valid in the call. */
export type PutStrip = (pixels: Uint8Array, x: number, width: number, height: number) => void;

const MiB = 1024 * 1024;
const [start, end] = memoryMap.raster;
/** Parts of the raster arena. Pictures too large for `picture` are made in vertical strips. */
const layout = {
  scratch: start,
  rows: start + 1 * MiB,
  table: start + 2 * MiB,
  template: start + 3 * MiB,
  ranges: start + 6 * MiB,
  picture: start + 8 * MiB,
  tiles: start + 44 * MiB,
} as const;
const rowBytes = 32;
const entryBytes = 4 * entryWords;
const rangeBytes = 4 * rangeWords;
const mostWidth = 16_384;
const mostHeight = 16_384;
const mostRows = MiB / rowBytes;
const mostRanges = (2 * MiB) / rangeBytes;

/** The raster arena belongs to the page thread: make one of these for each instance of the core. */
export class SoftwareRaster {
  private readonly kernels: RasterKernels;
  private readonly plan = new FramePlan();
  private readonly copies = new TileArena(end - layout.tiles);

  constructor(private readonly core: Core) {
    this.kernels = core.kernels as Core["kernels"] & RasterKernels;
  }

  /**
   * Draws the view from the tiles (types.ts) and hands the picture over in one strip, or several when it is very large.
   * Throws RangeError above 16384 x 16384 pixels or 32768 rows.
   */
  draw(view: TraceView, tiles: readonly TraceTile[], put: PutStrip): void {
    const { width, height, rows, lineWidth, samplesPerPixel } = view;
    if (width > mostWidth || height > mostHeight || rows.length > mostRows)
      throw new RangeError(`A picture of ${width} x ${height} pixels with ${rows.length} rows is too large`);
    if (width === 0 || height === 0) return;
    this.plan.build(view, tiles);
    this.writeTable(tiles);
    this.writeRows(view);
    const period = backgroundPeriod(view);
    const templateStride = 4 * width;
    const template = this.core.u8.subarray(layout.template, layout.template + period * templateStride);
    paintBackground(view, this.plan.firstPixel, template, templateStride);

    const stripWidth = Math.min(width, Math.floor((layout.tiles - layout.picture) / (4 * height)));
    for (let x = 0; x < width; x += stripWidth) {
      const strip = Math.min(stripWidth, width - x);
      const stride = 4 * strip;
      this.core.u8.fill(0, layout.scratch, layout.scratch + 4 * (height + 8));
      this.kernels.rasterBackground(
        layout.picture,
        stride,
        strip,
        height,
        layout.template + 4 * x,
        templateStride,
        period,
      );
      this.kernels.rasterTraces(
        layout.picture,
        stride,
        strip,
        height,
        layout.table + x * entryBytes,
        layout.ranges,
        layout.ranges + this.plan.rangeCount * rangeBytes,
        this.plan.lineRuns.length,
        this.plan.lineCount,
        layout.rows,
        rows.length,
        lineWidth,
        samplesPerPixel,
        1 / samplesPerPixel,
        layout.scratch,
      );
      put(this.core.u8.subarray(layout.picture, layout.picture + stride * height), x, strip, height);
    }
  }

  /** The plan with addresses in place of tile indexes, and lines as stretches of one list. */
  private writeTable(tiles: readonly TraceTile[]): void {
    const { plan, core } = this;
    if (plan.rangeCount + plan.lineRuns.length > mostRanges)
      throw new RangeError("Too many ranges of tiles in one view");
    core.u32.set(plan.table.subarray(0, plan.entries * entryWords), layout.table / 4);
    for (let entry = 0; entry < plan.entries; entry++) {
      if ((plan.table[entry * entryWords + 1] & showsLine) === 0) continue;
      const at = layout.table / 4 + entry * entryWords;
      core.u32[at] = plan.lineFirst[entry];
      core.u32[at + 1] = showsLine | (plan.lineSamples[entry] << rangeShift);
    }
    this.copies.beginFrame();
    const addresses = tiles.map(() => -1);
    let at = layout.ranges / 4;
    const write = (index: number, first: number, count: number) => {
      const tile = tiles[index];
      const elementBytes = tile?.kind === "minmax" ? 8 : 4;
      if (index !== noTile && addresses[index] < 0) addresses[index] = this.addressOf(tile);
      const address = index === noTile ? 0 : addresses[index];
      core.u32[at] = address === 0 ? 0 : address + first * elementBytes;
      core.u32[at + 1] = (tile?.count ?? 0) * elementBytes;
      core.u32[at + 2] = count;
      core.u32[at + 3] = elementBytes;
      at += rangeWords;
    };
    for (let i = 0; i < plan.rangeCount * rangeWords; i += rangeWords)
      write(plan.ranges[i], plan.ranges[i + 1], plan.ranges[i + 2]);
    for (const { tile, first, count } of plan.lineRuns) write(tile, first, count);
  }

  /** Where the tile's data lies in the core's memory, copied there when it is not; 0 when there is no room for it. */
  private addressOf(tile: TraceTile): number {
    const { data, id } = tile;
    if (data.buffer === this.core.memory.buffer) return data.byteOffset;
    const known = this.copies.find(id);
    if (known !== undefined) return layout.tiles + known;
    const offset = this.copies.place(id, data.byteLength);
    if (offset === undefined) return 0;
    this.core.f32.set(data, (layout.tiles + offset) / 4);
    return layout.tiles + offset;
  }

  private writeRows({ rows }: TraceView): void {
    const { f32, u32 } = this.core;
    rows.forEach(({ row, baselineY, pixelsPerUnit, colour: [r, g, b, a] }, index) => {
      const at = (layout.rows + index * rowBytes) / 4;
      u32[at] = row;
      f32[at + 1] = baselineY;
      f32[at + 2] = pixelsPerUnit;
      f32[at + 4] = Math.round(r * 255);
      f32[at + 5] = Math.round(g * 255);
      f32[at + 6] = Math.round(b * 255);
      f32[at + 7] = a;
    });
  }
}
