/**
 * A picture as a GIF. What is drawn has few plain colours and the shades of their edges: up to 256 different ones are kept as they are; of more, neighbouring
 * ones become their mean, in steps that are as small as 256 colours allow.
 */
import type { Picture } from "./draw-frame.ts";
import { FoundColours } from "./found-colours.ts";
import { gifFile, gifOf, type Palette } from "./gif-bytes.ts";
import { codeRuns, findRuns } from "./gif-kernels.ts";

const mostColours = 256;
/** Widths of the steps that are tried, of 256 shades of red, green and blue each. */
const steps = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64] as const;

/** `fixed`: of 256 colours at most, of which each pixel takes the nearest, whatever else is in the picture; absent: one is made for it. */
export function encodeGif({ width, height, pixels }: Picture, fixed?: Palette): Uint8Array<ArrayBuffer> {
  const runs = findRuns(pixels);
  if (runs !== null) {
    const { colours, counts } = runs;
    const { shadeOf, palette } =
      fixed === undefined ? shadesOf(colours, counts) : { shadeOf: nearestTo(fixed, colours), palette: fixed };
    return gifFile({ width, height, palette }, codeRuns(runs, shadeOf));
  }
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const { index, palette } =
    fixed === undefined ? paletteOf(words) : { index: nearestOf(words, fixed), palette: fixed };
  return gifOf({ width, height, index, palette });
}

/** The colour of the palette that is nearest to each pixel; of several the first. */
export function nearestOf(words: Uint32Array, palette: Palette): Uint8Array {
  const found = new FoundColours(words);
  return found.indexOf(words, nearestTo(palette, found.colours));
}

const nearestTo = (palette: Palette, colours: ArrayLike<number>): Uint8Array =>
  Uint8Array.from(colours, (word) => {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    palette.forEach(([red, green, blue], k) => {
      const far = (red - (word & 255)) ** 2 + (green - ((word >> 8) & 255)) ** 2 + (blue - ((word >> 16) & 255)) ** 2;
      if (far < least) [best, least] = [k, far];
    });
    return best;
  });

/** The index of each pixel, and the colours as [red, green, blue]. */
export function paletteOf(words: Uint32Array): { index: Uint8Array; palette: [number, number, number][] } {
  const found = new FoundColours(words);
  const { shadeOf, palette } = shadesOf(found.colours, found.counts);
  return { index: found.indexOf(words, shadeOf), palette };
}

function shadesOf(colours: ArrayLike<number>, counts: ArrayLike<number>) {
  for (const step of steps) {
    const made = shadesIn(step, colours);
    if (made !== null) return { shadeOf: made.shadeOf, palette: means(colours, counts, made.shadeOf, made.shades) };
  }
  throw new RangeError("The widest step leaves no more than 64 colours.");
}

/** Null: they are more than 256. */
function shadesIn(step: number, colours: ArrayLike<number>): { shadeOf: Uint8Array; shades: number } | null {
  const shades = new Map<number, number>();
  const shadeOf = new Uint8Array(colours.length);
  for (let k = 0; k < colours.length; k++) {
    const key = keyOf(colours[k], step);
    let shade = shades.get(key);
    if (shade === undefined) {
      if (shades.size === mostColours) return null;
      shade = shades.size;
      shades.set(key, shade);
    }
    shadeOf[k] = shade;
  }
  return { shadeOf, shades: shades.size };
}

const keyOf = (word: number, step: number): number =>
  (Math.floor((word & 255) / step) << 16) |
  (Math.floor(((word >> 8) & 255) / step) << 8) |
  Math.floor(((word >> 16) & 255) / step);

/** The colour that most of its pixels have, where that is half of them, so that plain colours stay; else the mean of all. */
function means(colours: ArrayLike<number>, counts: ArrayLike<number>, shadeOf: Uint8Array, shades: number) {
  const sums = Array.from({ length: shades }, () => ({ red: 0, green: 0, blue: 0, count: 0, most: 0, main: 0 }));
  for (let k = 0; k < colours.length; k++) {
    const word = colours[k];
    const sum = sums[shadeOf[k]];
    const count = counts[k];
    sum.red += count * (word & 255);
    sum.green += count * ((word >> 8) & 255);
    sum.blue += count * ((word >> 16) & 255);
    sum.count += count;
    if (count > sum.most) [sum.most, sum.main] = [count, word];
  }
  return sums.map(({ red, green, blue, count, most, main }): [number, number, number] =>
    2 * most >= count
      ? [main & 255, (main >> 8) & 255, (main >> 16) & 255]
      : [Math.round(red / count), Math.round(green / count), Math.round(blue / count)],
  );
}
