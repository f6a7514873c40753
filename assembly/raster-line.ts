// Pixels that show samples: the polyline through them by exact area coverage.
import { blend, farY, firstRow, largest, lastRow, toY } from "./raster-blend";

/** Half the width of a single sample's dot is at most this, so that the table entry's samples suffice. */
const widestDot: f32 = 4;

/**
 * Area under clamp(Y - y, -h, h) for y from ya to yb over a width of dx, at four Y (src/render/README.md, "Coverage").
 * scale: -1 / slope = dx / (ya - yb), used when the part is not flat.
 */
function slabArea(ys: v128, ya: f32, yb: f32, h: f32, dx: f32, isFlat: bool, scale: f32): v128 {
  const limit = f32x4.splat(h);
  if (isFlat) {
    const offset = f32x4.sub(ys, f32x4.splat(<f32>0.5 * (ya + yb)));
    return f32x4.mul(f32x4.splat(dx), f32x4.pmax(f32x4.neg(limit), f32x4.pmin(limit, offset)));
  }
  const half = f32x4.splat(0.5);
  const s0 = f32x4.abs(f32x4.sub(ys, f32x4.splat(ya)));
  const s1 = f32x4.abs(f32x4.sub(ys, f32x4.splat(yb)));
  const a0 = f32x4.pmin(s0, limit);
  const a1 = f32x4.pmin(s1, limit);
  const q0 = f32x4.mul(a0, f32x4.sub(s0, f32x4.mul(half, a0)));
  const q1 = f32x4.mul(a1, f32x4.sub(s1, f32x4.mul(half, a1)));
  return f32x4.mul(f32x4.splat(scale), f32x4.sub(q1, q0));
}

let touchedFrom: i32 = 0;
let touchedTo: i32 = 0;

/** Adds the coverage of one stroke's part inside a pixel to the rows of `cover`; up to three rows beyond get 0 or are cut off. */
function addPortion(
  cover: usize,
  height: i32,
  ya: f32,
  yb: f32,
  h: f32,
  dx: f32,
  low: f32,
  high: f32,
  scale: f32,
): void {
  const from = firstRow(low);
  const to = lastRow(high, height) + 1;
  if (to <= from) return;
  touchedFrom = min<i32>(touchedFrom, from);
  touchedTo = max<i32>(touchedTo, to);
  const isFlat = abs<f32>(ya - yb) < 0.001;
  const lows = f32x4.splat(low);
  const highs = f32x4.splat(high);
  // Row r gets area(r + 1) - area(r). Past `high` the area stays, so a last group of three rows needs no edge beyond its own.
  let edges = f32x4.add(f32x4.splat(<f32>from), f32x4(0, 1, 2, 3));
  let area = slabArea(f32x4.pmin(highs, f32x4.pmax(lows, edges)), ya, yb, h, dx, isFlat, scale);
  let p = cover + ((<usize>from) << 2);
  for (let r = from; ; r += 4, p += 16) {
    if (r + 3 >= to) {
      const next = v128.shuffle<f32>(area, area, 1, 2, 3, 3);
      v128.store(p, f32x4.add(v128.load(p), f32x4.sub(next, area)));
      return;
    }
    edges = f32x4.add(edges, f32x4.splat(4));
    const below = slabArea(f32x4.pmin(highs, f32x4.pmax(lows, edges)), ya, yb, h, dx, isFlat, scale);
    const next = v128.shuffle<f32>(area, below, 1, 2, 3, 4);
    v128.store(p, f32x4.add(v128.load(p), f32x4.sub(next, area)));
    if (r + 4 >= to) return;
    area = below;
  }
}

/** Whether the line of the present row misses a sample anywhere. */
let lineHasHoles = false;

/**
 * y of all samples of a row's line to `ys` (NaN where there is none), and for the segment after each of them half of its height
 * in a pixel column to `hs` and -1 / slope to `scales`. `runs` are ranges that follow each other on the grid.
 */
export function prepareLine(
  runs: usize,
  runCount: i32,
  row: u32,
  baseline: f32,
  scale: f32,
  half: f32,
  samplesPerPixel: f32,
  ys: usize,
  hs: usize,
  scales: usize,
): void {
  const baselines = f32x4.splat(baseline);
  const factors = f32x4.splat(scale);
  const missing = f32x4.splat(f32.NaN);
  let y = ys;
  lineHasHoles = false;
  for (const last = runs + ((<usize>runCount) << 4); runs < last; runs += 16) {
    const base = <usize>load<u32>(runs);
    const end = y + ((<usize>load<u32>(runs, 8)) << 2);
    if (base === 0) {
      lineHasHoles = true;
      for (; y < end; y += 4) store<f32>(y, f32.NaN);
      continue;
    }
    let address = base + <usize>(row * load<u32>(runs, 4));
    for (; y + 16 <= end; y += 16, address += 16) {
      const values = v128.load(address);
      const isFinite4 = f32x4.le(f32x4.abs(values), f32x4.splat(largest));
      const placed = f32x4.add(baselines, f32x4.mul(values, factors));
      const kept = f32x4.max(f32x4.splat(-farY), f32x4.min(f32x4.splat(farY), placed));
      v128.store(y, v128.bitselect(kept, missing, isFinite4));
      if (!i32x4.all_true(isFinite4)) lineHasHoles = true;
    }
    for (; y < end; y += 4, address += 4) {
      const value = load<f32>(address);
      const isValue = abs<f32>(value) <= largest;
      store<f32>(y, isValue ? toY(value, baseline, scale) : f32.NaN);
      if (!isValue) lineHasHoles = true;
    }
  }
  const ones = f32x4.splat(1);
  for (let p = ys; p < y; p += 16, hs += 16, scales += 16) {
    const slopes = f32x4.mul(f32x4.sub(v128.load(p, 4), v128.load(p)), f32x4.splat(samplesPerPixel));
    v128.store(hs, f32x4.mul(f32x4.splat(half), f32x4.sqrt(f32x4.add(ones, f32x4.mul(slopes, slopes)))));
    v128.store(scales, f32x4.div(f32x4.splat(-1), slopes));
  }
}

/** Blends the coverage gathered in `cover` over one pixel column, and clears it. */
export function blendCover(
  out: usize,
  stride: i32,
  height: i32,
  cover: usize,
  source: v128,
  packed: u32,
  alpha: f32,
): void {
  // Groups of four may have reached past the last row.
  if (touchedTo === height) v128.store(cover + ((<usize>height) << 2), f32x4.splat(0));
  const zero = f32x4.splat(0);
  let p = out + <usize>(touchedFrom * stride);
  let c = cover + ((<usize>touchedFrom) << 2);
  for (let r = touchedFrom; r < touchedTo; r += 4, c += 16) {
    const share = f32x4.mul(f32x4.pmin(f32x4.splat(1), v128.load(c)), f32x4.splat(alpha * 32767));
    const alphas = i32x4.trunc_sat_f32x4_s(f32x4.nearest(share));
    v128.store(c, zero);
    blendSome(p, source, packed, i32x4.extract_lane(alphas, 0));
    p += stride;
    blendSome(p, source, packed, i32x4.extract_lane(alphas, 1));
    p += stride;
    blendSome(p, source, packed, i32x4.extract_lane(alphas, 2));
    p += stride;
    blendSome(p, source, packed, i32x4.extract_lane(alphas, 3));
    p += stride;
  }
}

function blendSome(p: usize, source: v128, packed: u32, alphaQ15: i32): void {
  if (alphaQ15 >= 32700) store<u32>(p, packed);
  else if (alphaQ15 > 32) blend(p, source, alphaQ15);
}

/** False for the NaN of a missing sample. */
function isPlaced(y: f32): bool {
  return abs<f32>(y) <= farY;
}

/**
 * Polyline through the n samples at `ys` inside one pixel, as coverage. t0: position of the first, in samples from the left
 * edge. Segments first, then the dots of samples that no segment reaches.
 */
export function coverLine(
  cover: usize,
  height: i32,
  ys: usize,
  toHs: usize,
  toScales: usize,
  n: i32,
  breaks: u32,
  t0: f32,
  pixelsPerSample: f32,
  samplesPerPixel: f32,
  half: f32,
): void {
  touchedFrom = height;
  touchedTo = 0;
  for (let j = max<i32>(0, <i32>-t0 - 1); j + 1 < n; j++) {
    const x0 = (t0 + <f32>j) * pixelsPerSample;
    if (x0 >= 1) break;
    const x1 = (t0 + <f32>(j + 1)) * pixelsPerSample;
    if (x1 <= 0 || (breaks >> (j + 1)) & 1) continue;
    const p = ys + ((<usize>j) << 2);
    const y0 = load<f32>(p);
    const y1 = load<f32>(p, 4);
    if (!isPlaced(y0) || !isPlaced(y1)) continue;
    const xa = max<f32>(x0, 0);
    const xb = min<f32>(x1, 1);
    const slope = (y1 - y0) * samplesPerPixel;
    const h = load<f32>(p + toHs);
    const ya = y0 + slope * (xa - x0);
    const yb = y0 + slope * (xb - x0);
    const low = max<f32>(min<f32>(y0, y1) - half, min<f32>(ya, yb) - h);
    const high = min<f32>(max<f32>(y0, y1) + half, max<f32>(ya, yb) + h);
    addPortion(cover, height, ya, yb, h, xb - xa, low, high, load<f32>(p + toScales));
  }
  if (breaks === 0 && !lineHasHoles) return;
  const wide: f32 = min<f32>(half, widestDot);
  for (let j = 1; j + 1 < n; j++) {
    const p = ys + ((<usize>j) << 2);
    const y = load<f32>(p);
    if (!isPlaced(y)) continue;
    const before = load<f32>(p - 4);
    const after = load<f32>(p, 4);
    if (isPlaced(before) && !((breaks >> j) & 1)) continue;
    if (isPlaced(after) && !((breaks >> (j + 1)) & 1)) continue;
    const x = (t0 + <f32>j) * pixelsPerSample;
    const dx = min<f32>(1, x + wide) - max<f32>(0, x - wide);
    if (dx > 0) addPortion(cover, height, y, y, half, dx, y - half, y + half, 0);
  }
}
