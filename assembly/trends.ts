// What EEG trends are made of (algorithms.md 12 and 13), four derived rows at once: samples of a group lie as f32[n][4], NaN where there is none.
import { fourier, fourierBins, powersOf } from "./fourier";
import { demote, isMissing, promoteHigh } from "./lanes";
import { bringToRest } from "./runs";

/** Samples that pass through all sections while they lie in the first-level cache. */
const blockSamples = 256;
/** Of a filter: x0[4], then s1[4], s2[4] of each section; float64. */
const startBytes: usize = 32;
const sectionState: usize = 64;
const coefficientBytes: usize = 40;

/** y of a section for two lanes, with its new state at `s`. */
function step(x: v128, k: usize, s: usize): v128 {
  const y = f64x2.add(f64x2.mul(v128.load64_splat(k), x), v128.load(s));
  const next = f64x2.add(f64x2.mul(v128.load64_splat(k, 8), x), v128.load(s, 32));
  v128.store(s, f64x2.sub(next, f64x2.mul(v128.load64_splat(k, 24), y)));
  v128.store(s, f64x2.sub(f64x2.mul(v128.load64_splat(k, 16), x), f64x2.mul(v128.load64_splat(k, 32), y)), 32);
  return y;
}

/** One section over the samples at `work`: f64[count][4]. */
function passOne(work: usize, count: i32, k: usize, state: usize): void {
  const b0 = v128.load64_splat(k),
    b1 = v128.load64_splat(k, 8),
    b2 = v128.load64_splat(k, 16),
    a1 = v128.load64_splat(k, 24),
    a2 = v128.load64_splat(k, 32);
  let s = v128.load(state),
    u = v128.load(state, 16),
    t = v128.load(state, 32),
    v = v128.load(state, 48);
  const end = work + ((<usize>count) << 5);
  for (let at = work; at < end; at += 32) {
    const x = v128.load(at);
    const z = v128.load(at, 16);
    const y = f64x2.add(f64x2.mul(b0, x), s);
    const w = f64x2.add(f64x2.mul(b0, z), u);
    s = f64x2.sub(f64x2.add(f64x2.mul(b1, x), t), f64x2.mul(a1, y));
    u = f64x2.sub(f64x2.add(f64x2.mul(b1, z), v), f64x2.mul(a1, w));
    t = f64x2.sub(f64x2.mul(b2, x), f64x2.mul(a2, y));
    v = f64x2.sub(f64x2.mul(b2, z), f64x2.mul(a2, w));
    v128.store(at, y);
    v128.store(at, w, 16);
  }
  v128.store(state, s);
  v128.store(state, u, 16);
  v128.store(state, t, 32);
  v128.store(state, v, 48);
}

/** Two sections after each other: the second takes a sample as soon as the first has made it, so that neither waits for the other's recursion. The same values as one after the other. */
function passTwo(work: usize, count: i32, k: usize, state: usize): void {
  const kk = k + coefficientBytes;
  const other = state + sectionState;
  let s = v128.load(state),
    u = v128.load(state, 16),
    t = v128.load(state, 32),
    v = v128.load(state, 48),
    ss = v128.load(other),
    uu = v128.load(other, 16),
    tt = v128.load(other, 32),
    vv = v128.load(other, 48);
  const end = work + ((<usize>count) << 5);
  for (let at = work; at < end; at += 32) {
    const x = v128.load(at);
    const z = v128.load(at, 16);
    let b = v128.load64_splat(k);
    const y = f64x2.add(f64x2.mul(b, x), s);
    const w = f64x2.add(f64x2.mul(b, z), u);
    b = v128.load64_splat(k, 8);
    let a = v128.load64_splat(k, 24);
    s = f64x2.sub(f64x2.add(f64x2.mul(b, x), t), f64x2.mul(a, y));
    u = f64x2.sub(f64x2.add(f64x2.mul(b, z), v), f64x2.mul(a, w));
    b = v128.load64_splat(k, 16);
    a = v128.load64_splat(k, 32);
    t = f64x2.sub(f64x2.mul(b, x), f64x2.mul(a, y));
    v = f64x2.sub(f64x2.mul(b, z), f64x2.mul(a, w));
    b = v128.load64_splat(kk);
    const yy = f64x2.add(f64x2.mul(b, y), ss);
    const ww = f64x2.add(f64x2.mul(b, w), uu);
    b = v128.load64_splat(kk, 8);
    a = v128.load64_splat(kk, 24);
    ss = f64x2.sub(f64x2.add(f64x2.mul(b, y), tt), f64x2.mul(a, yy));
    uu = f64x2.sub(f64x2.add(f64x2.mul(b, w), vv), f64x2.mul(a, ww));
    b = v128.load64_splat(kk, 16);
    a = v128.load64_splat(kk, 32);
    tt = f64x2.sub(f64x2.mul(b, y), f64x2.mul(a, yy));
    vv = f64x2.sub(f64x2.mul(b, w), f64x2.mul(a, ww));
    v128.store(at, yy);
    v128.store(at, ww, 16);
  }
  v128.store(state, s);
  v128.store(state, u, 16);
  v128.store(state, t, 32);
  v128.store(state, v, 48);
  v128.store(other, ss);
  v128.store(other, uu, 16);
  v128.store(other, tt, 32);
  v128.store(other, vv, 48);
}

function rectify(work: usize, count: i32): void {
  const pi = f64x2.splat(Math.PI);
  const end = work + ((<usize>count) << 5);
  for (let at = work; at < end; at += 16) v128.store(at, f64x2.mul(f64x2.abs(v128.load(at)), pi));
}

/** Samples of two lanes where some may be missing or a run begins: the ones of a lane at `work`, NaN where there is none. */
function stepwise(
  src: usize,
  count: i32,
  half: usize,
  k: usize,
  sections: i32,
  rectified: i32,
  isBare: i32,
  state: usize,
  work: usize,
): void {
  const none = f64x2.splat(NaN);
  const pi = f64x2.splat(Math.PI);
  const own = state + (half << 4);
  let x0 = v128.load(own);
  for (let i = 0; i < count; i++) {
    const place = (<usize>i) << 4;
    const x = f64x2.promote_low_f32x4(v128.load64_zero(src + place + (half << 3)));
    const here = f64x2.eq(x, x);
    const fresh = v128.or(f64x2.ne(x0, x0), v128.not(here));
    x0 = v128.bitselect(v128.bitselect(isBare ? f64x2.splat(0) : x, x0, fresh), none, here);
    let y = v128.and(f64x2.sub(x, x0), here);
    for (let section = 0; section < sections; section++) {
      const held = own + startBytes + <usize>section * sectionState;
      v128.store(held, v128.andnot(v128.load(held), fresh));
      v128.store(held, v128.andnot(v128.load(held, 32), fresh), 32);
      y = step(y, k + <usize>section * coefficientBytes, held);
      if (section + 1 === rectified) y = f64x2.mul(f64x2.abs(y), pi);
    }
    v128.store(work + (place << 1) + (half << 4), v128.bitselect(y, none, here));
  }
  v128.store(own, x0);
}

/** Samples less those that their runs began with, as f64[count][4] at `work`. Returns whether all of them are there. */
function promoteAll(src: usize, count: i32, low: v128, high: v128, work: usize): bool {
  let missing = f32x4.splat(0);
  let to = work;
  const end = src + ((<usize>count) << 4);
  for (let at = src; at < end; at += 16) {
    const x = v128.load(at);
    missing = v128.or(missing, isMissing(x));
    v128.store(to, f64x2.sub(f64x2.promote_low_f32x4(x), low));
    v128.store(to, f64x2.sub(promoteHigh(x), high), 16);
    to += 32;
  }
  return !v128.any_true(missing);
}

/**
 * Sections k: f64[sections][5] over n samples; runs begin with a steady state (algorithms.md 1.4, of sections that let no constant pass) and end where a sample is missing.
 * rectified: so many sections, then |x| pi, then the others; 0: nowhere. isBare: runs begin at rest instead. state: x0[4], NaN before the first sample, and what sections hold;
 * dst may be src. work: f64[256][4].
 */
export function trendFilter(
  src: usize,
  n: i32,
  k: usize,
  sections: i32,
  rectified: i32,
  isBare: i32,
  state: usize,
  work: usize,
  dst: usize,
): void {
  for (let from = 0; from < n; from += blockSamples) {
    const count = min(blockSamples, n - from);
    const own = src + ((<usize>from) << 4);
    const low = v128.load(state);
    const high = v128.load(state, 16);
    const isFresh = v128.any_true(v128.or(f64x2.ne(low, low), f64x2.ne(high, high)));
    if (isFresh || !promoteAll(own, count, low, high, work)) {
      stepwise(own, count, 0, k, sections, rectified, isBare, state, work);
      stepwise(own, count, 1, k, sections, rectified, isBare, state, work);
    } else {
      for (let section = 0; section < sections; section++) {
        const own = k + <usize>section * coefficientBytes;
        const held = state + startBytes + <usize>section * sectionState;
        if (section + 1 < sections && section + 1 !== rectified) {
          passTwo(work, count, own, held);
          section++;
        } else passOne(work, count, own, held);
        if (section + 1 === rectified) rectify(work, count);
      }
    }
    for (let i = 0; i < count; i++) {
      const at = work + ((<usize>i) << 5);
      v128.store(dst + ((<usize>(from + i)) << 4), demote(v128.load(at), v128.load(at, 16)));
    }
    bringToRest(state + startBytes, state + startBytes + <usize>sections * sectionState);
  }
}

/** Of the samples between edges i32[blocks + 1]: dst f64[blocks][2][4], sums of squares and how many samples have a value. */
export function trendSquares(src: usize, edges: usize, blocks: i32, dst: usize): void {
  for (let block = 0; block < blocks; block++) {
    const from = load<i32>(edges + ((<usize>block) << 2));
    const to = load<i32>(edges + ((<usize>block) << 2), 4);
    let low = f64x2.splat(0);
    let high = low;
    let held = i32x4.splat(0);
    for (let i = from; i < to; i++) {
      const x = v128.load(src + ((<usize>i) << 4));
      const here = f32x4.eq(x, x);
      const value = v128.and(x, here);
      held = i32x4.sub(held, here);
      const a = f64x2.promote_low_f32x4(value);
      const b = promoteHigh(value);
      low = f64x2.add(low, f64x2.mul(a, a));
      high = f64x2.add(high, f64x2.mul(b, b));
    }
    const at = dst + ((<usize>block) << 6);
    v128.store(at, low);
    v128.store(at, high, 16);
    v128.store(at, f64x2.convert_low_i32x4_s(held), 32);
    v128.store(at, f64x2.convert_low_i32x4_s(v128.shuffle<i32>(held, held, 2, 3, 2, 3)), 48);
  }
}

/** Of the samples between edges i32[blocks + 1]: dst f32[blocks][2][4], smallest and largest; infinities where there are none. */
export function trendExtremes(src: usize, edges: usize, blocks: i32, dst: usize): void {
  for (let block = 0; block < blocks; block++) {
    const from = load<i32>(edges + ((<usize>block) << 2));
    const to = load<i32>(edges + ((<usize>block) << 2), 4);
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    for (let i = from; i < to; i++) {
      const x = v128.load(src + ((<usize>i) << 4));
      low = f32x4.pmin(low, x);
      high = f32x4.pmax(high, x);
    }
    v128.store(dst + ((<usize>block) << 5), low);
    v128.store(dst + ((<usize>block) << 5), high, 16);
  }
}

/** Samples [from, to) of the lanes in the mask, a bit each, become missing. */
export function trendBlank(src: usize, from: i32, to: i32, lanes: i32): void {
  const bits = i32x4(1, 2, 4, 8);
  const mask = i32x4.eq(v128.and(i32x4.splat(lanes), bits), bits);
  const none = f32x4.splat(NaN);
  for (let i = from; i < to; i++) {
    const at = src + ((<usize>i) << 4);
    v128.store(at, v128.bitselect(none, v128.load(at), mask));
  }
}

/**
 * Adds the power of one window of n samples to sums f64[bins][4] and how often to counts f64[4]; lanes that miss a sample are left out. weights: f64[n];
 * radices, stages, turns as `fourier` takes them, no stages: as `fourierBins`; work: 2 n elements; then f64[4].
 */
export function welchAdd(
  src: usize,
  n: i32,
  weights: usize,
  radices: usize,
  stages: i32,
  turns: usize,
  bins: i32,
  work: usize,
  sums: usize,
  counts: usize,
): void {
  let low = f64x2.splat(0);
  let high = low;
  for (let i = 0; i < n; i++) {
    const x = v128.load(src + ((<usize>i) << 4));
    low = f64x2.add(low, f64x2.promote_low_f32x4(x));
    high = f64x2.add(high, promoteHigh(x));
  }
  const hereLow = f64x2.eq(low, low);
  const hereHigh = f64x2.eq(high, high);
  if (!v128.any_true(v128.or(hereLow, hereHigh))) return;
  const length = f64x2.splat(<f64>n);
  const meanLow = f64x2.div(low, length);
  const meanHigh = f64x2.div(high, length);
  for (let i = 0; i < n; i++) {
    const x = v128.load(src + ((<usize>i) << 4));
    const w = v128.load64_splat(weights + ((<usize>i) << 3));
    const a = v128.and(f64x2.mul(f64x2.sub(f64x2.promote_low_f32x4(x), meanLow), w), hereLow);
    const b = v128.and(f64x2.mul(f64x2.sub(promoteHigh(x), meanHigh), w), hereHigh);
    const to = work + ((<usize>i) << 5);
    v128.store(to, v128.shuffle<i64>(a, b, 0, 2));
    v128.store(to, v128.shuffle<i64>(a, b, 1, 3), 16);
  }
  const spare = work + ((<usize>n) << 5);
  let made = spare;
  if (stages > 0) made = fourier(work, spare, n, radices, stages, turns);
  else fourierBins(work, spare, n, bins, turns);
  const powers = spare + ((<usize>n) << 5);
  for (let bin = 0; bin < bins; bin++) {
    powersOf(made, n, bin, powers);
    const to = sums + ((<usize>bin) << 5);
    v128.store(to, f64x2.add(v128.load(to), v128.load(powers)));
    v128.store(to, f64x2.add(v128.load(to, 16), v128.load(powers, 16)), 16);
  }
  const one = f64x2.splat(1);
  v128.store(counts, f64x2.add(v128.load(counts), v128.and(one, hereLow)));
  v128.store(counts, f64x2.add(v128.load(counts, 16), v128.and(one, hereHigh)), 16);
}
