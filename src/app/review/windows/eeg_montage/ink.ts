/** What the traces on the screen cover, read from their tiles. */
import { inkOf, type TraceInk } from "../../../../domain/montage/fit.ts";
import type { GridView } from "../../../../picture/grid-view.ts";
import type { TraceTile } from "../../../../render/types.ts";

/** Pixels looked at, evenly over the view. */
const mostPixels = 120;

/** The ink of a row of the tiles (best first) in a view; null where there are no values. */
export function rowInk(tiles: readonly TraceTile[], row: number, view: GridView): TraceInk | null {
  const { startSample, endSample, samplesPerPixel } = view;
  const pixels = Math.floor((endSample - startSample) / samplesPerPixel);
  const step = Math.max(1, Math.ceil(pixels / mostPixels));
  const lows: number[] = [];
  const highs: number[] = [];
  for (let pixel = 0; pixel < pixels; pixel += step) {
    const from = startSample + pixel * samplesPerPixel;
    const found = extremesIn(tiles, row, from, from + samplesPerPixel);
    if (found === null) continue;
    lows.push(found[0]);
    highs.push(found[1]);
  }
  return inkOf(Float64Array.from(lows), Float64Array.from(highs));
}

/** Smallest and largest value of a row in [from, to), of the first tile that lies there. */
function extremesIn(tiles: readonly TraceTile[], row: number, from: number, to: number): [number, number] | null {
  const tile = tiles.find(
    ({ firstSample, count, samplesPerColumn }) => from >= firstSample && from < firstSample + count * samplesPerColumn,
  );
  if (tile === undefined) return null;
  const { firstSample, samplesPerColumn, count, kind, data } = tile;
  const first = Math.floor((from - firstSample) / samplesPerColumn);
  const end = Math.min(count, Math.max(first + 1, Math.ceil((to - firstSample) / samplesPerColumn)));
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = first; k < end; k++) {
    const place = row * count + k;
    const [min, max] = kind === "samples" ? [data[place], data[place]] : [data[2 * place], data[2 * place + 1]];
    if (min < low) low = min;
    if (max > high) high = max;
  }
  return low <= high ? [low, high] : null;
}
