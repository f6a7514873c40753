// What the parts of the rasteriser share: placing values, steps of y, blending.

/** y is held within this many steps of the top edge, so that float32 still resolves a fraction of one. */
export const farY: f32 = 1048576;
/** Greatest magnitude that counts as a value: whatever is not finite is missing. */
export const largest: f32 = f32.MAX_VALUE;
/** Flags of a table entry; the number of its ranges is in the bits above. */
export const showsColumn: u32 = 1;
export const showsLine: u32 = 2;
export const joinsPrevious: u32 = 4;
export const rangeShift: u32 = 3;

/** y in steps of a value in a row whose baseline and scale are in steps. */
export function toY(value: f32, baseline: f32, scale: f32): f32 {
  return max<f32>(-farY, min<f32>(farY, baseline + value * scale));
}

/** Adding 2^23 leaves a positive float32 rounded to nearest, as the low bits of its mantissa. */
const rounding: f32 = 8388608;

/** Four y, counted in steps, as whole numbers in the low halves of 32-bit lanes; `most` holds them to the picture. */
export function rounded(steps: v128, most: v128): v128 {
  const held = f32x4.pmax(f32x4.splat(0), f32x4.pmin(most, steps));
  return f32x4.add(held, f32x4.splat(rounding));
}

export function roundedOne(steps: f32, most: f32): u32 {
  return reinterpret<u32>(max<f32>(0, min<f32>(most, steps)) + rounding);
}

/** The low halves of eight 32-bit lanes. */
export function lowHalves(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
}
