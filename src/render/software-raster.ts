/** The picture of a view as RGBA bytes, made by the rasteriser in its own memory. Needs no DOM. */
import { type RasterCore, rasterMap } from "../signal/raster.ts";
import { backgroundPeriod, paintBackground } from "./background.ts";
import { brushFor } from "./brush.ts";
import { KeptPicture } from "./kept-picture.ts";
import { firstPixelOf } from "./pieces.ts";
import { entryWords, FramePlan, noTile, rangeWords } from "./plan.ts";
import type { TraceTile, TraceView } from "./types.ts";

/** Called for each strip of the picture, left to right: `pixels` are `height` rows of `width` RGBA pixels, valid in the call. */
export type PutStrip = (pixels: Uint8Array<ArrayBuffer>, x: number, width: number, height: number) => void;

const MiB = 1024 * 1024;
const [start, end] = rasterMap.free;
/** Parts of the memory. Pictures too large for `picture` are made in vertical strips. */
const layout = {
  scratch: start,
  frame: start + 10 * MiB,
  rows: start + 11 * MiB,
  table: start + 12 * MiB,
  template: start + 13 * MiB,
  ranges: start + 16 * MiB,
  places: start + 18 * MiB,
  breaks: start + 20 * MiB,
  nodeSamples: start + 21 * MiB,
  nodeShares: start + 23 * MiB,
  picture: start + 25 * MiB,
  tiles: start + 49 * MiB,
} as const;
const pictureRoom = layout.tiles - layout.picture;
/** Rows are blended four by four: so many below the picture are written as they are. */
const spareRows = 4;
const rowBytes = 32;
const rangeBytes = 4 * rangeWords;
const mostWidth = 16_384;
const mostHeight = 16_384;
const mostRows = MiB / rowBytes;
const mostRanges = (2 * MiB) / rangeBytes;

/** Make one of these for each instance of the rasteriser: it owns the memory. */
export class SoftwareRaster {
  private readonly plan = new FramePlan();
  private readonly kept = new KeptPicture();
  /** Byte of the picture's part of the memory at which the picture begins. */
  private pictureAt = 0;

  constructor(private readonly core: RasterCore) {}

  /**
   * Draws the view from the tiles (types.ts) and hands the picture over in one strip, or several when it is very large.
   * Throws RangeError above 16384 x 16384 pixels or 32768 rows.
   */
  draw(view: TraceView, tiles: readonly TraceTile[], put: PutStrip): void {
    const { width, height, rows } = view;
    if (width > mostWidth || height > mostHeight || rows.length > mostRows)
      throw new RangeError(`A picture of ${width} x ${height} pixels with ${rows.length} rows is too large`);
    if (width === 0 || height === 0) return;
    this.writeRows(view);
    const period = backgroundPeriod(view);
    const templateStride = 4 * width;
    const template = this.core.u8.subarray(layout.template, layout.template + period * templateStride);
    const firstPixel = firstPixelOf(view);
    paintBackground(view, firstPixel, template, templateStride);

    const stripWidth = Math.min(width, Math.floor(pictureRoom / (4 * (height + spareRows))));
    const move = stripWidth === width ? this.kept.moveTo(view, tiles, template) : null;
    this.kept.forget();
    if (move !== null) {
      this.slide(move.by, templateStride, height);
      const { from, count } = move;
      if (count > 0) this.drawPart(view, tiles, { x: from, width: count, at: 4 * from, stride: templateStride });
      put(this.pictureOf(templateStride * height), 0, width, height);
      this.kept.remember(view, tiles, template);
      return;
    }
    this.pictureAt = 0;
    for (let x = 0; x < width; x += stripWidth) {
      const strip = Math.min(stripWidth, width - x);
      const stride = 4 * strip;
      this.drawPart(view, tiles, { x, width: strip, at: 0, stride });
      put(this.pictureOf(stride * height), x, strip, height);
    }
    if (stripWidth === width) this.kept.remember(view, tiles, template);
  }

  get keepsPicture(): boolean {
    return this.kept.isKept;
  }

  /** The next picture is drawn as a whole; nothing of the last one is held. */
  forget(): void {
    this.kept.forget();
  }

  private pictureOf(bytes: number): Uint8Array<ArrayBuffer> {
    const from = layout.picture + this.pictureAt;
    return this.core.u8.subarray(from, from + bytes);
  }

  /**
   * Moves the picture `by` pixels to the left (negative: right). Its rows follow each other without room between them, so that
   * it moves when it begins elsewhere: bytes are copied only where the arena ends.
   */
  private slide(by: number, stride: number, height: number): void {
    const { u8 } = this.core;
    const bytes = stride * height;
    const last = pictureRoom - stride * (height + spareRows);
    const was = layout.picture + this.pictureAt;
    this.pictureAt += 4 * by;
    if (this.pictureAt > last) {
      u8.copyWithin(layout.picture, was + 4 * by, was + bytes);
      this.pictureAt = 0;
    } else if (this.pictureAt < 0) {
      u8.copyWithin(layout.picture + last - 4 * by, was, was + bytes + 4 * by);
      this.pictureAt = last;
    }
  }

  /** Pixels [x, x + width) of the view, to byte `at` of the picture. The template of the background is there. */
  private drawPart(
    view: TraceView,
    tiles: readonly TraceTile[],
    { x, width, at, stride }: { x: number; width: number; at: number; stride: number },
  ): void {
    const out = layout.picture + this.pictureAt + at;
    // A pixel depends on its place along the grid alone, so a part is a view like any other.
    const part = { ...view, width, startSample: (firstPixelOf(view) + x) * view.samplesPerPixel };
    this.plan.build(part, tiles);
    this.writeTable(tiles);
    this.writeFrame(part, out, stride, layout.template + 4 * x, 4 * view.width);
    this.core.kernels.rasterTraces(layout.frame, layout.rows, view.rows.length);
  }

  /** The plan with addresses in place of tile indexes; the tiles that it shows are copied beside it, as far as there is room. */
  private writeTable(tiles: readonly TraceTile[]): void {
    const { plan, core } = this;
    if (plan.rangeCount + plan.lineRuns.length > mostRanges)
      throw new RangeError("Too many ranges of tiles in one view");
    core.u32.set(plan.table.subarray(0, plan.entries * entryWords), layout.table / 4);
    core.u32.set(new Uint32Array(plan.places.buffer, 0, plan.lineCount), layout.places / 4);
    core.u32.set(plan.breaks.subarray(0, (plan.lineCount + 31) >> 5), layout.breaks / 4);
    core.u32.set(plan.nodeSamples.subarray(0, plan.nodeCount), layout.nodeSamples / 4);
    core.f32.set(plan.nodeShares.subarray(0, plan.nodeCount), layout.nodeShares / 4);
    const addresses = tiles.map(() => -1);
    let room: number = layout.tiles;
    let at = layout.ranges / 4;
    const write = (index: number, first: number, count: number) => {
      const tile = tiles[index];
      const elementBytes = tile?.kind === "minmax" ? 8 : 4;
      if (index !== noTile && addresses[index] < 0) {
        const fits = room + tile.data.byteLength <= end;
        if (fits) core.f32.set(tile.data, room / 4);
        addresses[index] = fits ? room : 0;
        if (fits) room += tile.data.byteLength;
      }
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

  /** The block that assembly/raster-frame.ts reads. */
  private writeFrame(view: TraceView, out: number, stride: number, template: number, templateStride: number): void {
    const { plan, core } = this;
    const { stepsPerPixel, taps, quarters, widthParts, reachPixels } = brushFor(view);
    const tapsAt = layout.frame + 256;
    const block = [
      out,
      stride,
      view.width,
      view.height,
      layout.table,
      plan.pad,
      layout.ranges,
      layout.ranges + plan.rangeCount * rangeBytes,
      plan.lineRuns.length,
      plan.lineCount,
      layout.places,
      layout.breaks,
      plan.hasBreaks ? 1 : 0,
      layout.nodeSamples,
      layout.nodeShares,
      plan.hasColumns ? 1 : 0,
      Math.log2(stepsPerPixel),
      tapsAt,
      taps.length,
      quarters,
      widthParts,
      reachPixels,
      layout.scratch,
      template,
      templateStride,
      backgroundPeriod(view),
    ];
    core.u32.set(block, layout.frame / 4);
    core.u16.set(taps, tapsAt / 2);
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
