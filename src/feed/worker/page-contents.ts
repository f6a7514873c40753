/** From the bytes of a page to what tiles are made of, and the checks that it is what was asked for. */
import { isSeamAt, runsWithin } from "../../domain/time/runs.ts";
import { decodePage, type Unpack } from "../../protocol/page-codec.ts";
import type { PageAnswer } from "../../protocol/pages.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import { feedTexts } from "./texts.ts";

/** Stored samples [channel][count] of grid indexes [first, first + count); only the runs hold data. */
export interface RawPage {
  kind: "raw";
  first: number;
  count: number;
  data: Int16Array | Float32Array;
  gains: readonly number[];
  offsets: readonly number[];
  missingCode: number | null;
  runs: readonly Run[];
}

/** A finished tile of the server: [row][column][min, max] and one byte a column. */
export interface ColumnPage {
  kind: "columns";
  columns: number;
  data: Float32Array;
  breaks: Uint8Array;
}

export type PageContent = RawPage | ColumnPage;

export const contentBytes = (page: PageContent): number =>
  page.data.byteLength + (page.kind === "columns" ? page.breaks.byteLength : page.runs.length * 32) + 256;

/** A page that lies in a gap: nothing to ask the server for. */
export const emptyPage = (group: SignalGroup, first: number, count: number): RawPage => ({
  kind: "raw",
  first,
  count,
  data: group.sample_type === "int16" ? new Int16Array(0) : new Float32Array(0),
  gains: group.channels.map(({ gain }) => gain),
  offsets: group.channels.map(({ offset }) => offset),
  missingCode: group.missing_code,
  runs: [],
});

const samplesIn = (runs: readonly Run[]) => runs.reduce((sum, { count }) => sum + count, 0);

/**
 * Stored samples of the grid indexes [first, first + count) of the group.
 * @throws Error with the user's sentence when the page holds less than the recording says, or something else.
 */
export function readRawPage(
  answer: PageAnswer,
  unpack: Unpack,
  { group, first, count }: { group: SignalGroup; first: number; count: number },
): RawPage {
  const block = decodePage(answer.pixels, unpack).blocks.find(({ modality }) => modality === group.modality);
  if (
    block?.kind !== "samples" ||
    block.rows !== group.channels.length ||
    block.data.length !== block.rows * block.count
  )
    throw new Error(feedTexts.notDecoded);
  const from = Math.max(first, block.first);
  const to = Math.min(first + count, block.first + block.count);
  const runs = runsWithin(block.segments, from, to);
  if (samplesIn(runs) < samplesIn(runsWithin(group.segments, first, first + count)))
    throw new Error(feedTexts.notDecoded);
  const factor = answer.conversion_factor;
  return {
    kind: "raw",
    first: block.first,
    count: block.count,
    data: block.data,
    gains: block.gains.map((gain) => gain * factor),
    offsets: block.offsets.map((offset) => offset * factor),
    missingCode: block.missing_code,
    runs: runs.map(({ first: begin, count: length }) => ({
      first: begin,
      count: length,
      ...(isSeamAt(group.segments, begin) ? { isSeam: true } : {}),
    })),
  };
}

/**
 * The columns [firstColumn, firstColumn + columns) of a recipe's rows.
 * @throws Error with the user's sentence when it is not what was asked for.
 */
export function readColumnPage(
  answer: PageAnswer,
  unpack: Unpack,
  asked: { modality: string; rows: number; firstColumn: number; columns: number; columnSamples: number },
): ColumnPage {
  const block = decodePage(answer.pixels, unpack).blocks.find(({ modality }) => modality === asked.modality);
  if (block?.kind !== "columns" || block.rows !== asked.rows) throw new Error(feedTexts.notDecoded);
  if (block.columns > 2 * Math.max(2, asked.columns)) throw new Error(feedTexts.tooManyPixels);
  const isOnGrid =
    block.grid?.first_column === asked.firstColumn && block.grid.samples_per_column === asked.columnSamples;
  if (!isOnGrid || block.columns < asked.columns || block.data.length !== block.rows * block.columns * 2)
    throw new Error(feedTexts.notDecoded);
  const breaks = new Uint8Array(asked.columns);
  for (const column of block.breaks) if (column < asked.columns) breaks[column] = 1;
  return {
    kind: "columns",
    columns: asked.columns,
    data: cutRows(block, asked.columns, answer.conversion_factor),
    breaks,
  };
}

/** The first `columns` columns of each row, times `factor`; the block's own array when nothing is to be done. */
function cutRows(block: { rows: number; columns: number; data: Float32Array }, columns: number, factor: number) {
  if (block.columns === columns && factor === 1) return block.data;
  const cut = new Float32Array(block.rows * columns * 2);
  for (let row = 0; row < block.rows; row++) {
    const from = row * block.columns * 2;
    cut.set(block.data.subarray(from, from + columns * 2), row * columns * 2);
  }
  if (factor !== 1) for (let k = 0; k < cut.length; k++) cut[k] *= factor;
  return cut;
}

/** The columns [from, from + count) of a page, as a page. */
export function cutColumns({ data, columns, breaks }: ColumnPage, from: number, count: number): ColumnPage {
  const rows = data.length / (2 * columns);
  const cut = new Float32Array(rows * count * 2);
  for (let row = 0; row < rows; row++) {
    const at = (row * columns + from) * 2;
    cut.set(data.subarray(at, at + count * 2), row * count * 2);
  }
  return { kind: "columns", columns: count, data: cut, breaks: breaks.slice(from, from + count) };
}
