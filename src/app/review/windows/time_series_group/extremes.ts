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
  for (const { firstSample, samplesPerColumn, count, kind, data } of tiles) {
    const first = Math.max(0, Math.floor((startSample - firstSample) / samplesPerColumn));
    const end = Math.min(count, Math.ceil((endSample - firstSample) / samplesPerColumn));
    const [from, to] = kind === "samples" ? [row * count + first, row * count + end] : ends(row * count, first, end);
    for (let k = from; k < to; k++) {
      const value = data[k];
      if (value < min && value > Number.NEGATIVE_INFINITY) min = value;
      if (value > max && value < Number.POSITIVE_INFINITY) max = value;
    }
  }
  return min <= max ? { min, max } : null;
}

const ends = (base: number, first: number, end: number): [number, number] => [2 * (base + first), 2 * (base + end)];
