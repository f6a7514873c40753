// What the parts of the rasteriser share: placing values, rows of the picture, blending.

/** y is held within this many pixels of the top edge, so that float32 still resolves a fraction of a pixel. */
export const farY: f32 = 16384;
/** Greatest magnitude that counts as a value: whatever is not finite is missing. */
export const largest: f32 = f32.MAX_VALUE;

/** Flags of a table entry; the number of its ranges or samples is in the bits above. */
export const showsColumn: u32 = 1;
export const showsLine: u32 = 2;
export const joinsPrevious: u32 = 4;
export const rangeShift: u32 = 3;

export function toY(value: f32, baseline: f32, scale: f32): f32 {
  return max<f32>(-farY, min<f32>(farY, baseline + value * scale));
}

/** First and last row of the picture that a span touches. */
export function firstRow(top: f32): i32 {
  return max<i32>(0, <i32>floor<f32>(top));
}

export function lastRow(bottom: f32, height: i32): i32 {
  return min<i32>(height, <i32>ceil<f32>(bottom)) - 1;
}

/** Alpha 0..1 as the fraction of 32768 that `blend` takes. */
export function toQ15(alpha: f32): i32 {
  return <i32>(alpha * 32767 + <f32>0.5);
}

/** Blends `source` (r, g, b, 255 as 16-bit lanes) over the RGBA pixel at p; rounds to nearest. */
export function blend(p: usize, source: v128, alphaQ15: i32): void {
  const under = i16x8.extend_low_i8x16_u(v128.load_zero<u32>(p));
  const change = i16x8.q15mulr_sat_s(i16x8.sub(source, under), i16x8.splat(<i16>alphaQ15));
  const mixed = i16x8.add(under, change);
  v128.store_lane<u32>(p, i8x16.narrow_i16x8_u(mixed, mixed), 0);
}
