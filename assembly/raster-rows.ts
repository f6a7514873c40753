// Rows of pixels, each blended by its own share: rectangles and points in one colour, and cells, whose pixels have colours of their own.
import { pair, takeColour } from "./raster-colour";
import { blendFour } from "./raster-pen";

/** u16 lanes that are below 1, 2 and 3, at 8 bytes each. */
const first = memory.data<u16>([0xffff, 0, 0, 0, 0xffff, 0xffff, 0, 0, 0xffff, 0xffff, 0xffff, 0]);

/**
 * Blends `rows` rows of `width` pixels from `at` on, `stride` bytes apart, with one colour: r, g, b (0..255), unused, all f32.
 * shares: u16 of 32767 for each pixel, rows `shareBytes` apart, of which `period` repeat; 6 bytes after a row are read.
 */
export function rasterRows(
  at: usize,
  stride: i32,
  width: i32,
  rows: i32,
  shares: usize,
  shareBytes: i32,
  period: i32,
  colour: usize,
): void {
  takeColour(colour);
  const source = pair;
  const whole = width & ~3;
  const rest = width & 3;
  for (let y = 0; y < rows; y++) {
    let p = at + <usize>(y * stride);
    let share = shares + <usize>((y % period) * shareBytes);
    for (const end = share + ((<usize>whole) << 1); share < end; share += 8, p += 16) {
      if (load<u64>(share) !== 0) blendFour(p, source, v128.load64_zero(share));
    }
    if (rest === 0) continue;
    const own = v128.and(v128.load64_zero(share), v128.load64_zero(first + ((<usize>(rest - 1)) << 3)));
    blendFour(p, source, own);
  }
}

/**
 * Blends a row of pixels with colours of their own. line: red, green and blue (0..255) times alpha, and alpha (0..1), f32 each.
 */
export function rasterCells(at: usize, line: usize, width: i32): void {
  for (const end = at + ((<usize>width) << 2); at < end; at += 4, line += 16) {
    const over = v128.load(line);
    const alpha = f32x4.extract_lane(over, 3);
    if (alpha === 0) continue;
    const bytes = i16x8.extend_low_i8x16_u(v128.load32_zero(at));
    const under = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(bytes));
    const sum = f32x4.add(over, f32x4.mul(under, f32x4.splat(<f32>1 - alpha)));
    const words = i32x4.trunc_sat_f32x4_s(f32x4.nearest(sum));
    const halves = i16x8.narrow_i32x4_s(words, words);
    const pixel = <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(halves, halves), 0);
    store<u32>(at, pixel | 0xff000000);
  }
}
