/**
 * Exact min/max columns over any span at a cost of O(columns): whole entries of the coarsest level that fits the columns,
 * and finer entries, down to samples, between those and the edges of each column (algorithms.md 4).
 */
import { gapsWithin, runsWithin } from "../../domain/time/runs.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import { type BlockPart, type BlockSpan, type GroupSource, readBlocks } from "./blocks.ts";
import { type ArrayLayout, levelLayout, levelsOf, sampleLayout } from "./geometry.ts";

/** Entries [from, to) of one level that belong to a column. */
interface Piece {
  column: number;
  from: number;
  to: number;
}

/** Blocks between two wanted ones are read along when they are fewer than this. */
const readAlong = 2;

/**
 * [channel][column][min, max] in physical units as float32, NaN where a column holds no sample. `edges`: ascending grid
 * indexes, one more than columns; what lies outside the grid is empty. `holes`: ascending and disjoint; an entry of a level
 * that reaches into one is not used, as it may hold values from there.
 */
export async function columnsOf(
  source: GroupSource,
  holes: readonly Run[],
  edges: Float64Array,
): Promise<Float32Array> {
  const { group } = source;
  const columns = Math.max(0, edges.length - 1);
  const channels = group.channels.length;
  // Stored values are exact in float64, int16 and float32 alike; pairs begin empty (min > max).
  const found = new Float64Array(2 * channels * columns);
  for (let k = 0; k < found.length; k += 2) {
    found[k] = Number.POSITIVE_INFINITY;
    found[k + 1] = Number.NEGATIVE_INFINITY;
  }
  const clip = (edge: number) => Math.max(0, Math.min(Math.ceil(edge), group.sample_count));
  let spans: Piece[] = [];
  for (let column = 0; column < columns; column++) {
    const [from, to] = [clip(edges[column]), clip(edges[column + 1])];
    if (to > from)
      for (const { start, end } of gapsWithin(holes, from, to)) spans.push({ column, from: start, to: end });
  }
  const width = spans.reduce((sum, { from, to }) => sum + to - from, 0) / Math.max(1, spans.length);
  for (const factor of levelsOf(group.sample_count).reverse()) {
    if (factor > width) continue;
    const { whole, rest } = split(spans, factor);
    const layout = levelLayout(group, group.sample_count, factor);
    await collect(source, layout, whole, (part, piece, block) => mergePairs(part, piece, block, layout, found));
    spans = rest;
  }
  const layout = sampleLayout(group, group.sample_count);
  const missing = group.missing_code ?? Number.NaN;
  await collect(source, layout, present(spans, group), (part, piece, block) =>
    mergeSamples(part, piece, block, layout, missing, found),
  );
  return toPhysical(found, group, columns);
}

/** Splits sample spans into whole entries of a level and the samples left and right of them. */
function split(spans: readonly Piece[], factor: number): { whole: Piece[]; rest: Piece[] } {
  const whole: Piece[] = [];
  const rest: Piece[] = [];
  for (const span of spans) {
    const { column } = span;
    const [from, to] = [Math.ceil(span.from / factor), Math.floor(span.to / factor)];
    if (from >= to) {
      rest.push(span);
      continue;
    }
    whole.push({ column, from, to });
    if (span.from < from * factor) rest.push({ column, from: span.from, to: from * factor });
    if (to * factor < span.to) rest.push({ column, from: to * factor, to: span.to });
  }
  return { whole, rest };
}

/** The parts of sample spans that lie inside segments: only there may samples be trusted. */
const present = (spans: readonly Piece[], group: SignalGroup): Piece[] =>
  spans.flatMap(({ column, from, to }) =>
    runsWithin(group.segments, from, to).map((run) => ({
      column,
      from: run.first,
      to: run.first + run.count,
    })),
  );

/** Reads the blocks that hold the pieces, each once, and calls `merge` for every piece and block that meet. */
async function collect(
  source: GroupSource,
  layout: ArrayLayout,
  pieces: readonly Piece[],
  merge: (part: BlockPart, piece: Piece, block: number) => void,
): Promise<void> {
  const { perBlock } = layout;
  const spans: BlockSpan[] = [];
  for (const piece of pieces) {
    const [from, to] = [Math.floor(piece.from / perBlock), Math.ceil(piece.to / perBlock)];
    const last = spans.at(-1);
    if (last !== undefined && from <= last.to + readAlong) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  let next = 0;
  await readBlocks(source, layout, spans, (part) => {
    const [from, to] = [part.first * perBlock, (part.first + part.count) * perBlock];
    while (next < pieces.length && pieces[next].to <= from) next++;
    for (let k = next; k < pieces.length && pieces[k].from < to; k++) {
      const piece = pieces[k];
      const low = Math.max(part.first, Math.floor(piece.from / perBlock));
      const high = Math.min(part.first + part.count, Math.ceil(piece.to / perBlock));
      for (let block = low; block < high; block++) merge(part, piece, block);
    }
  });
}

function mergePairs(
  { first, values }: BlockPart,
  piece: Piece,
  block: number,
  layout: ArrayLayout,
  found: Float64Array,
) {
  const { perBlock, channels } = layout;
  const columns = found.length / channels;
  const from = Math.max(piece.from - block * perBlock, 0);
  const to = Math.min(piece.to - block * perBlock, perBlock);
  for (let c = 0; c < channels; c++) {
    const row = 2 * ((block - first) * channels + c) * perBlock;
    const at = c * columns + 2 * piece.column;
    let [low, high] = [found[at], found[at + 1]];
    for (let i = row + 2 * from; i < row + 2 * to; i += 2) {
      if (!(values[i] <= values[i + 1])) continue;
      if (values[i] < low) low = values[i];
      if (values[i + 1] > high) high = values[i + 1];
    }
    found[at] = low;
    found[at + 1] = high;
  }
}

function mergeSamples(
  { first, values }: BlockPart,
  piece: Piece,
  block: number,
  layout: ArrayLayout,
  missing: number,
  found: Float64Array,
) {
  const { perBlock, channels } = layout;
  const columns = found.length / channels;
  const from = Math.max(piece.from - block * perBlock, 0);
  const to = Math.min(piece.to - block * perBlock, perBlock);
  for (let c = 0; c < channels; c++) {
    const row = ((block - first) * channels + c) * perBlock;
    const at = c * columns + 2 * piece.column;
    let [low, high] = [found[at], found[at + 1]];
    for (let i = row + from; i < row + to; i++) {
      const value = values[i];
      if (value === missing) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    found[at] = low;
    found[at + 1] = high;
  }
}

/** A negative gain turns min into max. */
function toPhysical(found: Float64Array, group: SignalGroup, columns: number): Float32Array {
  const out = new Float32Array(found.length);
  group.channels.forEach(({ gain, offset }, c) => {
    for (let k = 2 * c * columns; k < 2 * (c + 1) * columns; k += 2) {
      const isEmpty = !(found[k] <= found[k + 1]);
      const [low, high] = gain < 0 ? [found[k + 1], found[k]] : [found[k], found[k + 1]];
      out[k] = isEmpty ? Number.NaN : low * gain + offset;
      out[k + 1] = isEmpty ? Number.NaN : high * gain + offset;
    }
  });
  return out;
}
