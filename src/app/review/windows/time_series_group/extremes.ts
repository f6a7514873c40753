/** The exact extremes of what is in view, read from the tiles on the screen. */
import type { ValueRange } from "../../../../domain/montage/value-axis.ts";
import type { GridView } from "../../../../picture/grid-view.ts";
import type { TraceTile } from "../../../../render/types.ts";

/**
 * Smallest and largest finite value of a row in the view; null where there is none. Columns that reach beyond the edges of
 * the view count whole. Of tiles that lie over each other (best first) all count that show in the view.
 */
export function extremesInView(
  tiles: readonly TraceTile[],
  row: number,
  { startSample, endSample }: Pick<GridView, "startSample" | "endSample">,
): ValueRange | null {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const tile of tiles) {
    const { data } = tile;
    const [from, to] = placesInView(tile, row, startSample, endSample);
    for (let k = from; k < to; k++) {
      const value = data[k];
      if (value < min && value > Number.NEGATIVE_INFINITY) min = value;
      if (value > max && value < Number.POSITIVE_INFINITY) max = value;
    }
  }
  return min <= max ? { min, max } : null;
}

/** Whether a row has a finite value in the view, of the same columns; most rows have one at once. */
export const hasValueInView = (
  tiles: readonly TraceTile[],
  row: number,
  { startSample, endSample }: Pick<GridView, "startSample" | "endSample">,
): boolean =>
  tiles.some((tile) => {
    const [from, to] = placesInView(tile, row, startSample, endSample);
    for (let k = from; k < to; k++) if (Number.isFinite(tile.data[k])) return true;
    return false;
  });

/** Where the columns of a row that show in the view stand in the data of a tile: [from, to). */
function placesInView(
  { firstSample, samplesPerColumn, count, kind }: TraceTile,
  row: number,
  startSample: number,
  endSample: number,
): [number, number] {
  const first = Math.max(0, Math.floor((startSample - firstSample) / samplesPerColumn));
  const end = Math.min(count, Math.ceil((endSample - firstSample) / samplesPerColumn));
  return kind === "samples" ? [row * count + first, row * count + end] : ends(row * count, first, end);
}

const ends = (base: number, first: number, end: number): [number, number] => [2 * (base + first), 2 * (base + end)];
