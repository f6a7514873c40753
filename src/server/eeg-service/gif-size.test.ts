import { GIFEncoder } from "gifenc";
import { expect, it } from "vitest";
import { plainGif } from "../../../tests/support/eeg-service.ts";
import { gifSize } from "./gif-size.ts";

function encoded(frames: readonly (readonly [width: number, height: number])[]): Uint8Array {
  const gif = GIFEncoder();
  const palette = [
    [0, 0, 0],
    [255, 255, 255],
  ] as const;
  for (const [width, height] of frames) gif.writeFrame(new Uint8Array(width * height), width, height, { palette });
  gif.finish();
  return gif.bytes();
}

it("tells the size of a whole picture of one frame", () => {
  expect(gifSize(encoded([[40, 30]]))).toEqual({ width: 40, height: 30 });
  expect(gifSize(plainGif(1600, 900))).toEqual({ width: 1600, height: 900 });
  expect(gifSize(plainGif(16, 9, "a comment"))).toEqual({ width: 16, height: 9 });
});

it("takes none whose frames are several, or reach beyond the picture", () => {
  const twice: [number, number] = [40, 30];
  expect(gifSize(encoded([twice, twice]))).toBeNull();
  const bytes = encoded([[40, 30]]);
  const wide = bytes.slice();
  new DataView(wide.buffer).setUint16(6, 39, true);
  expect(gifSize(wide)).toBeNull();
});

it("takes nothing that is cut short or no GIF, and comes to an end with any bytes", () => {
  const bytes = encoded([[40, 30]]);
  for (let length = 0; length < bytes.length; length++) expect(gifSize(bytes.subarray(0, length))).toBeNull();
  let state = 1;
  for (let k = 0; k < 2000; k++) {
    const spoilt = bytes.slice();
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    spoilt[13 + (state % (spoilt.length - 13))] = state >>> 24;
    const size = gifSize(spoilt);
    if (size !== null) expect(size).toEqual({ width: 40, height: 30 });
  }
});
