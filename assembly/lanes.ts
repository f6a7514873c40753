// Small helpers on vectors, shared by the kernels. A group is four rows side by side: [sample][4] float32.

/** Lane mask of the values that are NaN. */
export function isMissing(value: v128): v128 {
  return f32x4.ne(value, value);
}

/** The same values with every NaN replaced by the one canonical NaN, so that equal results are equal bytes. */
export function canonical(value: v128): v128 {
  return v128.bitselect(f32x4.splat(f32.NaN), value, isMissing(value));
}

/** Upper two float32 lanes as float64. */
export function promoteHigh(value: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i64>(value, value, 1, 0));
}

/** Two float64 vectors as one of float32. */
export function demote(low: v128, high: v128): v128 {
  return v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
}
