import { GIFEncoder } from "gifenc";
import { expect, it } from "vitest";
import { paletteOf } from "./gif.ts";
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
