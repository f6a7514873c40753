// Software rasteriser of traces: what shaders/traces.wgsl does on a GPU, by the same formulas, into RGBA bytes.
// The host gives, for the pixels -1 .. width, a table of which elements of the data each pixel shows (src/render/plan.ts).

/** y is held within this many pixels of the top edge, so that float32 still resolves a fraction of a pixel. */
const farY: f32 = 16384;
const emptyLow: f32 = 3.0e38;
const emptyHigh: f32 = -3.0e38;
/** Ends of a span that is not there: beyond every picture, and whole numbers as i32. */
const emptyTop: f32 = 65536;
const largest: f32 = f32.MAX_VALUE;

/** Flags of a table entry; the number of its ranges or samples is in the bits above. */
const showsColumn: u32 = 1;
const showsLine: u32 = 2;
const joinsPrevious: u32 = 4;
const rangeShift: u32 = 3;

/** Half the width of a single sample's dot is at most this, so that the table entry's elements suffice. */
const widestDot: f32 = 4;

/** Rows of `template` (period rows, `templateStride` bytes each) repeated over height rows of width RGBA pixels at `out`. */
export function rasterBackground(
  out: usize,
  stride: i32,
  width: i32,
  height: i32,
  template: usize,
  templateStride: i32,
  period: i32,
): void {
  for (let y = 0; y < height; y++) {
    memory.copy(out + <usize>(y * stride), template + <usize>((y % period) * templateStride), <usize>(width << 2));
  }
}

// @ts-expect-error: decorator
@inline
function toY(value: f32, baseline: f32, scale: f32): f32 {
  return max<f32>(-farY, min<f32>(farY, baseline + value * scale));
}

/** Alpha 0..1 as the fraction of 32768 that `blend` takes. */
// @ts-ignore: decorator
@inline
function toQ15(alpha: f32): i32 {
  return <i32>(alpha * 32767 + <f32>0.5);
}

/** Blends `source` (r, g, b, 255 as 16-bit lanes) over the RGBA pixel at p; rounds to nearest. */
// @ts-ignore: decorator
@inline
function blend(p: usize, source: v128, alphaQ15: i32): void {
  const under = i16x8.extend_low_i8x16_u(v128.load_zero<u32>(p));
  const change = i16x8.q15mulr_sat_s(i16x8.sub(source, under), i16x8.splat(<i16>alphaQ15));
  const mixed = i16x8.add(under, change);
  v128.store_lane<u32>(p, i8x16.narrow_i16x8_u(mixed, mixed), 0);
}

/** Rows [from, to) of one pixel column get the same alpha. */
// @ts-expect-error: decorator
@inline
function fillSpan(out: usize, stride: i32, from: i32, to: i32, source: v128, packed: u32, alpha: f32): void {
  let p = out + <usize>(from * stride);
  if (alpha >= 1) {
    for (let r = from; r < to; r++, p += stride) store<u32>(p, packed);
  } else {
    const q = toQ15(alpha);
    for (let r = from; r < to; r++, p += stride) blend(p, source, q);
  }
}

/** The vertical span [top, bottom) of one pixel column, its ends by coverage, less the rows [holeFrom, holeTo) inside it. */
function drawSpan(
  out: usize,
  stride: i32,
  height: i32,
  top: f32,
  bottom: f32,
  holeFrom: i32,
  holeTo: i32,
  source: v128,
  packed: u32,
  alpha: f32,
): void {
  const first = firstRow(top);
  const last = lastRow(bottom, height);
  if (last < first) return;
  const coverFirst = min<f32>(<f32>(first + 1), bottom) - max<f32>(<f32>first, top);
  fillSpan(out, stride, first, first + 1, source, packed, alpha * coverFirst);
  if (last == first) return;
  if (holeTo > holeFrom) {
    fillSpan(out, stride, first + 1, holeFrom, source, packed, alpha);
    fillSpan(out, stride, holeTo, last, source, packed, alpha);
  } else {
    fillSpan(out, stride, first + 1, last, source, packed, alpha);
  }
  const coverLast = min<f32>(<f32>(last + 1), bottom) - <f32>last;
  fillSpan(out, stride, last, last + 1, source, packed, alpha * coverLast);
}

// @ts-ignore: decorator
@inline
function firstRow(top: f32): i32 {
  return max<i32>(0, <i32>floor<f32>(top));
}

// @ts-ignore: decorator
@inline
function lastRow(bottom: f32, height: i32): i32 {
  return min<i32>(height, <i32>ceil<f32>(bottom)) - 1;
}

/** The spans of four neighbouring pixels, all opaque: the rows that all of them cover are written four pixels at a time. */
function drawFourSpans(out: usize, stride: i32, height: i32, ends: usize, source: v128, packed: u32): void {
  let from = 0;
  let to = height;
  for (let i = 0; i < 4; i++) {
    const end = ends + (<usize>i << 3);
    from = max<i32>(from, firstRow(load<f32>(end)) + 1);
    to = min<i32>(to, lastRow(load<f32>(end, 4), height));
  }
  if (to > from) {
    const four = i32x4.splat(packed);
    let p = out + <usize>(from * stride);
    for (let r = from; r < to; r++, p += stride) v128.store(p, four);
  }
  for (let i = 0; i < 4; i++) {
    const end = ends + (<usize>i << 3);
    const p = out + (<usize>i << 2);
    drawSpan(p, stride, height, load<f32>(end), load<f32>(end, 4), from, to, source, packed, 1);
  }
}

let manyLow: f32 = 0;
let manyHigh: f32 = 0;

/** Least and greatest finite value of [address, end), in whole groups of four, to manyLow and manyHigh; returns what is left. */
function uniteMany(address: usize, end: usize): usize {
  const noLow = f32x4.splat(emptyLow);
  const noHigh = f32x4.splat(emptyHigh);
  const finite = f32x4.splat(largest);
  let lows = noLow;
  let highs = noHigh;
  for (; address + 16 <= end; address += 16) {
    const values = v128.load(address);
    const isFinite4 = f32x4.le(f32x4.abs(values), finite);
    lows = f32x4.pmin(lows, v128.bitselect(values, noLow, isFinite4));
    highs = f32x4.pmax(highs, v128.bitselect(values, noHigh, isFinite4));
  }
  // Pairs hold minima in even and maxima in odd lanes, and min <= max: all lanes may join both unions.
  manyLow = min<f32>(
    min<f32>(f32x4.extract_lane(lows, 0), f32x4.extract_lane(lows, 1)),
    min<f32>(f32x4.extract_lane(lows, 2), f32x4.extract_lane(lows, 3)),
  );
  manyHigh = max<f32>(
    max<f32>(f32x4.extract_lane(highs, 0), f32x4.extract_lane(highs, 1)),
    max<f32>(f32x4.extract_lane(highs, 2), f32x4.extract_lane(highs, 3)),
  );
  return address;
}

/**
 * Area under clamp(Y - y, -h, h) for y from ya to yb over a width of dx, at four Y (src/render/README.md, "Coverage").
 * scale: -1 / slope = dx / (ya - yb), used when the part is not flat.
 */
// @ts-ignore: decorator
@inline
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
// @ts-ignore: decorator
@inline
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
  let p = cover + (<usize>from << 2);
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
function prepareLine(
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
  for (const last = runs + (<usize>runCount << 4); runs < last; runs += 16) {
    const base = <usize>load<u32>(runs);
    const end = y + (<usize>load<u32>(runs, 8) << 2);
    if (base == 0) {
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
      const isFinite = abs<f32>(value) <= largest;
      store<f32>(y, isFinite ? toY(value, baseline, scale) : f32.NaN);
      if (!isFinite) lineHasHoles = true;
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
// @ts-ignore: decorator
@inline
function blendCover(out: usize, stride: i32, height: i32, cover: usize, source: v128, packed: u32, alpha: f32): void {
  // Groups of four may have reached past the last row.
  if (touchedTo == height) v128.store(cover + (<usize>height << 2), f32x4.splat(0));
  const zero = f32x4.splat(0);
  let p = out + <usize>(touchedFrom * stride);
  let c = cover + (<usize>touchedFrom << 2);
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

// @ts-ignore: decorator
@inline
function blendSome(p: usize, source: v128, packed: u32, alphaQ15: i32): void {
  if (alphaQ15 >= 32700) store<u32>(p, packed);
  else if (alphaQ15 > 32) blend(p, source, alphaQ15);
}

/**
 * Polyline through the n samples at `ys` inside one pixel, as coverage. t0: position of the first, in samples from the left
 * edge. Segments first, then the dots of samples that no segment reaches.
 */
function coverLine(
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
    const p = ys + (<usize>j << 2);
    const y0 = load<f32>(p);
    const y1 = load<f32>(p, 4);
    if (y0 != y0 || y1 != y1) continue;
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
  if (breaks == 0 && !lineHasHoles) return;
  const wide: f32 = min<f32>(half, widestDot);
  for (let j = 1; j + 1 < n; j++) {
    const p = ys + (<usize>j << 2);
    const y = load<f32>(p);
    if (y != y) continue;
    const before = load<f32>(p - 4);
    const after = load<f32>(p, 4);
    if (before == before && !((breaks >> j) & 1)) continue;
    if (after == after && !((breaks >> (j + 1)) & 1)) continue;
    const x = (t0 + <f32>j) * pixelsPerSample;
    const dx = min<f32>(1, x + wide) - max<f32>(0, x - wide);
    if (dx > 0) addPortion(cover, height, y, y, half, dx, y - half, y + half, 0);
  }
}

/** Raw spans of the column pixels -1 .. width of a row: lowest and highest y; low > high where there is nothing. */
function findSpans(table: usize, entries: i32, ranges: usize, row: u32, baseline: f32, scale: f32, spans: usize): void {
  for (let e = 0; e < entries; e++, table += 16, spans += 8) {
    const flags = load<u32>(table, 4);
    let low = emptyLow;
    let high = emptyHigh;
    if (flags & showsColumn) {
      let range = ranges + (<usize>load<u32>(table) << 4);
      const last = range + (<usize>(flags >> rangeShift) << 4);
      for (; range < last; range += 16) {
        const base = <usize>load<u32>(range);
        if (base == 0) continue;
        let address = base + <usize>(row * load<u32>(range, 4));
        const count = load<u32>(range, 8);
        const end = address + <usize>(count * load<u32>(range, 12));
        if (count >= 8) {
          address = uniteMany(address, end);
          low = min<f32>(low, manyLow);
          high = max<f32>(high, manyHigh);
        }
        for (; address < end; address += 4) {
          const value = load<f32>(address);
          if (!(abs<f32>(value) <= largest)) continue;
          if (value < low) low = value;
          if (value > high) high = value;
        }
      }
    }
    if (low <= high) {
      const y0 = toY(low, baseline, scale);
      const y1 = toY(high, baseline, scale);
      store<f32>(spans, min<f32>(y0, y1));
      store<f32>(spans, max<f32>(y0, y1), 4);
    } else {
      store<f32>(spans, emptyLow);
      store<f32>(spans, emptyHigh, 4);
    }
  }
}

/** Raw spans to the ends of what is drawn: joined to their neighbours and thickened. */
function joinSpans(table: usize, width: i32, half: f32, spans: usize, ends: usize): void {
  for (let e = 0; e < width; e++, ends += 8) {
    table += 16;
    spans += 8;
    const low = load<f32>(spans);
    const high = load<f32>(spans, 4);
    let top = emptyTop;
    let bottom = -emptyTop;
    if (low <= high) {
      top = low;
      bottom = high;
      // Neighbours that do not overlap meet half way, so a joined line never tears and neither side pays it all.
      const lowBefore = load<f32>(spans - 8);
      const highBefore = load<f32>(spans - 8, 4);
      if (load<u32>(table, 4) & joinsPrevious && lowBefore <= highBefore) {
        if (highBefore < low) top = <f32>0.5 * (highBefore + low);
        else if (lowBefore > high) bottom = <f32>0.5 * (lowBefore + high);
      }
      const lowAfter = load<f32>(spans, 8);
      const highAfter = load<f32>(spans, 12);
      if (load<u32>(table, 20) & joinsPrevious && lowAfter <= highAfter) {
        if (highAfter < low) top = min<f32>(top, <f32>0.5 * (highAfter + low));
        else if (lowAfter > high) bottom = max<f32>(bottom, <f32>0.5 * (lowAfter + high));
      }
      top -= half;
      bottom += half;
    }
    store<f32>(ends, top);
    store<f32>(ends, bottom, 4);
  }
}

/**
 * Draws `rowCount` rows, in order, over the picture at `out`.
 * table: u32[4] for each pixel -1 .. width: of columns: first range, flags | ranges << 3, unused, unused;
 *   of a line: first sample in the row's line, flags | samples << 3, break bits of these samples, t0 (f32 bits).
 * ranges: u32[4]: address of the first element in row 0 (0 = missing), bytes from row to row, elements, bytes of an element.
 * runs: `runCount` ranges that make up the line, one after the other on the grid; `lineCount` samples altogether.
 * rows: 32 bytes each: row (u32), baseline, pixels per unit, unused, r, g, b (0..255), alpha (0..1), all f32.
 * scratch: 16 * (width + 2) + 4 * (height + 8) + 12 * (lineCount + 8) bytes; the part for height must be zero and stays so.
 */
export function rasterTraces(
  out: usize,
  stride: i32,
  width: i32,
  height: i32,
  table: usize,
  ranges: usize,
  runs: usize,
  runCount: i32,
  lineCount: i32,
  rows: usize,
  rowCount: i32,
  lineWidth: f32,
  samplesPerPixel: f32,
  pixelsPerSample: f32,
  scratch: usize,
): void {
  const half: f32 = <f32>0.5 * lineWidth;
  const cover = scratch;
  const spans = cover + (<usize>(height + 8) << 2);
  const ends = spans + (<usize>(width + 2) << 3);
  const ys = ends + (<usize>(width + 2) << 3);
  const toHs = <usize>(lineCount + 8) << 2;
  for (let i = 0; i < rowCount; i++, rows += 32) {
    const row = load<u32>(rows);
    const baseline = load<f32>(rows, 4);
    const scale = load<f32>(rows, 8);
    const alpha = load<f32>(rows, 28);
    const words = i32x4.trunc_sat_f32x4_s(f32x4.replace_lane(v128.load(rows, 16), 3, 255));
    const source = i16x8.narrow_i32x4_s(words, words);
    const packed = <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(source, source), 0);
    findSpans(table, width + 2, ranges, row, baseline, scale, spans);
    joinSpans(table, width, half, spans, ends);
    if (lineCount > 0)
      prepareLine(runs, runCount, row, baseline, scale, half, samplesPerPixel, ys, ys + toHs, ys + 2 * toHs);

    let x = 0;
    while (x < width) {
      const entry = table + (<usize>(x + 1) << 4);
      const p = out + (<usize>x << 2);
      const flags = load<u32>(entry, 4);
      if (flags & showsColumn) {
        const end = ends + (<usize>x << 3);
        const four = flags & load<u32>(entry, 20) & load<u32>(entry, 36) & load<u32>(entry, 52);
        if (alpha >= 1 && x + 4 <= width && four & showsColumn) {
          drawFourSpans(p, stride, height, end, source, packed);
          x += 4;
          continue;
        }
        drawSpan(p, stride, height, load<f32>(end), load<f32>(end, 4), 0, 0, source, packed, alpha);
      } else if (flags & showsLine) {
        const first = ys + (<usize>load<u32>(entry) << 2);
        const n = <i32>(flags >> rangeShift);
        const breaks = load<u32>(entry, 8);
        const t0 = load<f32>(entry, 12);
        coverLine(cover, height, first, toHs, 2 * toHs, n, breaks, t0, pixelsPerSample, samplesPerPixel, half);
        blendCover(p, stride, height, cover, source, packed, alpha);
      }
      x++;
    }
  }
}
