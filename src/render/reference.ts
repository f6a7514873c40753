/**
 * The drawing definition once more, pixel by pixel in float64, without tables, shortcuts or the core. Golden tests hold both
 * back ends against it; nothing in the product calls it.
 */
import { maxSamplesPerPixelDrawn } from "../domain/grid.ts";
import { bandCoverage, hatchCoverage, hatchPeriod } from "./background.ts";
import { claimPieces, firstPixelOf } from "./pieces.ts";
import type { TraceRow, TraceTile, TraceView } from "./types.ts";

const farY = 16_384;
const widestDot = 4;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** What a pixel column of one row shows: a span of y, or a function that gives the coverage of a picture row. */
interface ColumnSpan {
  low: number;
  high: number;
  /** May be joined to the pixel before. */
  joins: boolean;
}

/** RGBA rows from the top. */
export function drawReference(view: TraceView, tiles: readonly TraceTile[]): Uint8ClampedArray {
  const { width, height } = view;
  const picture = new Uint8ClampedArray(4 * width * height);
  paintUnder(view, picture);
  const scene = layOut(view, tiles);
  for (const row of view.rows) {
    const spans = Array.from({ length: width + 2 }, (_, entry) => spanOf(scene, row, scene.firstPixel + entry - 1));
    for (let x = 0; x < width; x++) {
      const coverage = spans[x + 1] === "line" ? lineCoverage(scene, row, x) : spanCoverage(scene, spans, x + 1);
      for (let y = 0; y < height; y++) blend(picture, 4 * (y * width + x), row.colour, clamp(coverage(y), 0, 1));
    }
  }
  return picture;
}

function blend(picture: Uint8ClampedArray, at: number, [r, g, b, a]: readonly number[], coverage: number): void {
  const alpha = a * coverage;
  [r, g, b].forEach((over, part) => {
    picture[at + part] = Math.round(picture[at + part] + (Math.round(over * 255) - picture[at + part]) * alpha);
  });
  picture[at + 3] = 255;
}

function paintUnder(view: TraceView, picture: Uint8ClampedArray): void {
  const { width, height, background, bands, lineWidth } = view;
  const firstPixel = firstPixelOf(view);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      blend(picture, at, background, 1 / background[3]);
      for (const band of bands) {
        const hatch = band.style === "hatch" ? hatchCoverage(firstPixel + x + y, hatchPeriod(lineWidth)) : 1;
        blend(picture, at, band.colour, bandCoverage(band, x) * hatch);
      }
    }
}

interface Column {
  tile: TraceTile;
  k: number;
}
interface Scene {
  view: TraceView;
  firstPixel: number;
  /** Columns of each absolute pixel, ascending along the grid. */
  columns: Map<number, Column[]>;
  /** Samples drawn as a line, by grid index. */
  samples: Map<number, Column>;
  lineSpans: { start: number; end: number }[];
}

/** Gives every column to the pixel of its middle, or, when it is wider than a pixel, to every pixel whose middle it covers. */
function layOut(view: TraceView, tiles: readonly TraceTile[]): Scene {
  const spp = view.samplesPerPixel;
  const firstPixel = firstPixelOf(view);
  const rows = Math.max(0, ...view.rows.map(({ row }) => row + 1));
  const margin = (4 + widestDot) * spp + 4;
  const [start, end] = [firstPixel * spp - margin, (firstPixel + view.width) * spp + margin];
  const scene: Scene = { view, firstPixel, columns: new Map(), samples: new Map(), lineSpans: [] };
  const give = (pixel: number, column: Column) => {
    const list = scene.columns.get(pixel) ?? [];
    list.push(column);
    scene.columns.set(pixel, list);
  };
  for (const piece of claimPieces(tiles, rows, start, end)) {
    const tile = tiles[piece.tile];
    const c = tile.samplesPerColumn;
    const isLine = tile.kind === "samples" && spp <= maxSamplesPerPixelDrawn;
    if (isLine) scene.lineSpans.push({ start: piece.start, end: piece.end });
    for (let k = 0; k < tile.count; k++) {
      const begin = tile.firstSample + k * c;
      if (begin + c <= piece.start || begin >= piece.end) continue;
      if (isLine) scene.samples.set(begin, { tile, k });
      else if (c <= spp) give(Math.floor((tile.firstSample + (k + 0.5) * c) / spp), { tile, k });
    }
    if (isLine || c <= spp) continue;
    for (let pixel = Math.floor(piece.start / spp); pixel * spp < piece.end; pixel++) {
      const middle = (pixel + 0.5) * spp;
      if (middle >= piece.start && middle < piece.end)
        give(pixel, { tile, k: Math.floor((middle - tile.firstSample) / c) });
    }
  }
  return scene;
}

const yOf = (row: TraceRow, value: number) =>
  Number.isFinite(value) ? clamp(row.baselineY + value * row.pixelsPerUnit, -farY, farY) : Number.NaN;

/** The y values of one column: one of a sample, two of a min/max pair. */
function valuesOf({ tile, k }: Column, row: TraceRow): number[] {
  const per = tile.kind === "samples" ? 1 : 2;
  const at = (row.row * tile.count + k) * per;
  return [...tile.data.subarray(at, at + per)].map((value) => yOf(row, value)).filter((y) => !Number.isNaN(y));
}

function spanOf(scene: Scene, row: TraceRow, pixel: number): ColumnSpan | "line" {
  const own = scene.columns.get(pixel);
  const spp = scene.view.samplesPerPixel;
  if (own === undefined) return "line";
  const inside = [...scene.samples]
    .filter(([g]) => g >= pixel * spp && g < (pixel + 1) * spp)
    .map(([, sample]) => sample);
  const ys = [...own, ...inside].flatMap((column) => valuesOf(column, row));
  const before = scene.columns.get(pixel - 1)?.at(-1);
  const [first, ...others] = own;
  return {
    low: Math.min(...ys),
    high: Math.max(...ys),
    joins: before !== undefined && isJoined(before, first) && others.every(({ tile, k }) => tile.breaks[k] === 0),
  };
}

function isJoined(before: Column, after: Column): boolean {
  if (before.tile === after.tile && before.k === after.k) return true;
  const endBefore = before.tile.firstSample + (before.k + 1) * before.tile.samplesPerColumn;
  const begin = after.tile.firstSample + after.k * after.tile.samplesPerColumn;
  return begin - endBefore <= 0.5 && after.tile.breaks[after.k] === 0;
}

function spanCoverage(scene: Scene, spans: (ColumnSpan | "line")[], index: number): (y: number) => number {
  const own = spans[index];
  if (own === "line" || own.low > own.high) return () => 0;
  let { low, high } = own;
  const meet = (other: ColumnSpan | "line", joins: boolean) => {
    if (!joins || other === "line" || other.low > other.high) return;
    if (other.high < own.low) low = Math.min(low, (other.high + own.low) / 2);
    if (other.low > own.high) high = Math.max(high, (other.low + own.high) / 2);
  };
  const after = spans[index + 1];
  meet(spans[index - 1], own.joins);
  meet(after, after !== "line" && after.joins);
  const half = scene.view.lineWidth / 2;
  return (y) => Math.max(0, Math.min(y + 1, high + half) - Math.max(y, low - half));
}

interface Portion {
  ya: number;
  yb: number;
  h: number;
  dx: number;
  low: number;
  high: number;
}

function lineCoverage(scene: Scene, row: TraceRow, x: number): (y: number) => number {
  const { samplesPerPixel: spp, lineWidth } = scene.view;
  const left = (scene.firstPixel + x) * spp;
  const half = lineWidth / 2;
  const dot = Math.min(half, widestDot);
  const at = (g: number) => {
    const sample = scene.samples.get(g);
    return sample === undefined ? Number.NaN : (valuesOf(sample, row)[0] ?? Number.NaN);
  };
  const isConnected = (g: number) =>
    !Number.isNaN(at(g)) &&
    !Number.isNaN(at(g + 1)) &&
    (scene.samples.get(g + 1) as Column).tile.breaks[(scene.samples.get(g + 1) as Column).k] === 0;
  const portions: Portion[] = [];
  for (let g = Math.floor(left - dot * spp) - 1; g <= Math.ceil(left + spp + dot * spp) + 1; g++) {
    const [x0, x1] = [(g - left) / spp, (g + 1 - left) / spp];
    const [y0, y1] = [at(g), at(g + 1)];
    if (isConnected(g)) {
      const [xa, xb] = [Math.max(0, x0), Math.min(1, x1)];
      const slope = (y1 - y0) * spp;
      const [ya, yb] = [y0 + slope * (xa - x0), y0 + slope * (xb - x0)];
      const low = Math.min(y0, y1) - half;
      const high = Math.max(y0, y1) + half;
      if (xb > xa) portions.push({ ya, yb, h: half * Math.sqrt(1 + slope * slope), dx: xb - xa, low, high });
    } else if (!Number.isNaN(y0) && !isConnected(g - 1)) {
      const dx = Math.min(1, x0 + dot) - Math.max(0, x0 - dot);
      if (dx > 0) portions.push({ ya: y0, yb: y0, h: half, dx, low: y0 - half, high: y0 + half });
    }
  }
  return (y) => portions.reduce((sum, portion) => sum + portionCoverage(portion, y), 0);
}

/** Area of the slab [y(t) - h, y(t) + h] in the pixel [y, y + 1), by its closed form (README, "Coverage"). */
function portionCoverage({ ya, yb, h, dx, low, high }: Portion, y: number): number {
  const q = (s: number) => (Math.abs(s) <= h ? (s * s) / 2 : h * Math.abs(s) - (h * h) / 2);
  const area = (edge: number) => {
    const [s0, s1] = [edge - ya, edge - yb];
    if (Math.abs(s1 - s0) < 1e-6) return dx * clamp((s0 + s1) / 2, -h, h);
    return (dx * (q(s1) - q(s0))) / (s1 - s0);
  };
  return area(clamp(y + 1, low, high)) - area(clamp(y, low, high));
}
