// Montage derivation: channel = first - second in float32, four rows interleaved into one group (algorithms.md 2.1).
// All buffers hold whole vectors: counts are rounded up to a multiple of 4.
import { canonical, demote, isMissing, promoteHigh } from "./lanes";

/** One entry of the group table: u32 first[4], u32 second[4], u32 data, u32 state, u32 hasMissing, u32 spare. */
export const groupBytes: usize = 48;
export const groupData: usize = 32;
export const groupState: usize = 36;
export const groupHasMissing: usize = 40;

/** Mean of the finite members at each instant, NaN where fewer than two are finite. members: u32[n] offsets of f32[count]. */
export function averageOf(members: usize, n: i32, count: i32, dst: usize): void {
  for (let i = 0; i < count; i += 4) {
    let low = f64x2.splat(0);
    let high = f64x2.splat(0);
    let finite = i32x4.splat(0);
    for (let m = 0; m < n; m++) {
      const raw = v128.load(<usize>load<u32>(members + ((<usize>m) << 2)) + ((<usize>i) << 2));
      const mask = f32x4.eq(raw, raw);
      const value = v128.and(raw, mask);
      low = f64x2.add(low, f64x2.promote_low_f32x4(value));
      high = f64x2.add(high, promoteHigh(value));
      finite = i32x4.sub(finite, mask);
    }
    low = f64x2.div(low, f64x2.convert_low_i32x4_s(finite));
    high = f64x2.div(high, f64x2.convert_low_i32x4_s(v128.shuffle<i64>(finite, finite, 1, 0)));
    const tooFew = i32x4.lt_s(finite, i32x4.splat(2));
    v128.store(dst + ((<usize>i) << 2), v128.bitselect(f32x4.splat(f32.NaN), demote(low, high), tooFew));
  }
}

/** Mean of all members at each instant, NaN where any is missing. members: u32[n] offsets of f32[count]; n >= 1. */
export function neighboursOf(members: usize, n: i32, count: i32, dst: usize): void {
  const divisor = f64x2.splat(<f64>n);
  for (let i = 0; i < count; i += 4) {
    let low = f64x2.splat(0);
    let high = f64x2.splat(0);
    for (let m = 0; m < n; m++) {
      const value = v128.load(<usize>load<u32>(members + ((<usize>m) << 2)) + ((<usize>i) << 2));
      low = f64x2.add(low, f64x2.promote_low_f32x4(value));
      high = f64x2.add(high, promoteHigh(value));
    }
    v128.store(dst + ((<usize>i) << 2), canonical(demote(f64x2.div(low, divisor), f64x2.div(high, divisor))));
  }
}

function difference(entry: usize, lane: usize, at: usize): v128 {
  const first = v128.load(<usize>load<u32>(entry + (lane << 2)) + at);
  return f32x4.sub(first, v128.load(<usize>load<u32>(entry + (lane << 2), 16) + at));
}

/** Fills the groups of the table: data[sample][lane] = first[lane] - second[lane]; notes which groups hold a NaN. */
export function deriveGroups(table: usize, groups: i32, count: i32): void {
  for (let g = 0; g < groups; g++) {
    const entry = table + <usize>g * groupBytes;
    let dst = <usize>load<u32>(entry, groupData);
    let missing = i32x4.splat(0);
    for (let i = 0; i < count; i += 4) {
      const at = (<usize>i) << 2;
      const a = difference(entry, 0, at);
      const b = difference(entry, 1, at);
      const c = difference(entry, 2, at);
      const d = difference(entry, 3, at);
      missing = v128.or(v128.or(missing, v128.or(isMissing(a), isMissing(b))), v128.or(isMissing(c), isMissing(d)));
      const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
      const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
      const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      v128.store(dst, v128.shuffle<i64>(abLow, cdLow, 0, 2));
      v128.store(dst, v128.shuffle<i64>(abLow, cdLow, 1, 3), 16);
      v128.store(dst, v128.shuffle<i64>(abHigh, cdHigh, 0, 2), 32);
      v128.store(dst, v128.shuffle<i64>(abHigh, cdHigh, 1, 3), 48);
      dst += 64;
    }
    store<u32>(entry, v128.any_true(missing) ? 1 : 0, groupHasMissing);
  }
}

/** The way back: rows of float32, row r of the table at dst + r * rowBytes. Every NaN becomes the canonical one. */
export function splitGroups(table: usize, groups: i32, count: i32, dst: usize, rowBytes: usize): void {
  for (let g = 0; g < groups; g++) {
    let src = <usize>load<u32>(table + <usize>g * groupBytes, groupData);
    let row = dst + <usize>(g << 2) * rowBytes;
    for (let i = 0; i < count; i += 4) {
      const p = canonical(v128.load(src));
      const q = canonical(v128.load(src, 16));
      const r = canonical(v128.load(src, 32));
      const s = canonical(v128.load(src, 48));
      const pqLow = v128.shuffle<f32>(p, q, 0, 4, 1, 5);
      const pqHigh = v128.shuffle<f32>(p, q, 2, 6, 3, 7);
      const rsLow = v128.shuffle<f32>(r, s, 0, 4, 1, 5);
      const rsHigh = v128.shuffle<f32>(r, s, 2, 6, 3, 7);
      v128.store(row, v128.shuffle<i64>(pqLow, rsLow, 0, 2));
      v128.store(row + rowBytes, v128.shuffle<i64>(pqLow, rsLow, 1, 3));
      v128.store(row + 2 * rowBytes, v128.shuffle<i64>(pqHigh, rsHigh, 0, 2));
      v128.store(row + 3 * rowBytes, v128.shuffle<i64>(pqHigh, rsHigh, 1, 3));
      src += 64;
      row += 16;
    }
  }
}
