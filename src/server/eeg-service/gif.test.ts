import { GIFEncoder } from "gifenc";
import { expect, it } from "vitest";
import { encodeGif, paletteOf } from "./gif.ts";
import { gifOf } from "./gif-bytes.ts";

function noise(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

function byGifenc(index: Uint8Array, width: number, height: number, palette: readonly (readonly number[])[]) {
  const encoder = GIFEncoder();
  encoder.writeFrame(index, width, height, { palette: palette as never });
  encoder.finish();
  return encoder.bytes();
}

const random = noise(1);
it.each<[string, number, number, number, (k: number) => number]>([
  ["a pixel", 1, 1, 1, () => 0],
  ["one colour", 700, 400, 1, () => 0],
  ["two colours in lines", 1600, 90, 2, (k) => Number(k % 37 === 0)],
  ["noise of all colours", 301, 203, 256, () => random() & 255],
  ["runs of few colours", 500, 300, 5, (k) => (k % 11 < 9 ? 0 : random() % 5)],
  ["as many bytes as fill a block", 254, 1, 256, (k) => k],
])("writes %s as gifenc does", (_, width, height, colours, at) => {
  const index = Uint8Array.from({ length: width * height }, (_each, k) => at(k));
  const palette = Array.from({ length: colours }, (_each, k) => [k, 255 - k, (7 * k) & 255] as const);
  const bytes = gifOf({ width, height, index, palette });
  expect(Buffer.compare(bytes, byGifenc(index, width, height, palette))).toBe(0);
  // What the picture before leaves behind is not in the next one.
  expect(Buffer.compare(gifOf({ width, height, index, palette }), bytes)).toBe(0);
});

const wordOf = ([red, green, blue]: readonly number[]) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
const plainly = (words: Uint32Array, width: number) =>
  gifOf({ width, height: words.length / width, ...paletteOf(words) });
const drawn = (words: Uint32Array, width: number) => ({
  ...{ width, height: words.length / width },
  pixels: new Uint8Array(words.buffer),
});

const other = noise(3);
/** Each colour as often in a row as `lengths` says, one after the other. */
function runs(lengths: () => number, colours: () => number, pixels: number): Uint32Array {
  const words = new Uint32Array(pixels);
  for (let k = 0; k < pixels; ) {
    const colour = colours();
    const word = wordOf([colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]);
    const end = Math.min(pixels, k + Math.max(1, lengths()));
    words.fill(word, k, end);
    k = end;
  }
  return words;
}
/** A page: ground with lines at some places, and in part of its rows traces of many shades. */
const page = Uint32Array.from({ length: 800 * 300 }, (_, k) => {
  const [x, y] = [k % 800, Math.floor(k / 800)];
  if (y % 50 < 9 && other() % 3 > 0) return wordOf([other() & 255, 120, 40]);
  return wordOf(x % 53 === 0 ? [213, 221, 229] : [255, 255, 255]);
});

it.each<[string, number, Uint32Array]>([
  ["a pixel", 1, new Uint32Array([7])],
  [
    "one colour",
    1600,
    runs(
      () => 1e9,
      () => 3,
      1600 * 900,
    ),
  ],
  [
    "a run that ends with the longest chain",
    771,
    runs(
      () => 257,
      () => other() & 1,
      771,
    ),
  ],
  [
    "runs of few colours",
    700,
    runs(
      () => other() % 600,
      () => other() & 3,
      700 * 400,
    ),
  ],
  [
    "short runs of few colours",
    500,
    runs(
      () => other() % 4,
      () => other() % 3,
      500 * 300,
    ),
  ],
  [
    "noise of 256 colours",
    301,
    runs(
      () => 1,
      () => other() & 255,
      301 * 203,
    ),
  ],
  [
    "noise of more than the first hash takes",
    400,
    runs(
      () => 1,
      () => other() % 30_000,
      400 * 300,
    ),
  ],
  [
    "noise of more than there is room for",
    600,
    runs(
      () => 1,
      () => other() & 0xffffff,
      600 * 400,
    ),
  ],
  ["a page", 800, page],
])("makes the same bytes of %s by kernels as the plain twins", (_, width, words) => {
  const bytes = encodeGif(drawn(words, width));
  expect(Buffer.compare(bytes, plainly(words, width))).toBe(0);
  expect(Buffer.compare(encodeGif(drawn(words, width)), bytes)).toBe(0);
});

it("keeps up to 256 colours, in the order in which they come", () => {
  const colours = Array.from({ length: 256 }, (_, k) => [k, (3 * k) & 255, 255 - k] as [number, number, number]);
  const words = Uint32Array.from({ length: 4096 }, (_, k) => {
    const [red, green, blue] = colours[(k >> 1) & 255];
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
  const { index, palette } = paletteOf(words);
  expect(palette).toEqual(colours);
  expect([...index]).toEqual(Array.from(words, (_, k) => (k >> 1) & 255));
});

it("takes for any number of colours the one that is near", () => {
  const draw = noise(2);
  const words = Uint32Array.from({ length: 100_000 }, () => (0xff000000 | draw()) >>> 0);
  const { index, palette } = paletteOf(words);
  expect(palette.length).toBeLessThanOrEqual(256);
  const far = Array.from(words, (word, k) =>
    Math.max(...[0, 8, 16].map((shift, part) => Math.abs(((word >> shift) & 255) - palette[index[k]][part]))),
  );
  // Steps of 48 leave 216 colours.
  expect(Math.max(...far)).toBeLessThan(48);
});
