/** Traces without a GPU: what assembly/raster.ts needs to draw a layer, laid out in its memory. */
import type { RasterCore } from "../../signal/raster.ts";
import type { SoftwareGround, SoftwarePass, SoftwareTarget } from "../pass.ts";
import { rooms, writeColour } from "../raster-rooms.ts";
import type { TracePart, TraceTile } from "../types.ts";
import { brushFor } from "./brush.ts";
import { tracesMoved } from "./moved.ts";
import type { TracesLayer } from "./pass.ts";
import { firstPixelOf } from "./pieces.ts";
import { entryWords, FramePlan, noTile, rangeWords } from "./plan.ts";
import { colourRuns } from "./stretches.ts";

const MiB = 1024 * 1024;
const start = rooms.work;
const { end } = rooms;
const layout = {
  scratch: start,
  frame: start + 10 * MiB,
  rows: start + 11 * MiB,
  table: start + 12 * MiB,
  ranges: start + 13 * MiB,
  places: start + 15 * MiB,
  breaks: start + 17 * MiB,
  nodeSamples: start + 18 * MiB,
  nodeShares: start + 20 * MiB,
  tiles: start + 22 * MiB,
} as const;
const rowBytes = 32;
const rangeBytes = 4 * rangeWords;
const mostRows = MiB / rowBytes;
const mostRanges = (2 * MiB) / rangeBytes;

export class SoftwareTraces implements SoftwarePass<TracesLayer> {
  readonly paintsGround = true;
  readonly moved = tracesMoved;
  private readonly plan = new FramePlan();

  constructor(private readonly core: RasterCore) {}

  draw(layer: TracesLayer, target: SoftwareTarget, ground: SoftwareGround | null): void {
    const { clip, tiles, samplesPerPixel } = layer;
    const from = Math.max(clip.x, target.x);
    const width = Math.min(clip.x + clip.width, target.x + target.width) - from;
    if (width <= 0 || clip.height === 0) return;
    // A pixel depends on its place along the grid alone, so a part is a view like any other.
    const startSample = (firstPixelOf(layer) + from - clip.x) * samplesPerPixel;
    const part: TracePart = { ...layer, width, height: clip.height, startSample };
    const out = target.at + clip.y * target.stride + 4 * (from - target.x);
    this.writeRows(part);
    this.plan.build(part, tiles);
    this.writeTable(tiles);
    this.writeFrame(part, out, target.stride, ground);
    this.core.kernels.rasterTraces(layout.frame, layout.rows, part.rows.length);
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
  private writeFrame(part: TracePart, out: number, stride: number, ground: SoftwareGround | null): void {
    const { plan, core } = this;
    const { stepsPerPixel, taps, quarters, widthParts, reachPixels } = brushFor(part);
    const tapsAt = layout.frame + 256;
    const block = [
      out,
      stride,
      part.width,
      part.height,
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
      ground?.at ?? 0,
      ground?.stride ?? 0,
      ground?.period ?? 0,
    ];
    core.u32.set(block, layout.frame / 4);
    core.u16.set(taps, tapsAt / 2);
  }

  /** Rows, and after them the colours of those with stretches. */
  private writeRows(part: TracePart): void {
    const { f32, u32 } = this.core;
    const { rows } = part;
    let next = layout.rows + rows.length * rowBytes;
    rows.forEach((row, index) => {
      const runs = colourRuns(row, part);
      if (next + runs.length * rowBytes > layout.rows + mostRows * rowBytes)
        throw new RangeError("Too many rows or stretches in one layer");
      const at = (layout.rows + index * rowBytes) / 4;
      u32[at] = row.row;
      f32[at + 1] = row.baselineY;
      f32[at + 2] = row.pixelsPerUnit;
      u32[at + 3] = runs.length === 0 ? 0 : next;
      writeColour(this.core, 4 * at + 16, row.colour);
      for (const run of runs) {
        u32[next / 4] = run.end;
        writeColour(this.core, next + 16, run.colour);
        next += rowBytes;
      }
    });
  }
}
