/**
 * How often a level is reached, for pages so long that columns of extremes close to one wall of ink: bands of the exact columns of a tile. Pure.
 *
 * Definition: columns are taken in blocks of 16 (`reachBlock`), counted from the recording start. A column reaches a level from above its
 * smallest value and from below its largest one. The band of a share q of a block with n columns that hold values ends, above, at the
 * highest level that the largest values of at least ceil(q n) columns reach, and below at the lowest level that the smallest values of as many reach: values of the
 * columns themselves, nothing is interpolated. A band whose ends have crossed is none. A column without values has no band, and joins are those of the tile.
 */
import type { Rgba, TraceRow, TraceTile } from "../render/types.ts";

/** Columns of a block: a divisor of those of a tile (`tileColumns`), so no block lies in two. */
export const reachBlock = 16;
/** Shares of the bands, the widest first, and how dark each is laid over what is under it. */
const bands = [
  { share: 0.5, alpha: 0.5 },
  { share: 0.9, alpha: 0.75 },
] as const;
/** Of the extremes of single columns, under the bands. */
const extremesAlpha = 0.4;

/** Ids of what is made here: counted over all windows, beyond those of tiles of the feed, of cut ones and of trends. */
let lastId = 2 ** 48;

/** Whether the columns of a tile are the exact ones of a view: no wider than a pixel, and not of another zoom. */
const isExact = ({ kind, isProvisional, samplesPerColumn }: TraceTile, samplesPerPixel: number): boolean =>
  kind === "minmax" &&
  isProvisional !== true &&
  samplesPerColumn <= samplesPerPixel * (1 + 1e-6) &&
  2 * samplesPerColumn > samplesPerPixel;

/** The bands of a tile of columns, as columns: row r of the tile has rows 2 r (half of the columns) and 2 r + 1 (nine of ten). */
export function reachTile(tile: TraceTile): TraceTile {
  const { rows, count, firstSample, samplesPerColumn } = tile;
  const first = Math.round(firstSample / samplesPerColumn);
  const data = new Float32Array(2 * bands.length * rows * count).fill(Number.NaN);
  const [lows, highs] = [new Float32Array(reachBlock), new Float32Array(reachBlock)];
  for (let row = 0; row < rows; row++)
    for (let from = 0; from < count; ) {
      const end = Math.min(
        count,
        from + reachBlock - (first + from - Math.floor((first + from) / reachBlock) * reachBlock),
      );
      let found = 0;
      for (let k = from; k < end; k++) {
        const [low, high] = [tile.data[2 * (row * count + k)], tile.data[2 * (row * count + k) + 1]];
        if (!Number.isFinite(low) || !Number.isFinite(high)) continue;
        lows[found] = low;
        highs[found] = high;
        found++;
      }
      if (found > 0) {
        lows.subarray(0, found).sort();
        highs.subarray(0, found).sort();
        bands.forEach(({ share }, band) => {
          const needed = Math.ceil(share * found);
          const [low, high] = [lows[needed - 1], highs[found - needed]];
          if (low > high) return;
          const place = (bands.length * row + band) * count;
          for (let k = from; k < end; k++) {
            if (!Number.isFinite(tile.data[2 * (row * count + k)])) continue;
            data[2 * (place + k)] = low;
            data[2 * (place + k) + 1] = high;
          }
        });
      }
      from = end;
    }
  return { ...tile, id: ++lastId, rows: bands.length * rows, data };
}

/** Makes the bands of a tile once, for as long as frames show it. */
export function createReachTiles(): (tiles: readonly TraceTile[], samplesPerPixel: number) => TraceTile[] {
  let before = new Map<number, TraceTile>();
  return (tiles, samplesPerPixel) => {
    const now = new Map<number, TraceTile>();
    const made = tiles
      .filter((tile) => isExact(tile, samplesPerPixel))
      .map((tile) => {
        const found = before.get(tile.id) ?? reachTile(tile);
        now.set(tile.id, found);
        return found;
      });
    before = now;
    return made;
  };
}

const paler = ([r, g, b, a]: Rgba, alpha: number): Rgba => [r, g, b, a * alpha];

/** Rows as they are drawn under the bands: all that the columns reach, pale. */
export const extremesRows = (rows: readonly TraceRow[]): TraceRow[] =>
  rows.map((row) => ({ ...row, colour: paler(row.colour, extremesAlpha) }));

/** The rows of the bands: of `reachTile`. All wider bands lie under all narrower ones. */
export const reachRows = (rows: readonly TraceRow[]): TraceRow[] =>
  bands.flatMap(({ alpha }, band) =>
    rows.map((row) => ({ ...row, row: bands.length * row.row + band, colour: paler(row.colour, alpha) })),
  );
