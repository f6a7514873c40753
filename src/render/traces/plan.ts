/**
 * Which elements of which tiles each pixel shows. Made once a frame in float64 for all rows and used by both back ends, so
 * that they agree on geometry to the bit. A pixel's entry depends on its absolute index alone, never on the pan.
 */
import { maxSamplesPerPixelDrawn } from "../../domain/time/grid.ts";
import type { TracePart, TraceTile } from "../types.ts";
import { brushFor, nodesPerPixel, partsPerNode } from "./brush.ts";
import { claimPieces, firstPixelOf, type Piece } from "./pieces.ts";

/** Flags of a table entry; the number of its ranges stands in the bits from `rangeShift` on. Same in assembly/raster-blend.ts and traces.wgsl. */
export const showsColumn = 1;
export const showsLine = 2;
export const joinsPrevious = 4;
export const rangeShift = 3;
/** Stands for "no tile" in a range of the line: these samples are missing. */
export const noTile = 0xffff_ffff;
/** u32s of a table entry and of a range. */
export const entryWords = 2;
export const rangeWords = 4;

/** Whether a tile is drawn as the line through its samples. */
export const drawsLine = ({ kind }: TraceTile, samplesPerPixel: number): boolean =>
  kind === "samples" && samplesPerPixel <= maxSamplesPerPixelDrawn;

/** A piece with its elements [from, to) and, for columns, the first of them that no pixel shows yet. */
interface OpenPiece extends Piece {
  readonly source: TraceTile;
  readonly isLine: boolean;
  readonly from: number;
  readonly to: number;
  next: number;
}

export class FramePlan {
  /** For pixels -pad .. width + pad - 1: first range, flags and number of ranges. */
  table = new Uint32Array(0);
  /** Tile index (or `noTile`), first element, elements, unused. Ranges of a pixel are neighbours and ascend along the grid. */
  ranges = new Uint32Array(1024);
  rangeCount = 0;
  entries = 0;
  pad = 0;
  firstPixel = 0;
  hasColumns = false;
  /** The samples of the line as ranges that follow each other on the grid; 0 samples when no pixel shows a line. */
  readonly lineRuns: { tile: number; first: number; count: number }[] = [];
  lineCount = 0;
  /** One bit a sample of the line: not joined to the sample before. */
  breaks = new Uint32Array(0);
  hasBreaks = false;
  /** Where each sample lies, in parts of a node from the first node, which is the first of pixel -reach (brush.ts). */
  places = new Int32Array(0);
  nodeCount = 0;
  /** For each node the last sample up to it and how far it lies towards the next one, 0..1. */
  nodeSamples = new Uint32Array(0);
  nodeShares = new Float32Array(0);
  /** Pixel that got the last column, that column, and the grid position where it ends. */
  private lastPixel = Number.NaN;
  private lastTile = 0;
  private lastColumn = 0;
  private lastEnd = Number.NaN;

  build(view: TracePart, tiles: readonly TraceTile[]): void {
    const spp = view.samplesPerPixel;
    const { reachPixels, widthParts } = brushFor(view);
    const widthPixels = widthParts / partsPerNode / nodesPerPixel;
    const reach = (widthPixels / 2) * spp;
    this.pad = reachPixels + 1;
    this.entries = view.width + 2 * this.pad;
    this.firstPixel = firstPixelOf(view);
    this.rangeCount = 0;
    this.lastPixel = Number.NaN;
    if (this.table.length < this.entries * entryWords) this.table = new Uint32Array(this.entries * entryWords);
    this.table.fill(0, 0, this.entries * entryWords);
    const rows = view.rows.reduce((most, { row }) => Math.max(most, row + 1), 0);
    // Runs of samples shorter than the line is wide are made as long as that: what is near them matters.
    const margin = (reachPixels + 2 * widthPixels) * spp + 2;
    const start = Math.floor(this.firstPixel * spp - margin);
    const end = Math.ceil((this.firstPixel + view.width) * spp + margin) + 1;
    const pieces = claimPieces(tiles, rows, start - spp, end + spp).map((piece) => openPiece(piece, tiles, spp));

    let first = 0;
    let hasLine = false;
    this.hasColumns = false;
    for (let entry = 0; entry < this.entries; entry++) {
      const pixel = this.firstPixel + entry - this.pad;
      while (first < pieces.length && endOf(pieces[first]) <= pixel * spp - reach - 1) first++;
      const flags = this.describePixel(entry, pixel, spp, reach, pieces, first);
      if ((flags & showsLine) !== 0) hasLine = true;
      if ((flags & showsColumn) !== 0) this.hasColumns = true;
    }
    this.lineRuns.length = 0;
    this.lineCount = 0;
    this.nodeCount = 0;
    if (!hasLine) return;
    this.collectLine(pieces, start, end);
    this.placeNodes(spp, start, reachPixels, view.width);
  }

  /** The samples [from, to) as ranges, and their breaks. */
  private collectLine(pieces: OpenPiece[], from: number, to: number): void {
    this.lineCount = to - from;
    const words = (this.lineCount + 31) >> 5;
    if (this.breaks.length < words) this.breaks = new Uint32Array(2 * words);
    this.breaks.fill(0, 0, words);
    this.hasBreaks = false;
    let at = 0;
    eachPart(pieces, from, to, (tile, first, count, source) => {
      this.lineRuns.push({ tile, first, count });
      if (source !== undefined)
        for (
          let k = source.breaks.indexOf(1, first);
          k >= 0 && k < first + count;
          k = source.breaks.indexOf(1, k + 1)
        ) {
          this.breaks[(at + k - first) >> 5] |= 1 << ((at + k - first) & 31);
          this.hasBreaks = true;
        }
      at += count;
    });
  }

  /** Where samples and nodes, which are borders of sixteenths, lie to each other. Depends on nothing but their own positions on the grid. */
  private placeNodes(spp: number, from: number, reachPixels: number, width: number): void {
    const firstNode = (this.firstPixel - reachPixels) * nodesPerPixel;
    this.nodeCount = (width + 2 * reachPixels) * nodesPerPixel + 1;
    if (this.places.length < this.lineCount) this.places = new Int32Array(2 * this.lineCount);
    if (this.nodeSamples.length < this.nodeCount) {
      this.nodeSamples = new Uint32Array(this.nodeCount);
      this.nodeShares = new Float32Array(this.nodeCount);
    }
    const { places, nodeSamples, nodeShares, lineCount, nodeCount } = this;
    const origin = firstNode * partsPerNode;
    for (let i = 0; i < lineCount; i++)
      places[i] = Math.round(((from + i) * nodesPerPixel * partsPerNode) / spp) - origin;
    const samplesPerNode = spp / nodesPerPixel;
    let sample = 0;
    for (let node = 0; node < nodeCount; node++) {
      while (sample + 1 < lineCount && places[sample + 1] <= node * partsPerNode) sample++;
      nodeSamples[node] = sample;
      nodeShares[node] = (firstNode + node) * samplesPerNode - (from + sample);
    }
  }

  private describePixel(
    entry: number,
    pixel: number,
    spp: number,
    reach: number,
    pieces: OpenPiece[],
    first: number,
  ): number {
    const left = pixel * spp;
    const right = (pixel + 1) * spp;
    const firstRange = this.rangeCount;
    let joins = false;
    let hasColumns = false;
    let hasLine = false;
    for (let i = first; i < pieces.length && startOf(pieces[i]) < right + reach + 1; i++) {
      const piece = pieces[i];
      if (piece.isLine) {
        hasLine ||= piece.start < right + reach && piece.end > left - reach;
        continue;
      }
      const { source } = piece;
      const [from, to] = columnsOf(piece, pixel, spp);
      if (to <= from) continue;
      const begin = source.firstSample + from * source.samplesPerColumn;
      if (!hasColumns) joins = this.joins(pixel, begin, piece, from);
      // A gap inside the pixel breaks the line before it, as one inside a column does: its first column may be empty.
      for (let k = from + (hasColumns ? 0 : 1); k < to; k++) if (source.breaks[k] !== 0) joins = false;
      hasColumns = true;
      this.addRange(piece.tile, from, to - from);
      this.lastPixel = pixel;
      this.lastTile = piece.tile;
      this.lastColumn = to - 1;
      this.lastEnd = source.firstSample + to * source.samplesPerColumn;
    }
    let flags = 0;
    if (hasColumns) {
      flags = showsColumn | (joins ? joinsPrevious : 0);
      if (hasLine) this.addSamplesInside(pieces, first, left, right);
    } else if (hasLine) flags = showsLine;
    this.table[entry * entryWords] = firstRange;
    this.table[entry * entryWords + 1] = flags | ((this.rangeCount - firstRange) << rangeShift);
    return flags;
  }

  /** True when column `from` of the piece, which begins at grid position `begin`, goes on where the pixel before ended. */
  private joins(pixel: number, begin: number, piece: OpenPiece, from: number): boolean {
    if (this.lastPixel !== pixel - 1) return false;
    // A column wider than a pixel is met again in the next pixel: only its first pixel minds its break.
    if (this.lastTile === piece.tile && this.lastColumn >= from) return true;
    return begin - this.lastEnd <= 0.5 && piece.source.breaks[from] === 0;
  }

  /** Samples of line pieces in a pixel that also shows columns: they join its union, so that nothing is lost. */
  private addSamplesInside(pieces: OpenPiece[], first: number, left: number, right: number): void {
    for (let i = first; i < pieces.length && pieces[i].start < right; i++) {
      const piece = pieces[i];
      if (!piece.isLine) continue;
      const from = Math.max(piece.from, Math.ceil(left) - piece.source.firstSample);
      const to = Math.min(piece.to, Math.ceil(right) - piece.source.firstSample);
      if (to > from) this.addRange(piece.tile, from, to - from);
    }
  }

  private addRange(tile: number, first: number, count: number): void {
    const at = this.rangeCount++ * rangeWords;
    if (at >= this.ranges.length) {
      const grown = new Uint32Array(2 * this.ranges.length);
      grown.set(this.ranges);
      this.ranges = grown;
    }
    this.ranges[at] = tile;
    this.ranges[at + 1] = first;
    this.ranges[at + 2] = count;
  }
}

/** The grid samples [from, to) as parts of line pieces, in order; what no piece has is given as `noTile`. */
function eachPart(
  pieces: OpenPiece[],
  from: number,
  to: number,
  give: (tile: number, first: number, count: number, source?: TraceTile) => void,
): void {
  let at = from;
  for (let i = 0; i < pieces.length && at < to; i++) {
    const { isLine, source, tile, from: low, to: high } = pieces[i];
    if (!isLine) continue;
    const begin = Math.max(at, source.firstSample + low);
    const end = Math.min(to, source.firstSample + high);
    if (end <= begin) continue;
    if (begin > at) give(noTile, 0, begin - at);
    give(tile, begin - source.firstSample, end - begin, source);
    at = end;
  }
  if (at < to) give(noTile, 0, to - at);
}

const startOf = ({ isLine, start, source, from }: OpenPiece) =>
  isLine ? start : source.firstSample + from * source.samplesPerColumn;
const endOf = ({ isLine, end, source, to }: OpenPiece) =>
  isLine ? end : source.firstSample + to * source.samplesPerColumn;

function openPiece(piece: Piece, tiles: readonly TraceTile[], spp: number): OpenPiece {
  const source = tiles[piece.tile];
  const isLine = drawsLine(source, spp);
  const width = source.samplesPerColumn;
  const from = Math.max(0, Math.floor((piece.start - source.firstSample) / width));
  const to = Math.min(source.count, Math.ceil((piece.end - source.firstSample) / width));
  return { ...piece, source, isLine, from, to, next: from };
}

/** Absolute pixel of an element: the one that holds its middle. */
const pixelOf = ({ firstSample, samplesPerColumn }: TraceTile, k: number, spp: number) =>
  Math.floor((firstSample + (k + 0.5) * samplesPerColumn) / spp);

/** Elements [from, to) of a column piece that the pixel shows. Pixels must be asked for in ascending order. */
function columnsOf(piece: OpenPiece, pixel: number, spp: number): readonly [from: number, to: number] {
  const { source } = piece;
  const { firstSample, samplesPerColumn: width } = source;
  if (width > spp) {
    const middle = (pixel + 0.5) * spp;
    if (middle < piece.start || middle >= piece.end) return [0, 0];
    const k = Math.min(piece.to - 1, Math.max(piece.from, Math.floor((middle - firstSample) / width)));
    piece.next = Math.max(piece.next, k + 1);
    return [k, k + 1];
  }
  let from = piece.next;
  if (from < piece.to && pixelOf(source, from, spp) < pixel) from = firstFrom(piece, pixel, spp);
  const to = firstFrom(piece, pixel + 1, spp);
  piece.next = to;
  return [from, to];
}

/** First element, from `piece.next` on, in `pixel` or to the right of it. */
function firstFrom(piece: OpenPiece, pixel: number, spp: number): number {
  const { source, next, to } = piece;
  const guess = Math.ceil((pixel * spp - source.firstSample) / source.samplesPerColumn - 0.5);
  let k = Math.min(to, Math.max(next, guess));
  while (k > next && pixelOf(source, k - 1, spp) >= pixel) k--;
  while (k < to && pixelOf(source, k, spp) < pixel) k++;
  return k;
}
