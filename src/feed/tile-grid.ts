/**
 * The grids everything is counted on. All begin at grid index 0 (the recording start), so what is asked for, computed
 * and cached never depends on where the view stands.
 */
import { maxSamplesPerPixelDrawn, samplesPerColumn, tileColumns } from "../domain/time/grid.ts";
import { timeOfSample } from "../domain/time/sample-time.ts";
import type { RecordingDetail, SignalGroup } from "../protocol/recordings.ts";

/** Samples of a tile where single samples are drawn: few, because a view fetches its outer tiles whole. */
const sampleTileLength = 1024;
/** Largest raw page on the wire. */
const maxRawPageBytes = 512 * 1024;
const maxRawPageSamples = 65_536;
/** Views whose stored samples are larger than this travel as columns (src/README.md 2), and so does a long warm-up. */
const maxRawViewBytes = 2 * 1024 * 1024;
const maxRawWarmupBytes = 16 * 1024 * 1024;
const nominalViewColumns = 2048;
/** From this column width on the server's derived pyramid answers. */
const firstPyramidColumn = 64;
const maxStripTiles = 64;

/** Columns of a provisional tile: few, so that little more than the view is asked for. */
const coarseTileColumns = 16;
/** Columns that a provisional picture has at least, and less than twice as many. */
export const leastCoarseColumns = 64;

/**
 * How the tiles of a column width come to be: "raw" from stored samples here, "columns" from the server. "coarse" ones come from
 * the server too; they are provisional, on a grid of their own.
 */
export type Regime = "raw" | "columns" | "coarse";

/** A grid of tiles: column width, in grid samples, and how they come to be. */
export interface TileGrid {
  readonly regime: Regime;
  readonly columnSamples: number;
}

/** Elements (samples or columns) of a tile whose columns hold `columnSamples` grid samples. */
export function tileElements(columnSamples: number, regime?: Regime): number {
  if (regime === "coarse") return coarseTileColumns;
  return columnSamples === 1 ? sampleTileLength : tileColumns;
}

/** Grid samples of a tile. */
export const tileSamples = (columnSamples: number, regime?: Regime): number =>
  columnSamples * tileElements(columnSamples, regime);

/**
 * Samples a pixel up to which a group's samples themselves are drawn: so many that a nominal view of them still travels as
 * samples, or 2, which is what a page may hold at most (algorithms.md 4).
 */
function mostSamplesPerPixel(group: SignalGroup): number {
  const fitting = Math.ceil(maxRawViewBytes / (nominalViewColumns * Math.max(1, bytesPerSample(group)))) - 1;
  return Math.min(maxSamplesPerPixelDrawn, Math.max(2, fitting));
}

/**
 * Column width of a view of a group. Rounded to 1e-4 samples per pixel first: a view that only moves must not change its
 * columns because its length came out of a subtraction.
 */
export function columnSamplesOf(
  view: { startSample: number; endSample: number; widthPx: number },
  group: SignalGroup,
): number {
  const samplesPerPixel = (view.endSample - view.startSample) / Math.max(1, view.widthPx);
  return samplesPerColumn(Math.round(samplesPerPixel * 1e4) / 1e4, mostSamplesPerPixel(group));
}

/**
 * Column width of the provisional picture of a view: a power of two, which the server has or makes at any width; null when it
 * would hardly be coarser than the exact one.
 */
export function coarseSamplesOf(
  view: { startSample: number; endSample: number; widthPx: number },
  columnSamples: number,
): number | null {
  const widthPx = Math.max(1, view.widthPx);
  // Rounded like `columnSamplesOf`: moving on changes nothing.
  const samplesPerPixel = Math.round(((view.endSample - view.startSample) / widthPx) * 1e4) / 1e4;
  const width = 2 ** Math.floor(Math.log2((samplesPerPixel * widthPx) / leastCoarseColumns));
  return width >= 4 * columnSamples ? width : null;
}

/** Tiles [first, last] of the view that lie in the recording, or null when none does. */
export function tilesOf(
  view: { startSample: number; endSample: number },
  sampleCount: number,
  columnSamples: number,
  regime?: Regime,
): { first: number; last: number } | null {
  const start = Math.max(0, view.startSample);
  const end = Math.min(sampleCount, view.endSample);
  if (!(end > start)) return null;
  const length = tileSamples(columnSamples, regime);
  return { first: Math.floor(start / length), last: Math.ceil(end / length) - 1 };
}

/** Elements of one tile: fewer in the tile that holds the recording's end. */
export function elementsOf(index: number, sampleCount: number, columnSamples: number, regime?: Regime): number {
  const most = tileElements(columnSamples, regime);
  return Math.max(0, Math.min(most, Math.ceil(sampleCount / columnSamples) - index * most));
}

const bytesPerSample = (group: SignalGroup) => group.channels.length * (group.sample_type === "int16" ? 2 : 4);

/** Samples of one raw page of the group: a power of two, at most 512 KiB. */
export function rawPageSamples(group: SignalGroup): number {
  const fitting = Math.max(1, Math.floor(maxRawPageBytes / Math.max(1, bytesPerSample(group))));
  return Math.min(maxRawPageSamples, 2 ** Math.floor(Math.log2(fitting)));
}

/** Bytes of a full raw page. */
export const rawPageBytes = (group: SignalGroup): number => rawPageSamples(group) * bytesPerSample(group);

/** Leaves of a raw page: it is asked for and kept in leaves, so that a thin link carries only what is needed. */
export const leavesPerPage = 16;

/** Samples of one leaf: the last bit of a page's grid that is asked for. */
export const leafSamples = (group: SignalGroup): number => Math.max(1, rawPageSamples(group) / leavesPerPage);

/** Bytes of a full leaf. */
export const leafBytes = (group: SignalGroup): number => leafSamples(group) * bytesPerSample(group);

/**
 * How the exact tiles of a column width come to be: "raw" from stored samples here, "columns" from the server. Decided by the
 * column width for a nominal view of 2048 columns, not by the window: a tile has one origin, whoever looks at it.
 */
export function regimeOf(group: SignalGroup, columnSamples: number, warmup: number): "raw" | "columns" {
  const viewSamples = nominalViewColumns * (columnSamples === 1 ? 2 : columnSamples);
  const isShort = columnSamples < firstPyramidColumn && viewSamples * bytesPerSample(group) < maxRawViewBytes;
  return isShort && warmup * bytesPerSample(group) <= maxRawWarmupBytes ? "raw" : "columns";
}

/**
 * Tiles computed together, a power of two: at least half as long as the warm-up, so that filtering costs at most three times
 * the samples shown, and a view needs little beside itself. Strips lie on their own grid: a tile always gets the same warm-up, and so
 * the same bytes.
 */
export function stripTiles(columnSamples: number, warmup: number): number {
  let tiles = 1;
  while (tiles < maxStripTiles && 2 * tiles * tileSamples(columnSamples) < warmup) tiles *= 2;
  return tiles;
}

/** Epoch milliseconds of a grid index. */
export const timeOf = (recording: RecordingDetail, group: SignalGroup, sample: number): number =>
  timeOfSample(recording.start_ms, group.sampling_hz, sample);
