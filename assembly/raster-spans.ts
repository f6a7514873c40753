// Pixels that show columns: from min/max elements to joined vertical spans.
import { blend, firstRow, joinsPrevious, largest, lastRow, rangeShift, showsColumn, toQ15, toY } from "./raster-blend";

const emptyLow: f32 = 3.0e38;
const emptyHigh: f32 = -3.0e38;
/** Ends of a span that is not there: beyond every picture, and whole numbers as i32. */
const emptyTop: f32 = 65536;

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

/** Raw spans of the column pixels -1 .. width of a row: lowest and highest y; low > high where there is nothing. */
export function findSpans(
  table: usize,
  entries: i32,
  ranges: usize,
  row: u32,
  baseline: f32,
  scale: f32,
  spans: usize,
): void {
  for (let e = 0; e < entries; e++, table += 16, spans += 8) {
    const flags = load<u32>(table, 4);
    let low = emptyLow;
    let high = emptyHigh;
    if (flags & showsColumn) {
      let range = ranges + ((<usize>load<u32>(table)) << 4);
      const last = range + ((<usize>(flags >> rangeShift)) << 4);
      for (; range < last; range += 16) {
        const base = <usize>load<u32>(range);
        if (base === 0) continue;
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
export function joinSpans(table: usize, width: i32, half: f32, spans: usize, ends: usize): void {
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

/** Rows [from, to) of one pixel column get the same alpha. */
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
export function drawSpan(
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
  if (last === first) return;
  if (holeTo > holeFrom) {
    fillSpan(out, stride, first + 1, holeFrom, source, packed, alpha);
    fillSpan(out, stride, holeTo, last, source, packed, alpha);
  } else {
    fillSpan(out, stride, first + 1, last, source, packed, alpha);
  }
  const coverLast = min<f32>(<f32>(last + 1), bottom) - <f32>last;
  fillSpan(out, stride, last, last + 1, source, packed, alpha * coverLast);
}

/** The spans of four neighbouring pixels, all opaque: the rows that all of them cover are written four pixels at a time. */
export function drawFourSpans(out: usize, stride: i32, height: i32, ends: usize, source: v128, packed: u32): void {
  let from = 0;
  let to = height;
  for (let i = 0; i < 4; i++) {
    const end = ends + ((<usize>i) << 3);
    from = max<i32>(from, firstRow(load<f32>(end)) + 1);
    to = min<i32>(to, lastRow(load<f32>(end, 4), height));
  }
  if (to > from) {
    const four = i32x4.splat(packed);
    let p = out + <usize>(from * stride);
    for (let r = from; r < to; r++, p += stride) v128.store(p, four);
  }
  for (let i = 0; i < 4; i++) {
    const end = ends + ((<usize>i) << 3);
    const p = out + ((<usize>i) << 2);
    drawSpan(p, stride, height, load<f32>(end), load<f32>(end, 4), from, to, source, packed, 1);
  }
}
