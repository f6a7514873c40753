// Automatic SD detection (algorithms.md 11.2): sums of seconds and the power of what is left of 1 to 30 Hz, four derived rows at once,
// in float64; and the excursions of one row.
import { groupBytes, groupData, groupHasMissing, groupState } from "./derive";
import { isMissing, promoteHigh } from "./lanes";
import { bringToRest } from "./runs";

/** Of a group: s1[4], s2[4] of either section. */
const stateBytes: usize = 128;
/** Of a group, in a second or a block: float64[4]. */
const rowBytes: usize = 32;

/** One step of a section for two lanes: the value it gives, with its new state at `s`. k: f64[5] of the section */
function step(x: v128, k: usize, s: usize): v128 {
  const y = f64x2.add(f64x2.mul(v128.load64_splat(k), x), v128.load(s));
  const s2 = v128.load(s, 32);
  v128.store(
    s,
    f64x2.sub(f64x2.add(f64x2.mul(v128.load64_splat(k, 8), x), s2), f64x2.mul(v128.load64_splat(k, 24), y)),
  );
  v128.store(s, f64x2.sub(f64x2.mul(v128.load64_splat(k, 16), x), f64x2.mul(v128.load64_splat(k, 32), y)), 32);
  return y;
}

function add(at: usize, value: v128): void {
  v128.store(at, f64x2.add(v128.load(at), value));
}

/** Samples of two lanes of a group that misses none. half: 0 or 1 */
function addHalf(
  data: usize,
  count: i32,
  half: i32,
  x0: v128,
  k: usize,
  state: usize,
  sums: usize,
  powers: usize,
): void {
  const a0 = v128.load64_splat(k),
    a1 = v128.load64_splat(k, 8),
    a2 = v128.load64_splat(k, 16),
    a3 = v128.load64_splat(k, 24),
    a4 = v128.load64_splat(k, 32);
  const b0 = v128.load64_splat(k, 40),
    b1 = v128.load64_splat(k, 48),
    b2 = v128.load64_splat(k, 56),
    b3 = v128.load64_splat(k, 64),
    b4 = v128.load64_splat(k, 72);
  let s = v128.load(state),
    t = v128.load(state, 32),
    u = v128.load(state, 64),
    v = v128.load(state, 96);
  let sum = v128.load(sums);
  let power = v128.load(powers);
  let at = data + ((<usize>half) << 3);
  for (let i = 0; i < count; i++) {
    const x = f64x2.promote_low_f32x4(v128.load64_zero(at));
    sum = f64x2.add(sum, x);
    const c = f64x2.sub(x, x0);
    const y = f64x2.add(f64x2.mul(a0, c), s);
    s = f64x2.sub(f64x2.add(f64x2.mul(a1, c), t), f64x2.mul(a3, y));
    t = f64x2.sub(f64x2.mul(a2, c), f64x2.mul(a4, y));
    const z = f64x2.add(f64x2.mul(b0, y), u);
    u = f64x2.sub(f64x2.add(f64x2.mul(b1, y), v), f64x2.mul(b3, z));
    v = f64x2.sub(f64x2.mul(b2, y), f64x2.mul(b4, z));
    power = f64x2.add(power, f64x2.mul(z, z));
    at += 16;
  }
  v128.store(state, s);
  v128.store(state, t, 32);
  v128.store(state, u, 64);
  v128.store(state, v, 96);
  v128.store(sums, sum);
  v128.store(powers, power);
}

/** Samples of two lanes where some may be missing, or a run begins. Returns x0 of the lanes. */
function addHalfWithMissing(
  data: usize,
  count: i32,
  half: i32,
  x0: v128,
  k: usize,
  state: usize,
  sums: usize,
  powers: usize,
): v128 {
  const one = f64x2.splat(1);
  let at = data + ((<usize>half) << 3);
  for (let i = 0; i < count; i++) {
    const x = f64x2.promote_low_f32x4(v128.load64_zero(at));
    const here = f64x2.eq(x, x);
    const fresh = f64x2.ne(x0, x0);
    x0 = v128.bitselect(x, x0, v128.or(v128.not(here), fresh));
    for (let offset: usize = 0; offset < stateBytes; offset += 32)
      v128.store(state + offset, v128.andnot(v128.load(state + offset), fresh));
    const value = v128.and(x, here);
    const z = step(step(v128.and(f64x2.sub(x, x0), here), k, state), k + 40, state + 64);
    add(sums, value);
    add(sums + rowBytes, v128.and(one, here));
    add(powers, v128.and(f64x2.mul(z, z), here));
    add(powers + rowBytes, v128.and(one, here));
    at += 16;
  }
  return x0;
}

/**
 * Adds samples [from, from + count) of the groups to a second and a block of 10 s. x0 of a group is kept where its state is (cascade64.ts), so a
 * run that ended begins anew. k: f64[2][5], the sections; states: [groups][128 bytes]; second, block: f64[groups][2][4], sums and counts,
 * of samples and of squares of what the sections leave.
 */
export function sdAdd(
  table: usize,
  groups: i32,
  from: i32,
  count: i32,
  k: usize,
  states: usize,
  second: usize,
  block: usize,
): void {
  for (let g = 0; g < groups; g++) {
    const entry = table + <usize>g * groupBytes;
    const data = <usize>load<u32>(entry, groupData) + ((<usize>from) << 4);
    const start = <usize>load<u32>(entry, groupState);
    const state = states + <usize>g * stateBytes;
    const sums = second + <usize>g * 2 * rowBytes;
    const powers = block + <usize>g * 2 * rowBytes;
    const x0 = v128.load(start);
    const low = f64x2.promote_low_f32x4(x0);
    const high = promoteHigh(x0);
    if (!load<u32>(entry, groupHasMissing) && !v128.any_true(isMissing(x0))) {
      addHalf(data, count, 0, low, k, state, sums, powers);
      addHalf(data, count, 1, high, k, state + 16, sums + 16, powers + 16);
      const held = f64x2.splat(<f64>count);
      for (let lane: usize = 0; lane < rowBytes; lane += 16) {
        add(sums + rowBytes + lane, held);
        add(powers + rowBytes + lane, held);
      }
      continue;
    }
    const first = addHalfWithMissing(data, count, 0, low, k, state, sums, powers);
    const second0 = addHalfWithMissing(data, count, 1, high, k, state + 16, sums + 16, powers + 16);
    v128.store(start, v128.shuffle<i64>(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(second0), 0, 2));
  }
}

/** Brings the states of all groups to rest where they have died away; at fixed places of the grid only. */
export function sdRest(states: usize, groups: i32): void {
  bringToRest(states, states + <usize>groups * stateBytes);
}

/**
 * The values of one row out of n seconds or blocks of `groups` groups: dst[i] = sum / count, NaN where fewer than `least` samples have a value.
 * isLevel: 10 log10(mean + 0.01), in dB. src: f64[n][groups][2][4]
 */
export function sdRow(src: usize, n: i32, groups: i32, row: i32, least: f64, isLevel: i32, dst: usize): void {
  let at = src + <usize>(row >> 2) * 2 * rowBytes + ((<usize>(row & 3)) << 3);
  const apart = <usize>groups * 2 * rowBytes;
  for (let i = 0; i < n; i++) {
    const count = load<f64>(at, rowBytes);
    const mean = count >= least && count > 0 ? load<f64>(at) / count : NaN;
    store<f64>(dst + ((<usize>i) << 3), isLevel ? 10 * Math.log10(mean + 0.01) : mean);
    at += apart;
  }
}

/** values[i] -= baseline[i]. f64[n] */
export function sdExcursions(values: usize, baseline: usize, n: i32): void {
  for (let i = 0; i < n; i++) {
    const at = (<usize>i) << 3;
    store<f64>(values + at, load<f64>(values + at) - load<f64>(baseline + at));
  }
}

function sizeAt(e: usize, k: i32): f64 {
  return abs(load<f64>(e + ((<usize>k) << 3)));
}

/** Whether no excursion within `reach` is larger, and none before as large. */
function isLargest(e: usize, n: i32, k: i32, reach: i32): bool {
  const size = sizeAt(e, k);
  for (let d = 1; d <= reach; d++) {
    if (k + d < n && sizeAt(e, k + d) > size) return false;
    if (k - d >= 0 && sizeAt(e, k - d) >= size) return false;
  }
  return true;
}

/**
 * Candidates of excursions e: f64[n] of at least `threshold`, the largest within `reach` and of `narrow` to `wide` at half height. dst: f64[room][2],
 * where each is largest and where its half-height run begins. Returns how many there are; they lie further apart than `reach`.
 */
export function sdCandidates(e: usize, n: i32, threshold: f64, reach: i32, narrow: i32, wide: i32, dst: usize): i32 {
  let found = 0;
  for (let k = 0; k < n; k++) {
    const size = sizeAt(e, k);
    if (!(size >= threshold) || !isLargest(e, n, k, reach)) continue;
    const half = size / 2;
    let first = k;
    while (first > 0 && k - first <= wide && sizeAt(e, first - 1) >= half) first--;
    let last = k;
    while (last + 1 < n && last - first <= wide && sizeAt(e, last + 1) >= half) last++;
    const width = last - first + 1;
    if (width < narrow || width > wide) continue;
    const at = dst + ((<usize>found) << 4);
    store<f64>(at, <f64>k);
    store<f64>(at, <f64>first, 8);
    found++;
  }
  return found;
}
