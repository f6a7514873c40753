/** What the kernels of assembly/raster-gif.ts make of a picture in the rasteriser's memory: its colours, its runs of them, and the codes of a GIF. */
import { rooms } from "../../render/raster-rooms.ts";
import { openRaster } from "../../signal/node.ts";
import type { RasterCore } from "../../signal/raster.ts";

let core: RasterCore | undefined;

/** The rasteriser of this thread. */
export function threadRaster(): RasterCore {
  core ??= openRaster();
  return core;
}

const KiB = 1024;
const MiB = 1024 * KiB;
/** Where passes work while a picture is drawn, in bytes. */
const layout = {
  chains: rooms.work,
  colours: rooms.work + 4 * MiB,
  slots: rooms.work + 4 * MiB + 512 * KiB,
  shades: rooms.work + 5 * MiB,
  runs: rooms.work + 6 * MiB,
  codes: rooms.work + 38 * MiB,
  pixels: rooms.work + 64 * MiB,
} as const;
const mostRuns = (layout.codes - layout.runs) / 8;
/** Twelve bits a pixel at most. */
const mostPixels = Math.min((layout.pixels - layout.codes) / 1.5 - KiB, (rooms.end - layout.pixels) / 4);

/** Colours as bytes of red, green, blue and alpha, the first lowest, in the order in which they come, and how many pixels each has. */
export interface PictureRuns {
  readonly count: number;
  readonly colours: Int32Array;
  readonly counts: Uint32Array;
}

/** Of so many pixels: they may be of `threadRaster` already. Null: they are more, or of more colours, than there is room for. */
export function findRuns(pixels: Uint8Array): PictureRuns | null {
  const { u8, u32, kernels } = threadRaster();
  const length = pixels.length / 4;
  if (length === 0 || length > mostPixels) return null;
  const isHere = pixels.buffer === u8.buffer;
  if (!isHere) u8.set(pixels, layout.pixels);
  const at = isHere ? pixels.byteOffset : layout.pixels;
  const count = kernels.gifRuns(at, length, layout.runs, mostRuns, layout.colours, layout.slots);
  if (count < 0) return null;
  const found = u32[layout.slots / 4];
  const pairs = u32.subarray(layout.colours / 4, layout.colours / 4 + 2 * found);
  return {
    count,
    colours: Int32Array.from({ length: found }, (_, k) => pairs[2 * k]),
    counts: Uint32Array.from({ length: found }, (_, k) => pairs[2 * k + 1]),
  };
}

/** Of the runs that were found last; `shadeOf`: the number of each colour in the palette. Valid until the next call. */
export function codeRuns({ count }: PictureRuns, shadeOf: Uint8Array): Uint8Array {
  const { u8, kernels } = threadRaster();
  u8.set(shadeOf, layout.shades);
  const { runs, shades, chains, codes } = layout;
  const bytes = kernels.gifCodes(runs, count, shades, chains, codes);
  return u8.subarray(codes, codes + bytes);
}
