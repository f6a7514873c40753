/**
 * The drawing definition of traces once more, sixteenth by sixteenth in float64, without tables, shortcuts or the core. Golden tests hold both
 * back ends against it, and so does the picture test of the application.
 */
import type { Definition } from "../pass.ts";
import type { TracePart, TraceRow, TraceTile } from "../types.ts";
import { type Brush, brushFor, marginY, nodesPerPixel, partsPerNode } from "./brush.ts";
import type { TracesLayer } from "./pass.ts";
import { claimPieces, firstPixelOf } from "./pieces.ts";
import { drawsLine } from "./plan.ts";

const farY = 16_384;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** What the trace covers at a node, in steps of y, before the pen's width. */
interface Node {
  readonly top: number;
  readonly bottom: number;
}
/** The two nodes of a sixteenth of a pixel column; `run` tells strokes apart. */
interface Sixteenth {
  readonly left: Node;
  readonly right: Node;
  readonly run: number;
}
type Sixteenths = Map<number, Sixteenth>;

/** Blends what each trace covers, trace by trace. */
export const defineTraces: Definition<TracesLayer> = (layer, blend) => {
  const { width, height } = layer.clip;
  const view: TracePart = { ...layer, width, height };
  const scene = layOut(view, layer.tiles);
  for (const row of layer.rows) {
    const line = lineParts(scene, row);
    const columns = columnParts(scene, row);
    for (let x = 0; x < width; x++) {
      const pixel = scene.firstPixel + x;
      const parts = scene.columns.has(pixel) ? columns : line;
      const coverage = coverageOf(scene, parts, pixel);
      const middle = (pixel + 0.5) * layer.samplesPerPixel;
      const stretch = row.stretches?.find(({ start, end }) => middle >= start && middle < end);
      for (let y = 0; y < height; y++) blend(x, y, (stretch ?? row).colour, coverage(y));
    }
  }
};

interface Column {
  tile: TraceTile;
  k: number;
}
interface Scene {
  view: TracePart;
  brush: Brush;
  firstPixel: number;
  /** Columns of each absolute pixel, ascending along the grid. */
  columns: Map<number, Column[]>;
  /** Samples drawn as a line, by grid index. */
  samples: Map<number, Column>;
}

/** Gives every column to the pixel of its middle, or, when it is wider than a pixel, to every pixel whose middle it covers. */
function layOut(view: TracePart, tiles: readonly TraceTile[]): Scene {
  const spp = view.samplesPerPixel;
  const firstPixel = firstPixelOf(view);
  const rows = Math.max(0, ...view.rows.map(({ row }) => row + 1));
  const brush = brushFor(view);
  const margin = (3 * brush.reachPixels + 3) * spp + 4;
  const [start, end] = [firstPixel * spp - margin, (firstPixel + view.width) * spp + margin];
  const scene: Scene = { view, brush, firstPixel, columns: new Map(), samples: new Map() };
  const give = (pixel: number, column: Column) => {
    const list = scene.columns.get(pixel) ?? [];
    list.push(column);
    scene.columns.set(pixel, list);
  };
  for (const piece of claimPieces(tiles, rows, start, end)) {
    const tile = tiles[piece.tile];
    const c = tile.samplesPerColumn;
    const isLine = drawsLine(tile, spp);
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

/** Steps of y, as near as they come. */
const stepOf = ({ stepsPerPixel }: Brush, y: number, { height }: TracePart) =>
  Math.round((clamp(y, -marginY, height + marginY) + marginY) * stepsPerPixel);

/** The line through the samples. */
function lineParts({ view, brush, firstPixel, samples }: Scene, row: TraceRow): Sixteenths {
  const spp = view.samplesPerPixel;
  const firstPart = (firstPixel - brush.reachPixels) * nodesPerPixel;
  const lastPart = (firstPixel + view.width + brush.reachPixels) * nodesPerPixel - 1;
  const at = (g: number) => {
    const sample = samples.get(g);
    return sample === undefined ? Number.NaN : (valuesOf(sample, row)[0] ?? Number.NaN);
  };
  const runs: { first: number; last: number }[] = [];
  for (const g of [...samples.keys()].sort((a, b) => a - b)) {
    if (Number.isNaN(at(g))) continue;
    const { tile, k } = samples.get(g) as Column;
    const open = runs.at(-1);
    if (open !== undefined && open.last === g - 1 && tile.breaks[k] === 0) open.last = g;
    else runs.push({ first: g, last: g });
  }
  const parts: Sixteenths = new Map();
  const place = (g: number) => Math.round((g * nodesPerPixel * partsPerNode) / spp);
  runs.forEach(({ first, last }, run) => {
    const turns = new Map<number, number>();
    for (let g = first; g <= last; g++) {
      const isTurn = g === first || g === last || (at(g) - at(g - 1)) * (at(g + 1) - at(g)) <= 0;
      if (isTurn) turns.set(Math.floor(place(g) / partsPerNode + 0.5), at(g));
    }
    const nodeAt = (node: number): Node => {
      const x = (node * spp) / nodesPerPixel;
      const g = Math.floor(clamp(x, first, Math.max(first, last - 1)));
      const between = first === last ? at(g) : at(g) + (at(g + 1) - at(g)) * clamp(x - g, 0, 1);
      const step = stepOf(brush, turns.get(node) ?? between, view);
      return { top: step, bottom: step };
    };
    const [from, to] = grown(place(first), place(last), brush.widthParts, {
      before: run > 0 ? place(runs[run - 1].last) : Number.NEGATIVE_INFINITY,
      after: run + 1 < runs.length ? place(runs[run + 1].first) : Number.POSITIVE_INFINITY,
    });
    for (let part = Math.max(from, firstPart); part <= Math.min(to, lastPart); part++)
      parts.set(part, { left: nodeAt(part), right: nodeAt(part + 1), run });
  });
  return parts;
}

/**
 * First and last sixteenth of a run whose ends lie at a and b, in parts of a node. A run shorter than the line is wide is made as
 * long as that, but grows no further than half way to its neighbours.
 */
function grown(a: number, b: number, widthParts: number, { before, after }: { before: number; after: number }) {
  const lack = Math.max(0, Math.floor((widthParts - (b - a)) / 2));
  const start = a - Math.min(lack, Math.floor((a - before) / 2));
  const end = b + Math.min(lack, Math.floor((after - b) / 2));
  const middle = partsPerNode / 2;
  return [
    Math.min(Math.floor(a / partsPerNode), Math.floor((start - middle) / partsPerNode) + 1),
    Math.max(Math.floor(b / partsPerNode), Math.ceil((end - middle) / partsPerNode) - 1),
  ];
}

/** The columns: their extremes, reached from where a pixel's span meets the one before and left for where it meets the next. */
function columnParts(scene: Scene, row: TraceRow): Sixteenths {
  const { view, brush, columns } = scene;
  const parts: Sixteenths = new Map();
  let run = 0;
  for (const pixel of [...columns.keys()].sort((a, b) => a - b)) {
    const own = spanOf(scene, row, pixel);
    if (own === null) continue;
    const before = own.joins ? spanOf(scene, row, pixel - 1) : null;
    const next = spanOf(scene, row, pixel + 1);
    const after = next?.joins ? next : null;
    if (before === null) run++;
    const [top, bottom] = [edgeOf(own, before, after, -1), edgeOf(own, before, after, 1)];
    const nodeAt = (j: number): Node => ({
      top: stepOf(brush, top(j), view),
      bottom: stepOf(brush, bottom(j), view),
    });
    for (let j = 0; j < nodesPerPixel; j++)
      parts.set(pixel * nodesPerPixel + j, { left: nodeAt(j), right: nodeAt(j + 1), run });
  }
  return parts;
}

interface Extremes {
  readonly low: number;
  readonly high: number;
}

/**
 * The upper (`side` -1) or lower (1) edge of a pixel's span by node: straight from the border before to the border after, by
 * way of the extreme in the middle node when neither neighbour goes further.
 */
function edgeOf(
  own: Extremes,
  before: Extremes | null,
  after: Extremes | null,
  side: -1 | 1,
): (node: number) => number {
  const end = side < 0 ? "low" : "high";
  const border = (other: Extremes | null) => {
    if (other === null) return own[end];
    const low = Math.max(own.low, other.low);
    const high = Math.min(own.high, other.high);
    if (low > high) return (low + high) / 2;
    return side < 0 ? low : high;
  };
  const [left, right] = [border(before), border(after)];
  const isTurn = [before, after].every((other) => other === null || (own[end] - other[end]) * side >= 0);
  const middle = isTurn ? own[end] : (left + right) / 2;
  return (node) => middle + ((node < 8 ? left : right) - middle) * (Math.abs(node - 8) / 8);
}

/** Extremes of what a pixel's columns, and samples among them, show; null when that is nothing. */
function spanOf(scene: Scene, row: TraceRow, pixel: number): { low: number; high: number; joins: boolean } | null {
  const own = scene.columns.get(pixel);
  const spp = scene.view.samplesPerPixel;
  if (own === undefined) return null;
  const inside = [...scene.samples]
    .filter(([g]) => g >= pixel * spp && g < (pixel + 1) * spp)
    .map(([, sample]) => sample);
  const ys = [...own, ...inside].flatMap((column) => valuesOf(column, row));
  if (ys.length === 0) return null;
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

/** Share of picture row y in a pixel that the pen covers: the mean over the pixel's sixteenths. */
function coverageOf(scene: Scene, parts: Sixteenths, pixel: number): (y: number) => number {
  const { brush } = scene;
  const spans = Array.from({ length: nodesPerPixel }, (_, j) => drawn(scene, parts, pixel * nodesPerPixel + j));
  return (y) => {
    const edge = (y + marginY) * brush.stepsPerPixel;
    let sum = 0;
    for (const span of spans)
      if (span !== null) {
        const overlap = Math.min(edge + brush.stepsPerPixel, span.high) - Math.max(edge, span.low);
        sum += Math.max(0, overlap);
      }
    return sum / (nodesPerPixel * brush.stepsPerPixel);
  };
}

/** What the pen covers in the middle of a sixteenth: as far as it reaches from the nodes on either side in the same run. */
function drawn(scene: Scene, parts: Sixteenths, part: number): { low: number; high: number } | null {
  const { taps, quarters } = scene.brush;
  const showsColumns = (at: number) => scene.columns.has(Math.floor(at / nodesPerPixel));
  const own = parts.get(part);
  if (own === undefined) return null;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const unite = (top: number, bottom: number, tap: number) => {
    low = Math.min(low, top - tap);
    high = Math.max(high, bottom + tap);
  };
  for (const [side, step] of [
    ["left", -1],
    ["right", 1],
  ] as const) {
    let last = own[side];
    unite(last.top, last.bottom, taps[0]);
    for (let i = 1; i <= taps.length; i++) {
      const next = parts.get(part + step * i);
      if (next?.run !== own.run || showsColumns(part) !== showsColumns(part + step * i)) break;
      const at = next[side];
      if (i < taps.length) unite(at.top, at.bottom, taps[i]);
      else if (quarters > 0) unite(blended(last.top, at.top, quarters), blended(last.bottom, at.bottom, quarters), 0);
      last = at;
    }
  }
  return { low, high };
}

/** `quarters` of b and the rest of a, rounded up twice as averages of whole numbers are. */
function blended(a: number, b: number, quarters: number): number {
  const average = (p: number, q: number) => Math.floor((p + q + 1) / 2);
  if (quarters === 2) return average(a, b);
  return average(average(a, b), quarters === 1 ? a : b);
}
