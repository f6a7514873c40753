// Stored samples to physical float32: physical = stored * gain + offset in float64, then demoted (algorithms.md 0).
import { demote, isMissing, promoteHigh } from "./lanes";

/** One entry of the channel table: u32 src, u32 dst, f64 gain, f64 offset. */
const entryBytes: usize = 24;

function scaleFour(stored: v128, gain: v128, offset: v128): v128 {
  const low = f64x2.convert_low_i32x4_s(stored);
  const high = f64x2.convert_low_i32x4_s(v128.shuffle<i64>(stored, stored, 1, 0));
  return demote(f64x2.add(f64x2.mul(low, gain), offset), f64x2.add(f64x2.mul(high, gain), offset));
}

/** src: i16[count], dst: f32[count]. A sample equal to `missing` becomes NaN; a code outside int16 means there is none. */
export function scaleInt16(src: usize, count: i32, dst: usize, gain: f64, offset: f64, missing: i32): void {
  const gains = f64x2.splat(gain);
  const offsets = f64x2.splat(offset);
  const hasCode = missing >= -32768 && missing <= 32767;
  const code = i16x8.splat(<i16>missing);
  const nan = f32x4.splat(f32.NaN);
  let i = 0;
  for (; i + 8 <= count; i += 8) {
    const stored = v128.load(src + ((<usize>i) << 1));
    let low = scaleFour(i32x4.extend_low_i16x8_s(stored), gains, offsets);
    let high = scaleFour(i32x4.extend_high_i16x8_s(stored), gains, offsets);
    if (hasCode) {
      const mask = i16x8.eq(stored, code);
      if (v128.any_true(mask)) {
        low = v128.bitselect(nan, low, i32x4.extend_low_i16x8_s(mask));
        high = v128.bitselect(nan, high, i32x4.extend_high_i16x8_s(mask));
      }
    }
    v128.store(dst + ((<usize>i) << 2), low);
    v128.store(dst + ((<usize>i) << 2), high, 16);
  }
  for (; i < count; i++) {
    const stored = <i32>load<i16>(src + ((<usize>i) << 1));
    const value = hasCode && stored === missing ? f32.NaN : <f32>(<f64>stored * gain + offset);
    store<f32>(dst + ((<usize>i) << 2), value);
  }
}

/** src: three bytes a sample, little endian, two's complement; dst: f32[count]. A code outside int24 means there is none. */
export function scaleInt24(src: usize, count: i32, dst: usize, gain: f64, offset: f64, missing: i32): void {
  const gains = f64x2.splat(gain);
  const offsets = f64x2.splat(offset);
  const code = i32x4.splat(missing);
  const nan = f32x4.splat(f32.NaN);
  // An index of 255 gives a zero byte; the three bytes go to the top of the lane and come down with the sign.
  const spread = i8x16(-1, 0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11);
  let i = 0;
  // 16 bytes are read for 12, so the last two samples are left to the plain loop.
  for (; i + 6 <= count; i += 4) {
    const stored = i32x4.shr_s(i8x16.swizzle(v128.load(src + <usize>i * 3), spread), 8);
    const value = scaleFour(stored, gains, offsets);
    v128.store(dst + ((<usize>i) << 2), v128.bitselect(nan, value, i32x4.eq(stored, code)));
  }
  for (; i < count; i++) {
    const at = src + <usize>i * 3;
    const stored = <i32>load<u8>(at) | ((<i32>load<u8>(at, 1)) << 8) | ((<i32>load<i8>(at, 2)) << 16);
    store<f32>(dst + ((<usize>i) << 2), stored === missing ? f32.NaN : <f32>(<f64>stored * gain + offset));
  }
}

/**
 * src, dst: f32[count]; `missing` NaN means no code. Infinity becomes NaN. Gain 1 with offset 0 keeps every bit of a
 * finite sample.
 */
export function scaleFloat32(src: usize, count: i32, dst: usize, gain: f64, offset: f64, missing: f32): void {
  const gains = f64x2.splat(gain);
  const offsets = f64x2.splat(offset);
  const code = f32x4.splat(missing);
  const nan = f32x4.splat(f32.NaN);
  const isIdentity = gain === 1 && offset === 0;
  const padded = (count + 3) & ~3;
  for (let i = 0; i < padded; i += 4) {
    const stored = v128.load(src + ((<usize>i) << 2));
    let value = stored;
    if (!isIdentity) {
      const low = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(stored), gains), offsets);
      value = demote(low, f64x2.add(f64x2.mul(promoteHigh(stored), gains), offsets));
    }
    // value - value is NaN for NaN and for both infinities.
    const bad = v128.or(isMissing(f32x4.sub(value, value)), f32x4.eq(stored, code));
    v128.store(dst + ((<usize>i) << 2), v128.bitselect(nan, value, bad));
  }
}

/**
 * Scales `channels` entries of the table at once. kind: 0 int16, 1 float32. Source and target hold whole vectors
 * (a multiple of 8 samples), so up to 7 samples after the last one are written too.
 */
export function scaleChannels(table: usize, channels: i32, count: i32, kind: i32, missing: f64): void {
  for (let c = 0; c < channels; c++) {
    const entry = table + <usize>c * entryBytes;
    const src = <usize>load<u32>(entry);
    const dst = <usize>load<u32>(entry, 4);
    const gain = load<f64>(entry, 8);
    const offset = load<f64>(entry, 16);
    if (kind === 0) {
      const code = missing >= -32768 && missing <= 32767 ? <i32>missing : i32.MAX_VALUE;
      scaleInt16(src, count, dst, gain, offset, code);
    } else scaleFloat32(src, count, dst, gain, offset, <f32>missing);
  }
}
