// Regions with one upper and one lower edge (src/render/passes/fills.ts), drawn as what the pen covers is.
import { alpha, packed, pair, takeColour } from "./raster-colour";
import { openFrame, out } from "./raster-frame";
import { drawFour } from "./raster-pen";

/**
 * Draws a shape over the picture of a frame (raster-frame.ts; out, stride, width, height, steps and scratch of it).
 * shape: first pixel, pixels, address of the tops and of the bottoms (u32 each), r, g, b (0..255), alpha (0..1), all f32. Tops and
 * bottoms: u16 steps of each sixteenth, 65535 and 0 for nothing; 96 bytes after them are read.
 */
export function rasterFill(frame: usize, shape: usize): void {
  openFrame(frame);
  takeColour(shape + 16);
  const x = load<i32>(shape);
  const pixels = load<i32>(shape, 4);
  let low = <usize>load<u32>(shape, 8);
  let high = <usize>load<u32>(shape, 12);
  let p = out + ((<usize>x) << 2);
  for (let i = 0; i < pixels; i += 4, p += 16, low += 128, high += 128)
    drawFour(low, high, ((<u32>1) << min<i32>(4, pixels - i)) - 1, p, pair, packed, alpha);
}
