// Software rasteriser of traces: what shaders/traces.wgsl does on a GPU, by the same formulas, into RGBA bytes.
// The host gives, for the pixels -1 .. width, a table of which elements of the data each pixel shows (src/render/plan.ts).

/** y is held within this many pixels of the top edge, so that float32 still resolves a fraction of a pixel. */
const farY: f32 = 16384;
const emptyLow: f32 = 3.0e38;
const emptyHigh: f32 = -3.0e38;
const largest: f32 = f32.MAX_VALUE;

/** Flags of a table entry; the number of its ranges is in the bits above. */
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

/** Blends `source` (r, g, b, 255 as floats) with `alpha` over the RGBA pixel at p; rounds to nearest. */
// @ts-expect-error: decorator
@inline
function blend(p: usize, source: v128, alpha: f32): void {
  const bytes = v128.load_zero<u32>(p);
  const under = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
  const mixed = f32x4.add(under, f32x4.mul(f32x4.sub(source, under), f32x4.splat(alpha)));
  const words = i32x4.trunc_sat_f32x4_s(f32x4.nearest(mixed));
  const halves = i16x8.narrow_i32x4_u(words, words);
  v128.store_lane<u32>(p, i8x16.narrow_i16x8_u(halves, halves), 0);
}

/** Rows [from, to) of one pixel column get the same alpha. */
// @ts-expect-error: decorator
@inline
function fillSpan(out: usize, stride: i32, from: i32, to: i32, source: v128, packed: u32, alpha: f32): void {
  let p = out + <usize>(from * stride);
  if (alpha >= 1) {
    for (let r = from; r < to; r++, p += stride) store<u32>(p, packed);
  } else {
    for (let r = from; r < to; r++, p += stride) blend(p, source, alpha);
  }
}

/** The vertical span [top, bottom) of one pixel column, its ends by coverage. */
function drawSpan(
  out: usize,
  stride: i32,
  height: i32,
  top: f32,
  bottom: f32,
  source: v128,
  packed: u32,
  alpha: f32,
): void {
  const first = max<i32>(0, <i32>floor<f32>(top));
  const last = min<i32>(height, <i32>ceil<f32>(bottom)) - 1;
  if (last < first) return;
  const coverFirst = min<f32>(<f32>(first + 1), bottom) - max<f32>(<f32>first, top);
  fillSpan(out, stride, first, first + 1, source, packed, alpha * coverFirst);
  if (last == first) return;
  fillSpan(out, stride, first + 1, last, source, packed, alpha);
  const coverLast = min<f32>(<f32>(last + 1), bottom) - <f32>last;
  fillSpan(out, stride, last, last + 1, source, packed, alpha * coverLast);
}

let spanLow: f32 = 0;
let spanHigh: f32 = 0;

/** Union of `count` elements into spanLow, spanHigh (values). step 4: samples; step 8: min/max pairs. Non-finite is skipped. */
function unite(address: usize, count: u32, step: u32): void {
  let low = spanLow;
  let high = spanHigh;
  const end = address + <usize>(count * step);
  if (count >= 8) {
    let lows = f32x4.splat(low);
    let highs = f32x4.splat(high);
    const finite = f32x4.splat(largest);
    const noLow = f32x4.splat(emptyLow);
    const noHigh = f32x4.splat(emptyHigh);
    for (; address + 16 <= end; address += 16) {
      const values = v128.load(address);
      const isFinite4 = f32x4.le(f32x4.abs(values), finite);
      lows = f32x4.pmin(lows, v128.bitselect(values, noLow, isFinite4));
      highs = f32x4.pmax(highs, v128.bitselect(values, noHigh, isFinite4));
    }
    // Pairs hold minima in even and maxima in odd lanes, and min <= max: all lanes may join both unions.
    low = min<f32>(
      min<f32>(f32x4.extract_lane(lows, 0), f32x4.extract_lane(lows, 1)),
      min<f32>(f32x4.extract_lane(lows, 2), f32x4.extract_lane(lows, 3)),
    );
    high = max<f32>(
      max<f32>(f32x4.extract_lane(highs, 0), f32x4.extract_lane(highs, 1)),
      max<f32>(f32x4.extract_lane(highs, 2), f32x4.extract_lane(highs, 3)),
    );
  }
  for (; address < end; address += 4) {
    const value = load<f32>(address);
    if (!(abs<f32>(value) <= largest)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  spanLow = low;
  spanHigh = high;
}

/** Area under clamp(Y - y, -h, h) for y from ya to yb over a width of dx, at four Y (src/render/README.md, "Coverage"). */
// @ts-expect-error: decorator
@inline
function slabArea(ys: v128, ya: f32, yb: f32, h: f32, dx: f32, isFlat: bool, scale: f32): v128 {
  const limit = f32x4.splat(h);
  if (isFlat) {
    const offset = f32x4.sub(ys, f32x4.splat(<f32>0.5 * (ya + yb)));
    return f32x4.mul(f32x4.splat(dx), f32x4.max(f32x4.neg(limit), f32x4.min(limit, offset)));
  }
  const half = f32x4.splat(0.5);
  const s0 = f32x4.abs(f32x4.sub(ys, f32x4.splat(ya)));
  const s1 = f32x4.abs(f32x4.sub(ys, f32x4.splat(yb)));
  const a0 = f32x4.min(s0, limit);
  const a1 = f32x4.min(s1, limit);
  const q0 = f32x4.mul(a0, f32x4.sub(s0, f32x4.mul(half, a0)));
  const q1 = f32x4.mul(a1, f32x4.sub(s1, f32x4.mul(half, a1)));
  return f32x4.mul(f32x4.splat(scale), f32x4.sub(q1, q0));
}

let touchedFrom: i32 = 0;
let touchedTo: i32 = 0;

/** Adds the coverage of one segment's part inside a pixel to the rows of `cover`. Height is that of the picture. */
// @ts-expect-error: decorator
@inline
function addPortion(cover: usize, height: i32, ya: f32, yb: f32, h: f32, dx: f32, low: f32, high: f32): void {
  const from = max<i32>(0, <i32>floor<f32>(low));
  const to = min<i32>(height, <i32>ceil<f32>(high));
  if (to <= from) return;
  touchedFrom = min<i32>(touchedFrom, from);
  touchedTo = max<i32>(touchedTo, to);
  const isFlat = abs<f32>(ya - yb) < 0.001;
  const scale: f32 = isFlat ? <f32>0 : dx / (ya - yb);
  const lows = f32x4.splat(low);
  const highs = f32x4.splat(high);
  // Lane 3 carries the area at the row above; nothing lies above the segment's own first row but clipped area.
  let above = slabArea(f32x4.max(lows, f32x4.splat(<f32>from)), ya, yb, h, dx, isFlat, scale);
  let edges = f32x4.add(f32x4.splat(<f32>from), f32x4(1, 2, 3, 4));
  for (let r = from; r < to; r += 4) {
    const below = slabArea(f32x4.min(highs, f32x4.max(lows, edges)), ya, yb, h, dx, isFlat, scale);
    const shifted = v128.shuffle<f32>(above, below, 3, 4, 5, 6);
    const p = cover + ((<usize>r) << 2);
    v128.store(p, f32x4.add(v128.load(p), f32x4.sub(below, shifted)));
    above = below;
    edges = f32x4.add(edges, f32x4.splat(4));
  }
}

/** y of every element of a line pixel to `ys` (NaN where there is none); returns their number. */
function gather(entry: usize, ranges: usize, row: u32, baseline: f32, scale: f32, ys: usize): i32 {
  let range = ranges + ((<usize>load<u32>(entry)) << 4);
  const last = range + ((<usize>(load<u32>(entry, 4) >> rangeShift)) << 4);
  let n = 0;
  for (; range < last; range += 16) {
    const base = <usize>load<u32>(range);
    const count = <i32>load<u32>(range, 8);
    if (base == 0) {
      for (let i = 0; i < count; i++, n++) store<f32>(ys + ((<usize>n) << 2), f32.NaN);
      continue;
    }
    let address = base + <usize>(row * load<u32>(range, 4));
    for (let i = 0; i < count; i++, n++, address += 4) {
      const value = load<f32>(address);
      store<f32>(ys + ((<usize>n) << 2), abs<f32>(value) <= largest ? toY(value, baseline, scale) : f32.NaN);
    }
  }
  return n;
}

/** Polyline through the n samples at `ys` inside one pixel. t0: position of the first, in samples from the left edge. */
function drawLine(
  out: usize,
  stride: i32,
  height: i32,
  ys: usize,
  n: i32,
  breaks: u32,
  t0: f32,
  pixelsPerSample: f32,
  samplesPerPixel: f32,
  lineWidth: f32,
  source: v128,
  packed: u32,
  alpha: f32,
  cover: usize,
): void {
  const half: f32 = 0.5 * lineWidth;
  touchedFrom = height;
  touchedTo = 0;
  let check: f32 = 0;
  for (let j = 0; j < n; j++) check += load<f32>(ys + ((<usize>j) << 2));
  for (let j = 0; j + 1 < n; j++) {
    const x0 = (t0 + <f32>j) * pixelsPerSample;
    const x1 = (t0 + <f32>(j + 1)) * pixelsPerSample;
    if (x1 <= 0 || (breaks >> (j + 1)) & 1) continue;
    if (x0 >= 1) break;
    const y0 = load<f32>(ys + ((<usize>j) << 2));
    const y1 = load<f32>(ys + ((<usize>j) << 2), 4);
    if (y0 != y0 || y1 != y1) continue;
    const xa = max<f32>(x0, 0);
    const xb = min<f32>(x1, 1);
    const slope = (y1 - y0) * samplesPerPixel;
    const h: f32 = half * sqrt<f32>(1 + slope * slope);
    const ya = y0 + slope * (xa - x0);
    const yb = y0 + slope * (xb - x0);
    const low = max<f32>(min<f32>(y0, y1) - half, min<f32>(ya, yb) - h);
    const high = min<f32>(max<f32>(y0, y1) + half, max<f32>(ya, yb) + h);
    addPortion(cover, height, ya, yb, h, xb - xa, low, high);
  }
  if (check != check || breaks != 0) {
    const wide: f32 = min<f32>(half, widestDot);
    for (let j = 1; j + 1 < n; j++) {
      const p = ys + ((<usize>j) << 2);
      const y = load<f32>(p);
      if (y != y) continue;
      const before = load<f32>(p - 4);
      const after = load<f32>(p, 4);
      if (before == before && !((breaks >> j) & 1)) continue;
      if (after == after && !((breaks >> (j + 1)) & 1)) continue;
      const x = (t0 + <f32>j) * pixelsPerSample;
      const dx = min<f32>(1, x + wide) - max<f32>(0, x - wide);
      if (dx > 0) addPortion(cover, height, y, y, half, dx, y - half, y + half);
    }
  }
  let p = out + <usize>(touchedFrom * stride);
  for (let r = touchedFrom; r < touchedTo; r++, p += stride) {
    const c = cover + ((<usize>r) << 2);
    const covered = min<f32>(1, load<f32>(c)) * alpha;
    store<f32>(c, 0);
    if (covered >= 0.998) store<u32>(p, packed);
    else if (covered > 0.001) blend(p, source, covered);
  }
  // Groups of four may reach past the last row.
  v128.store(cover + ((<usize>touchedTo) << 2), f32x4.splat(0));
}

/**
 * Draws `rowCount` rows, in order, over the picture at `out`.
 * table: u32[4] for each pixel -1 .. width: first range, flags | ranges << 3, break bits of a line's elements, t0 (f32 bits).
 * ranges: u32[4]: address of the first element in row 0 (0 = missing), bytes from row to row, elements, bytes of an element.
 * rows: 32 bytes each: row (u32), baseline, pixels per unit, unused, r, g, b (0..255), alpha (0..1), all f32.
 * scratch: 8 * (width + 2) + 4 * (height + 8) + 256 bytes; the part after the first 8 * (width + 2) must be zero and stays so.
 */
export function rasterTraces(
  out: usize,
  stride: i32,
  width: i32,
  height: i32,
  table: usize,
  ranges: usize,
  rows: usize,
  rowCount: i32,
  lineWidth: f32,
  samplesPerPixel: f32,
  pixelsPerSample: f32,
  scratch: usize,
): void {
  const entries = width + 2;
  const half: f32 = 0.5 * lineWidth;
  const cover = scratch + ((<usize>entries) << 3);
  const ys = cover + ((<usize>(height + 8)) << 2);
  for (let i = 0; i < rowCount; i++, rows += 32) {
    const row = load<u32>(rows);
    const baseline = load<f32>(rows, 4);
    const scale = load<f32>(rows, 8);
    const alpha = load<f32>(rows, 28);
    const source = f32x4.replace_lane(v128.load(rows, 16), 3, 255);
    const words = i32x4.trunc_sat_f32x4_s(f32x4.nearest(source));
    const halves = i16x8.narrow_i32x4_u(words, words);
    const packed = <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(halves, halves), 0);

    let entry = table;
    for (let e = 0; e < entries; e++, entry += 16) {
      const flags = load<u32>(entry, 4);
      const span = scratch + ((<usize>e) << 3);
      spanLow = emptyLow;
      spanHigh = emptyHigh;
      if (flags & showsColumn) {
        let range = ranges + ((<usize>load<u32>(entry)) << 4);
        const last = range + ((<usize>(flags >> rangeShift)) << 4);
        for (; range < last; range += 16) {
          const base = <usize>load<u32>(range);
          if (base == 0) continue;
          unite(base + <usize>(row * load<u32>(range, 4)), load<u32>(range, 8), load<u32>(range, 12));
        }
      }
      if (spanLow <= spanHigh) {
        const y0 = toY(spanLow, baseline, scale);
        const y1 = toY(spanHigh, baseline, scale);
        store<f32>(span, min<f32>(y0, y1));
        store<f32>(span, max<f32>(y0, y1), 4);
      } else {
        store<f32>(span, emptyLow);
        store<f32>(span, emptyHigh, 4);
      }
    }

    let p = out;
    entry = table + 16;
    for (let e = 1; e <= width; e++, entry += 16, p += 4) {
      const flags = load<u32>(entry, 4);
      if (flags & showsColumn) {
        const span = scratch + ((<usize>e) << 3);
        const low = load<f32>(span);
        const high = load<f32>(span, 4);
        if (low > high) continue;
        let top = low;
        let bottom = high;
        // Neighbours that do not overlap meet half way, so a joined line never tears and neither side pays it all.
        const lowBefore = load<f32>(span - 8);
        const highBefore = load<f32>(span - 8, 4);
        if (flags & joinsPrevious && lowBefore <= highBefore) {
          if (highBefore < low) top = <f32>0.5 * (highBefore + low);
          else if (lowBefore > high) bottom = <f32>0.5 * (lowBefore + high);
        }
        const lowAfter = load<f32>(span, 8);
        const highAfter = load<f32>(span, 12);
        if (load<u32>(entry, 20) & joinsPrevious && lowAfter <= highAfter) {
          if (highAfter < low) top = min<f32>(top, <f32>0.5 * (highAfter + low));
          else if (lowAfter > high) bottom = max<f32>(bottom, <f32>0.5 * (lowAfter + high));
        }
        drawSpan(p, stride, height, top - half, bottom + half, source, packed, alpha);
      } else if (flags & showsLine) {
        const n = gather(entry, ranges, row, baseline, scale, ys);
        const breaks = load<u32>(entry, 8);
        const t0 = load<f32>(entry, 12);
        drawLine(
          p,
          stride,
          height,
          ys,
          n,
          breaks,
          t0,
          pixelsPerSample,
          samplesPerPixel,
          lineWidth,
          source,
          packed,
          alpha,
          cover,
        );
      }
    }
  }
}
