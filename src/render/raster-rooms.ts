/** Parts of the rasteriser's memory. */
import { type RasterCore, rasterMap } from "../signal/raster.ts";
import type { Rgba } from "./types.ts";

const MiB = 1024 * 1024;
const [start, end] = rasterMap.free;

export const rooms = {
  /** Rows of the ground, which repeat down the picture. */
  ground: start,
  /** The picture; what is too large for it is made in vertical strips. */
  picture: start + 3 * MiB,
  /** What a pass works with. It is the pass's own only while it draws a layer. */
  work: start + 27 * MiB,
  end,
} as const;

/** Rows are blended four by four: so many below the picture are written as they are. */
export const spareRows = 4;

/** A colour as kernels read it: r, g, b in 0..255, alpha in 0..1. */
export function writeColour({ f32 }: RasterCore, at: number, [r, g, b, a]: Rgba): void {
  f32.set([Math.round(r * 255), Math.round(g * 255), Math.round(b * 255), a], at / 4);
}
