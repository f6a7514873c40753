// The colour of what is drawn now.

/** r, g, b, 255, twice; the same as a pixel; alpha of 32767. */
export let pair: v128 = i64x2.splat(0);
export let packed: u32 = 0;
export let alpha: i32 = 0;

/** r, g, b (0..255), alpha (0..1), all f32. */
export function takeColour(at: usize): void {
  alpha = <i32>(load<f32>(at, 12) * 32767 + <f32>0.5);
  const words = i32x4.trunc_sat_f32x4_s(f32x4.replace_lane(v128.load(at), 3, 255));
  const source = i16x8.narrow_i32x4_s(words, words);
  packed = <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(source, source), 0);
  pair = v128.shuffle<i64>(source, source, 0, 0);
}
