// The same cascade with float64 state, for filters that float32 cannot hold (algorithms.md 1.6). A group of four rows is
// two float64 vectors; the slice is widened into scratch, filtered section by section, and narrowed again.

import { stateSections } from "./cascade32";
import { groupBytes, groupData, groupHasMissing, groupState } from "./derive";
import { demote, isMissing, promoteHigh } from "./lanes";

/** Per section s1[4], s2[4] as float64. */
const sectionBytes: usize = 64;
const coefficientBytes: usize = 40;

// Types that stand for a number of groups, as in cascade32.ts.
type One = u8;
type Two = u16;

/** Two float64 vectors of a group at p0, and of a second group at p1 when N is Two. Samples are 32 bytes apart. */
function section<N>(count: i32, k: usize, p0: usize, p1: usize, q0: usize, q1: usize): void {
  const b0 = v128.load64_splat(k);
  const b1 = v128.load64_splat(k, 8);
  const b2 = v128.load64_splat(k, 16);
  const a1 = v128.load64_splat(k, 24);
  const a2 = v128.load64_splat(k, 32);
  let s0 = v128.load(q0),
    s1 = v128.load(q0, 16),
    t0 = v128.load(q0, 32),
    t1 = v128.load(q0, 48);
  let s2 = s0,
    s3 = s1,
    t2 = t0,
    t3 = t1;
  if (sizeof<N>() >= sizeof<Two>()) {
    s2 = v128.load(q1);
    s3 = v128.load(q1, 16);
    t2 = v128.load(q1, 32);
    t3 = v128.load(q1, 48);
  }
  const end = p0 + ((<usize>count) << 5);
  while (p0 < end) {
    let x = v128.load(p0);
    let y = f64x2.add(f64x2.mul(b0, x), s0);
    s0 = f64x2.sub(f64x2.add(f64x2.mul(b1, x), t0), f64x2.mul(a1, y));
    t0 = f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y));
    v128.store(p0, y);
    x = v128.load(p0, 16);
    y = f64x2.add(f64x2.mul(b0, x), s1);
    s1 = f64x2.sub(f64x2.add(f64x2.mul(b1, x), t1), f64x2.mul(a1, y));
    t1 = f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y));
    v128.store(p0, y, 16);
    p0 += 32;
    if (sizeof<N>() >= sizeof<Two>()) {
      x = v128.load(p1);
      y = f64x2.add(f64x2.mul(b0, x), s2);
      s2 = f64x2.sub(f64x2.add(f64x2.mul(b1, x), t2), f64x2.mul(a1, y));
      t2 = f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y));
      v128.store(p1, y);
      x = v128.load(p1, 16);
      y = f64x2.add(f64x2.mul(b0, x), s3);
      s3 = f64x2.sub(f64x2.add(f64x2.mul(b1, x), t3), f64x2.mul(a1, y));
      t3 = f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y));
      v128.store(p1, y, 16);
      p1 += 32;
    }
  }
  v128.store(q0, s0);
  v128.store(q0, s1, 16);
  v128.store(q0, t0, 32);
  v128.store(q0, t1, 48);
  if (sizeof<N>() >= sizeof<Two>()) {
    v128.store(q1, s2);
    v128.store(q1, s3, 16);
    v128.store(q1, t2, 32);
    v128.store(q1, t3, 48);
  }
}

function section1(count: i32, k: usize, p0: usize, q0: usize): void {
  section<One>(count, k, p0, p0, q0, q0);
}
function section2(count: i32, k: usize, p0: usize, p1: usize, q0: usize, q1: usize): void {
  section<Two>(count, k, p0, p1, q0, q1);
}

/** Widens a group, x0 subtracted. */
function widen(count: i32, data: usize, state: usize, wide: usize): void {
  const kept = v128.load(state);
  const x0 = v128.bitselect(v128.load(data), kept, isMissing(kept));
  v128.store(state, x0);
  const low0 = f64x2.promote_low_f32x4(x0);
  const high0 = promoteHigh(x0);
  for (let i = 0; i < count; i++) {
    const x = v128.load(data);
    v128.store(wide, f64x2.sub(f64x2.promote_low_f32x4(x), low0));
    v128.store(wide, f64x2.sub(promoteHigh(x), high0), 16);
    data += 16;
    wide += 32;
  }
}

/** Widens a group with missing samples; starts[sample][lane] as in cascade32, float32. */
function widenWithMissing(count: i32, data: usize, state: usize, wide: usize, starts: usize): void {
  let x0 = v128.load(state);
  for (let i = 0; i < count; i++) {
    const x = v128.load(data);
    x0 = v128.bitselect(x, x0, v128.or(isMissing(x), isMissing(x0)));
    v128.store(starts, x0);
    v128.store(wide, f64x2.sub(f64x2.promote_low_f32x4(x), f64x2.promote_low_f32x4(x0)));
    v128.store(wide, f64x2.sub(promoteHigh(x), promoteHigh(x0)), 16);
    data += 16;
    starts += 16;
    wide += 32;
  }
  v128.store(state, x0);
}

function sectionWithMissing(count: i32, k: usize, wide: usize, state: usize, starts: usize): void {
  const b0 = v128.load64_splat(k);
  const b1 = v128.load64_splat(k, 8);
  const b2 = v128.load64_splat(k, 16);
  const a1 = v128.load64_splat(k, 24);
  const a2 = v128.load64_splat(k, 32);
  let s0 = v128.load(state),
    s1 = v128.load(state, 16),
    t0 = v128.load(state, 32),
    t1 = v128.load(state, 48);
  for (let i = 0; i < count; i++) {
    const missing = isMissing(v128.load(starts));
    const missingLow = i64x2.extend_low_i32x4_s(missing);
    const missingHigh = i64x2.extend_high_i32x4_s(missing);
    let x = v128.load(wide);
    let y = f64x2.add(f64x2.mul(b0, x), s0);
    s0 = v128.andnot(f64x2.sub(f64x2.add(f64x2.mul(b1, x), t0), f64x2.mul(a1, y)), missingLow);
    t0 = v128.andnot(f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y)), missingLow);
    v128.store(wide, y);
    x = v128.load(wide, 16);
    y = f64x2.add(f64x2.mul(b0, x), s1);
    s1 = v128.andnot(f64x2.sub(f64x2.add(f64x2.mul(b1, x), t1), f64x2.mul(a1, y)), missingHigh);
    t1 = v128.andnot(f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y)), missingHigh);
    v128.store(wide, y, 16);
    wide += 32;
    starts += 16;
  }
  v128.store(state, s0);
  v128.store(state, s1, 16);
  v128.store(state, t0, 32);
  v128.store(state, t1, 48);
}

/** Narrows a group; x0 is added in float64 when the cascade passes constants. stride: 16 with one x0 a sample, else 0. */
function narrow(count: i32, wide: usize, data: usize, starts: usize, stride: usize, keeps: bool): void {
  for (let i = 0; i < count; i++) {
    let low = v128.load(wide);
    let high = v128.load(wide, 16);
    if (keeps) {
      const x0 = v128.load(starts);
      low = f64x2.add(low, f64x2.promote_low_f32x4(x0));
      high = f64x2.add(high, promoteHigh(x0));
    }
    v128.store(data, demote(low, high));
    wide += 32;
    data += 16;
    starts += stride;
  }
}

/**
 * As cascade32 with coefficients f64[sections][5] and states of float64 sections. starts: scratch, 16 bytes a sample;
 * wide: scratch, 64 bytes a sample (two groups).
 */
export function cascade64(
  table: usize,
  groups: i32,
  count: i32,
  coefficients: usize,
  sections: i32,
  keepsConstant: i32,
  starts: usize,
  wide: usize,
): void {
  if (count <= 0 || sections <= 0) return;
  const keeps = keepsConstant !== 0;
  const second = wide + ((<usize>count) << 5);
  let waiting: usize = 0;
  for (let g = 0; g < groups; g++) {
    const entry = table + <usize>g * groupBytes;
    const data = <usize>load<u32>(entry, groupData);
    const state = <usize>load<u32>(entry, groupState);
    if (load<u32>(entry, groupHasMissing)) {
      const own = waiting ? second : wide;
      widenWithMissing(count, data, state, own, starts);
      for (let i = 0; i < sections; i++) {
        const k = coefficients + <usize>i * coefficientBytes;
        sectionWithMissing(count, k, own, state + stateSections + <usize>i * sectionBytes, starts);
      }
      narrow(count, own, data, starts, 16, keeps);
    } else if (!waiting) {
      waiting = entry;
      widen(count, data, state, wide);
    } else {
      widen(count, data, state, second);
      const other = <usize>load<u32>(waiting, groupState);
      for (let i = 0; i < sections; i++) {
        const own = stateSections + <usize>i * sectionBytes;
        section2(count, coefficients + <usize>i * coefficientBytes, wide, second, other + own, state + own);
      }
      narrow(count, wide, <usize>load<u32>(waiting, groupData), other, 0, keeps);
      narrow(count, second, data, state, 0, keeps);
      waiting = 0;
    }
  }
  if (waiting) {
    const state = <usize>load<u32>(waiting, groupState);
    for (let i = 0; i < sections; i++) {
      const own = state + stateSections + <usize>i * sectionBytes;
      section1(count, coefficients + <usize>i * coefficientBytes, wide, own);
    }
    narrow(count, wide, <usize>load<u32>(waiting, groupData), state, 0, keeps);
  }
}
