/**
 * The pass of cells: pictures and heatmaps, grids of colours that fill a rectangle. A pixel shows the mean of the cells that it covers, by
 * area: larger cells are blocks with soft edges, smaller ones lose nothing.
 */
import cellsSource from "../../../shaders/cells.wgsl?raw";
import type { RasterCore } from "../../signal/raster.ts";
import { openQuads, type Words } from "../gpu-quads.ts";
import { GpuStore } from "../gpu-store.ts";
import { type GpuTarget, isSameRect, type Moved, type Pass, type SoftwarePass, type SoftwareTarget } from "../pass.ts";
import { rooms } from "../raster-rooms.ts";
import type { LayerBase } from "../types.ts";

export interface CellGrid {
  /** Unique for the content; equal id means equal bytes, so a back end may keep its upload. */
  readonly id: number;
  readonly columns: number;
  readonly rows: number;
  /** [row][column][r, g, b, a], rows from the top, not premultiplied. Missing cells have no alpha, or a colour of their own. */
  readonly data: Uint8ClampedArray;
  /** Where it lies, in pixels of the clip; may reach beyond it. */
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface CellsLayer extends LayerBase {
  readonly kind: "cells";
  /** Blended in order. */
  readonly grids: readonly CellGrid[];
}

/** Cells of a pixel along one axis: first, how many, and weights of the first, of the last, and of each between. */
const entryWords = 5;
/** Borders of pixels are counted in these parts of a cell. */
const partsPerCell = 65_536;

interface Axis {
  /** Pixels [from, from + count) have an entry each. */
  readonly from: number;
  readonly count: number;
  readonly entries: Float32Array;
}

/** Entries of the pixels in [from, to) that show any of `cells` cells between x0 and x1. */
function axisOf(x0: number, x1: number, cells: number, from: number, to: number): Axis {
  const first = Math.max(from, Math.floor(x0));
  const count = x1 > x0 ? Math.max(0, Math.min(to, Math.ceil(x1)) - first) : 0;
  const entries = new Float32Array(entryWords * count);
  const perPixel = cells / (x1 - x0);
  const place = (x: number) =>
    Math.min(cells, Math.max(0, Math.round((x - x0) * perPixel * partsPerCell) / partsPerCell));
  for (let k = 0; k < count; k++) {
    const [a, b] = [place(first + k), place(first + k + 1)];
    const left = Math.min(cells - 1, Math.floor(a));
    const last = Math.max(left, Math.ceil(b) - 1);
    const at = entryWords * k;
    entries[at] = left;
    entries[at + 1] = last - left + 1;
    entries[at + 2] = (Math.min(left + 1, b) - a) / perPixel;
    entries[at + 3] = last > left ? (b - last) / perPixel : 0;
    entries[at + 4] = 1 / perPixel;
  }
  return { from: first, count, entries };
}

const axesOf = ({ x0, x1, y0, y1, columns, rows }: CellGrid, from: number, to: number, height: number) => ({
  across: axisOf(x0, x1, columns, from, to),
  down: axisOf(y0, y1, rows, 0, height),
});

const weightOf = (entries: Float32Array, at: number, k: number, count: number): number =>
  entries[at + (k === 0 ? 2 : k === count - 1 ? 3 : 4)];

const firstStoreBytes = 4 * 1024 * 1024;
const quadWords = 8;

function openGpu(target: GpuTarget) {
  const store = new GpuStore(target.resources, "cells.content", firstStoreBytes);
  const write = ({ clip, grids }: CellsLayer, [quads, entries]: readonly Words[]) => {
    let count = 0;
    for (const grid of grids) {
      const { across, down } = axesOf(grid, 0, clip.width, clip.height);
      const content = across.count > 0 && down.count > 0 ? store.locate(grid) : undefined;
      if (content === undefined) continue;
      const at = entries.take(across.entries.length + down.entries.length);
      entries.f32.set(across.entries, at);
      entries.f32.set(down.entries, at + across.entries.length);
      const place = [across.from, down.from, across.count, down.count];
      quads.u32.set([...place, at, at + across.entries.length, content, grid.columns], quads.take(quadWords));
      count++;
    }
    return { count, uniform: [] };
  };
  return openQuads(target, { label: "cells", source: cellsSource, name: "cell", buffers: 2, store, write });
}

/** A picture is so wide at most (software-raster.ts). */
const lineBytes = 16 * 16_384;
const layout = {
  /** What is blended; then two rows of cells, and cells across. */
  sum: rooms.work,
  lines: [rooms.work + lineBytes, rooms.work + 2 * lineBytes],
  entries: rooms.work + 3 * lineBytes,
  cells: rooms.work + 5 * lineBytes,
} as const;

class SoftwareCells implements SoftwarePass<CellsLayer> {
  constructor(private readonly core: RasterCore) {}

  draw({ clip, grids }: CellsLayer, target: SoftwareTarget): void {
    const { kernels } = this.core;
    const from = Math.max(0, target.x - clip.x);
    const to = Math.min(clip.width, target.x + target.width - clip.x);
    const origin = target.at + clip.y * target.stride + 4 * (clip.x - target.x);
    for (const grid of grids) {
      const { across, down } = axesOf(grid, from, to, clip.height);
      if (across.count === 0 || down.count === 0) continue;
      const lines = new CellLines(this.core, grid, across);
      for (let y = 0; y < down.count; y++) {
        if (!isSame(down.entries, y)) lines.sum(down.entries, entryWords * y);
        const at = origin + (down.from + y) * target.stride + 4 * across.from;
        kernels.rasterCells(at, layout.sum, across.count);
      }
    }
  }

  /** A picture of whole pixels stays where its grids do, and moves with them. */
  moved(was: CellsLayer, now: CellsLayer): Moved | null {
    if (!isSameRect(was.clip, now.clip)) return null;
    const { width } = now.clip;
    for (const grid of now.grids) {
      const before = was.grids.find(({ id }) => id === grid.id);
      if (before === undefined) continue;
      const by = before.x0 - grid.x0;
      const left = shownWithin(now.grids, Math.max(0, -by), Math.min(width, width - by), 0);
      return left !== null && left === shownWithin(was.grids, Math.max(0, by), Math.min(width, width + by), by)
        ? { by, reach: 0 }
        : null;
    }
    return null;
  }
}

/** The grids that show in pixels [from, to), as they lie `by` pixels further to the left; null: not on whole pixels. */
function shownWithin(grids: readonly CellGrid[], from: number, to: number, by: number): string | null {
  const shown = grids.filter(({ x0, x1 }) => x0 < to && x1 > from);
  if (shown.some(({ x0, x1 }) => !Number.isInteger(x0) || !Number.isInteger(x1))) return null;
  return JSON.stringify(shown.map(({ id, x0, x1, y0, y1 }) => [id, x0 - by, x1 - by, y0, y1]));
}

/** Whether a row of pixels shows what the row above it shows. */
function isSame(entries: Float32Array, y: number): boolean {
  const at = entryWords * y;
  for (let k = 0; k < entryWords; k++) if (entries[at + k] !== entries[at + k - entryWords]) return false;
  return true;
}

/** What rows of pixels show of rows of cells: red, green and blue (0..255) times alpha, and alpha (0..1), of each pixel. */
class CellLines {
  /** The last rows of cells that were asked for: pixels that lie on a border need both of them. */
  private readonly rows = [-1, -1];
  /** Cells [first, end) of a row are shown. */
  private readonly first: number;
  private readonly end: number;

  /** @throws RangeError when the cells of a row are more than there is room for */
  constructor(
    private readonly core: RasterCore,
    private readonly grid: CellGrid,
    private readonly across: Axis,
  ) {
    const { entries, count } = across;
    const last = entryWords * (count - 1);
    this.first = entries[0];
    this.end = entries[last] + entries[last + 1];
    if (layout.cells + 4 * (this.end - this.first) > rooms.end) throw new RangeError("A row of cells is too long");
    core.f32.set(entries, layout.entries / 4);
  }

  /** A row of pixels, of the cells that entry `at` of `down` names. */
  sum(down: Float32Array, at: number): void {
    const row = down[at];
    const rows = down[at + 1];
    for (let r = 0; r < rows; r++) {
      const share = weightOf(down, at, r, rows);
      this.core.kernels.rasterCellSum(layout.sum, this.lineOf(row + r), this.across.count, share, r === 0);
    }
  }

  private lineOf(row: number): number {
    const line = layout.lines[row & 1];
    if (this.rows[row & 1] === row) return line;
    this.rows[row & 1] = row;
    const { data, columns } = this.grid;
    const { first, end } = this;
    this.core.u8.set(data.subarray(4 * (row * columns + first), 4 * (row * columns + end)), layout.cells);
    this.core.kernels.rasterCellLine(line, layout.cells - 4 * first, layout.entries, this.across.count);
    return line;
  }
}

export const cellsPass: Pass<CellsLayer> = { openGpu, openSoftware: (core) => new SoftwareCells(core) };
