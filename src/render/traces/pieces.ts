/** Which tile shows which part of the grid, and which pixels nothing shows. */
import type { TracePart, TraceTile } from "../types.ts";

/** Part [start, end) of the grid, shown by one tile of the list. */
export interface Piece {
  readonly tile: number;
  readonly start: number;
  readonly end: number;
}

/** Absolute index of the pixel at the view's left edge: pixel p covers grid positions [p * spp, (p + 1) * spp). */
export const firstPixelOf = (view: Pick<TracePart, "startSample" | "samplesPerPixel">): number =>
  Math.round(view.startSample / view.samplesPerPixel);

/**
 * Shares the grid positions [start, end) out among the tiles; earlier tiles go first, so a stale tile shows only where no
 * better one is. Ascending, without overlap. Tiles with fewer than `rows` rows are left out.
 */
export function claimPieces(tiles: readonly TraceTile[], rows: number, start: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  let free: [from: number, to: number][] = [[start, end]];
  tiles.forEach((tile, index) => {
    const from = tile.firstSample;
    const to = from + tile.count * tile.samplesPerColumn;
    if (tile.rows < rows || !(to > start && from < end)) return;
    const left: [number, number][] = [];
    for (const [a, b] of free) {
      if (to <= a || from >= b) {
        left.push([a, b]);
        continue;
      }
      pieces.push({ tile: index, start: Math.max(a, from), end: Math.min(b, to) });
      if (a < from) left.push([a, from]);
      if (to < b) left.push([to, b]);
    }
    free = left;
  });
  return pieces.sort((a, b) => a.start - b.start);
}

/**
 * Number of the view's pixels whose centre lies in one of the recorded `runs` (grid indexes, ascending) and in no tile: what
 * playback must keep at 0. Cost: one step a pixel.
 */
export function countBlankColumns(
  view: Pick<TracePart, "width" | "startSample" | "samplesPerPixel">,
  tiles: readonly TraceTile[],
  runs: readonly { first: number; count: number }[],
): number {
  const firstPixel = firstPixelOf(view);
  const spp = view.samplesPerPixel;
  const pieces = claimPieces(tiles, 0, firstPixel * spp, (firstPixel + view.width) * spp);
  let blank = 0;
  let run = 0;
  let piece = 0;
  for (let x = 0; x < view.width; x++) {
    const centre = (firstPixel + x + 0.5) * spp;
    while (run < runs.length && runs[run].first + runs[run].count <= centre) run++;
    while (piece < pieces.length && pieces[piece].end <= centre) piece++;
    const isRecorded = run < runs.length && runs[run].first <= centre;
    const isShown = piece < pieces.length && pieces[piece].start <= centre;
    if (isRecorded && !isShown) blank++;
  }
  return blank;
}
