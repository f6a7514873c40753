// What rows of pixels show of grids of cells (src/render/passes/cells.ts). Summed up in float64 and rounded to float32 with each step, as the definition's
// plain twin would, so that the order of cells is all that a pixel depends on.

const known = memory.data(2048);
let isKnown = false;

/** Alpha of a byte. */
function alphaOf(byte: u32): f64 {
  if (!isKnown) {
    for (let k = 0; k < 256; k++) store<f64>(known + ((<usize>k) << 3), <f64>k / 255);
    isKnown = true;
  }
  return load<f64>(known + ((<usize>byte) << 3));
}

const rounded = (two: v128): v128 => f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(two));

/**
 * A row of cells across: into `line` red, green and blue (0..255) times alpha, and alpha (0..1), f32, of each pixel. cells: r, g, b, a bytes.
 * entries: five f32 a pixel: first cell, how many, weights of the first, of the last and of each between.
 */
export function rasterCellLine(line: usize, cells: usize, entries: usize, pixels: i32): void {
  for (let x = 0; x < pixels; x++, line += 16, entries += 20) {
    const count = <i32>load<f32>(entries, 4);
    let cell = cells + ((<usize>load<f32>(entries)) << 2);
    let low = f64x2.splat(0);
    let high = f64x2.splat(0);
    for (let c = 0; c < count; c++, cell += 4) {
      const weight =
        c === 0 ? load<f32>(entries, 8) : c === count - 1 ? load<f32>(entries, 12) : load<f32>(entries, 16);
      const share = f64x2.splat(alphaOf(load<u8>(cell, 3)) * <f64>weight);
      const words = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(cell)));
      const ends = i32x4.replace_lane(words, 3, 1);
      low = rounded(f64x2.add(low, f64x2.mul(f64x2.convert_low_i32x4_u(ends), share)));
      const upper = v128.shuffle<i64>(ends, ends, 1, 1);
      high = rounded(f64x2.add(high, f64x2.mul(f64x2.convert_low_i32x4_u(upper), share)));
    }
    v128.store64_lane(line, f32x4.demote_f64x2_zero(low), 0);
    v128.store64_lane(line, f32x4.demote_f64x2_zero(high), 0, 8);
  }
}

/** Adds `share` of a line of so many pixels to another one; `isFirst`: what is there before does not count. */
export function rasterCellSum(into: usize, line: usize, pixels: i32, share: f32, isFirst: bool): void {
  const end = line + ((<usize>pixels) << 4);
  if (isFirst) {
    // In float64 the product of two float32 is exact: it is rounded once either way.
    const own = f32x4.splat(share);
    for (; line < end; line += 16, into += 16) v128.store(into, f32x4.mul(v128.load(line), own));
    return;
  }
  const part = f64x2.splat(<f64>share);
  for (; line < end; line += 8, into += 8) {
    const more = f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(line)), part);
    const sum = f64x2.add(f64x2.promote_low_f32x4(v128.load64_zero(into)), more);
    v128.store64_lane(into, f32x4.demote_f64x2_zero(sum), 0);
  }
}
