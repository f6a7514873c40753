// Smallest and largest values of rows that lie sample after sample: pages, stored levels, and merging of levels.
// A column without a finite value is (NaN, NaN); in int16 it is (32767, -32768), smallest above largest.

const most = f32.POSITIVE_INFINITY;
const least = f32.NEGATIVE_INFINITY;

/** Two columns' worth of accumulators to one pair; a zero comes out as +0 (see minmax.ts). */
function storePair(dst: usize, low: f32, high: f32): void {
  const isEmpty = low > high;
  store<f32>(dst, isEmpty ? f32.NaN : low + 0);
  store<f32>(dst, isEmpty ? f32.NaN : high + 0, 4);
}

function lowest(v: v128): f32 {
  const half = f32x4.pmin(v, v128.shuffle<i64>(v, v, 1, 0));
  return min(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
}
function highest(v: v128): f32 {
  const half = f32x4.pmax(v, v128.shuffle<i64>(v, v, 1, 0));
  return max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
}

/** Writes the pair of `count` samples; NaN is skipped. */
function extremes(src: usize, count: i32, dst: usize): void {
  let low = f32x4.splat(most),
    high = f32x4.splat(least);
  const end = src + ((<usize>count) << 2);
  if (count >= 16) {
    let low1 = low,
      low2 = low,
      low3 = low,
      high1 = high,
      high2 = high,
      high3 = high;
    const last = end - 64;
    while (src <= last) {
      const a = v128.load(src);
      const b = v128.load(src, 16);
      const c = v128.load(src, 32);
      const d = v128.load(src, 48);
      low = f32x4.pmin(low, a);
      high = f32x4.pmax(high, a);
      low1 = f32x4.pmin(low1, b);
      high1 = f32x4.pmax(high1, b);
      low2 = f32x4.pmin(low2, c);
      high2 = f32x4.pmax(high2, c);
      low3 = f32x4.pmin(low3, d);
      high3 = f32x4.pmax(high3, d);
      src += 64;
    }
    low = f32x4.pmin(f32x4.pmin(low, low1), f32x4.pmin(low2, low3));
    high = f32x4.pmax(f32x4.pmax(high, high1), f32x4.pmax(high2, high3));
  }
  while (src + 16 <= end) {
    const a = v128.load(src);
    low = f32x4.pmin(low, a);
    high = f32x4.pmax(high, a);
    src += 16;
  }
  let lo = lowest(low),
    hi = highest(high);
  while (src < end) {
    const a = load<f32>(src);
    lo = a < lo ? a : lo;
    hi = a > hi ? a : hi;
    src += 4;
  }
  storePair(dst, lo, hi);
}

/** Columns of `width` samples, the last one may be shorter. src: f32[count], dst: f32[2 * ceil(count / width)] */
export function columnsFloat32(src: usize, count: i32, width: i32, dst: usize): void {
  while (count > 0) {
    const n = min(width, count);
    extremes(src, n, dst);
    src += (<usize>n) << 2;
    dst += 8;
    count -= n;
  }
}

/**
 * Column of sample i = floor(i * columns / count), in exact integers (algorithms.md 4). src: f32[count],
 * dst: f32[2 * columns]. Returns 1, with nothing done, unless columns >= 2 and count >= 0.
 */
export function decimate(src: usize, count: i32, dst: usize, columns: i32): i32 {
  if (columns < 2 || count < 0) return 1;
  let from = 0;
  for (let c = 0; c < columns; c++) {
    const to = <i32>(((<i64>c + 1) * <i64>count + <i64>columns - 1) / <i64>columns);
    extremes(src + ((<usize>from) << 2), to - from, dst + ((<usize>c) << 3));
    from = to;
  }
  return 0;
}

/**
 * Samples with their own times: column = floor((t - t0) * columns / (t1 - t0)) for t0 <= t < t1. times: f64[count],
 * src: f32[count], dst: f32[2 * columns]. Returns 1, with nothing done, unless columns >= 2, count >= 0 and t1 > t0.
 */
export function decimateTimed(times: usize, src: usize, count: i32, t0: f64, t1: f64, dst: usize, columns: i32): i32 {
  if (columns < 2 || count < 0 || !(t1 > t0)) return 1;
  for (let c = 0; c < columns; c++) {
    store<f32>(dst + ((<usize>c) << 3), most);
    store<f32>(dst + ((<usize>c) << 3), least, 4);
  }
  for (let i = 0; i < count; i++) {
    const t = load<f64>(times + ((<usize>i) << 3));
    if (!(t >= t0 && t < t1)) continue;
    const c = min(<i32>floor(((t - t0) * <f64>columns) / (t1 - t0)), columns - 1);
    const at = dst + ((<usize>c) << 3);
    const value = load<f32>(src + ((<usize>i) << 2));
    if (value < load<f32>(at)) store<f32>(at, value);
    if (value > load<f32>(at, 4)) store<f32>(at, value, 4);
  }
  for (let c = 0; c < columns; c++) {
    const at = dst + ((<usize>c) << 3);
    storePair(at, load<f32>(at), load<f32>(at, 4));
  }
  return 0;
}

/**
 * Columns made of `factor` finer ones; the first finer one lies `phase` columns inside the first. src: f32[2 * count] as
 * (min, max), dst: f32[2 * ceil((phase + count) / factor)]
 */
export function mergeFloat32(src: usize, count: i32, phase: i32, factor: i32, dst: usize): void {
  let room = factor - phase;
  while (count > 0) {
    const n = min(room, count);
    let low = f32x4.splat(most),
      high = f32x4.splat(least);
    let i = 0;
    for (; i + 2 <= n; i += 2) {
      const pairs = v128.load(src);
      low = f32x4.pmin(low, pairs);
      high = f32x4.pmax(high, pairs);
      src += 16;
    }
    if (i < n) {
      // One pair: the other half is filled with it too.
      const pair = v128.load64_splat(src);
      low = f32x4.pmin(low, pair);
      high = f32x4.pmax(high, pair);
      src += 8;
    }
    const lo = min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 2));
    storePair(dst, lo, max(f32x4.extract_lane(high, 1), f32x4.extract_lane(high, 3)));
    dst += 8;
    count -= n;
    room = factor;
  }
}

/** Smallest and largest of `count` int16 samples other than `missing` (a code outside int16 means there is none). */
function extremes16(src: usize, count: i32, missing: i32, dst: usize): void {
  const hasCode = missing >= -32768 && missing <= 32767;
  const code = i16x8.splat(<i16>missing);
  const top = i16x8.splat(i16.MAX_VALUE),
    bottom = i16x8.splat(i16.MIN_VALUE);
  let low = top,
    high = bottom,
    low1 = top,
    high1 = bottom;
  const end = src + ((<usize>count) << 1);
  while (src + 32 <= end) {
    const a = v128.load(src),
      b = v128.load(src, 16);
    if (hasCode) {
      const skipA = i16x8.eq(a, code),
        skipB = i16x8.eq(b, code);
      low = i16x8.min_s(low, v128.bitselect(top, a, skipA));
      high = i16x8.max_s(high, v128.bitselect(bottom, a, skipA));
      low1 = i16x8.min_s(low1, v128.bitselect(top, b, skipB));
      high1 = i16x8.max_s(high1, v128.bitselect(bottom, b, skipB));
    } else {
      low = i16x8.min_s(low, a);
      high = i16x8.max_s(high, a);
      low1 = i16x8.min_s(low1, b);
      high1 = i16x8.max_s(high1, b);
    }
    src += 32;
  }
  let lo = lowest16(i16x8.min_s(low, low1)),
    hi = highest16(i16x8.max_s(high, high1));
  while (src < end) {
    const value = <i32>load<i16>(src);
    if (!hasCode || value !== missing) {
      lo = min(lo, value);
      hi = max(hi, value);
    }
    src += 2;
  }
  store<i16>(dst, <i16>lo);
  store<i16>(dst, <i16>hi, 2);
}

function lowest16(v: v128): i32 {
  v = i16x8.min_s(v, v128.shuffle<i64>(v, v, 1, 0));
  v = i16x8.min_s(v, v128.shuffle<i32>(v, v, 1, 0, 1, 0));
  return min(<i32>i16x8.extract_lane_s(v, 0), <i32>i16x8.extract_lane_s(v, 1));
}
function highest16(v: v128): i32 {
  v = i16x8.max_s(v, v128.shuffle<i64>(v, v, 1, 0));
  v = i16x8.max_s(v, v128.shuffle<i32>(v, v, 1, 0, 1, 0));
  return max(<i32>i16x8.extract_lane_s(v, 0), <i32>i16x8.extract_lane_s(v, 1));
}

/** As columnsFloat32 on stored samples. src: i16[count], dst: i16[2 * ceil(count / width)] */
export function columnsInt16(src: usize, count: i32, width: i32, missing: i32, dst: usize): void {
  while (count > 0) {
    const n = min(width, count);
    extremes16(src, n, missing, dst);
    src += (<usize>n) << 1;
    dst += 4;
    count -= n;
  }
}

/** As mergeFloat32 on int16 pairs. */
export function mergeInt16(src: usize, count: i32, phase: i32, factor: i32, dst: usize): void {
  let room = factor - phase;
  while (count > 0) {
    const n = min(room, count);
    let low = i16x8.splat(i16.MAX_VALUE),
      high = i16x8.splat(i16.MIN_VALUE);
    let i = 0;
    for (; i + 4 <= n; i += 4) {
      const pairs = v128.load(src);
      low = i16x8.min_s(low, pairs);
      high = i16x8.max_s(high, pairs);
      src += 16;
    }
    for (; i < n; i++) {
      const pair = v128.load32_splat(src);
      low = i16x8.min_s(low, pair);
      high = i16x8.max_s(high, pair);
      src += 4;
    }
    // Even lanes are smallest, odd lanes largest values.
    low = i16x8.min_s(low, v128.shuffle<i64>(low, low, 1, 0));
    high = i16x8.max_s(high, v128.shuffle<i64>(high, high, 1, 0));
    const lo = min(<i32>i16x8.extract_lane_s(low, 0), <i32>i16x8.extract_lane_s(low, 2));
    const hi = max(<i32>i16x8.extract_lane_s(high, 1), <i32>i16x8.extract_lane_s(high, 3));
    store<i16>(dst, <i16>lo);
    store<i16>(dst, <i16>hi, 2);
    dst += 4;
    count -= n;
    room = factor;
  }
}
