// Pixels that show columns: from min/max elements to edges that are straight from pixel to pixel.
import { joinsPrevious, largest, lowHalves, rangeShift, rounded, roundedOne, showsColumn, toY } from "./raster-blend";
import { bottoms, mostStep, pad, ranges, reach, spans, table, tops, width } from "./raster-frame";
import { clearPixel, spreadColumns } from "./raster-pen";

const emptyLow: f32 = 3.0e38;
const emptyHigh: f32 = -3.0e38;
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

/** Spans of all column pixels of a row: lowest and highest y; low > high where there is nothing. */
function findSpans(row: u32, baseline: f32, scale: f32): void {
  let entry = table;
  let span = spans;
  for (const last = table + ((<usize>(width + 2 * pad)) << 3); entry < last; entry += 8, span += 8) {
    const flags = load<u32>(entry, 4);
    let low = emptyLow;
    let high = emptyHigh;
    if (flags & showsColumn) {
      let range = ranges + ((<usize>load<u32>(entry)) << 4);
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
      store<f32>(span, min<f32>(y0, y1));
      store<f32>(span, max<f32>(y0, y1), 4);
    } else {
      store<f32>(span, emptyLow);
      store<f32>(span, emptyHigh, 4);
    }
  }
}

/** Edges of a pixel's nodes but for the last, from the border before by way of the middle towards the border after. */
function storeEdge(edge: usize, left: f32, middle: f32, right: f32): void {
  const middles = f32x4.splat(middle);
  const toLeft = f32x4.splat((left - middle) * <f32>0.125);
  const toRight = f32x4.splat((right - middle) * <f32>0.125);
  const most = f32x4.splat(mostStep);
  const a = rounded(f32x4.add(middles, f32x4.mul(toLeft, f32x4(8, 7, 6, 5))), most);
  const b = rounded(f32x4.add(middles, f32x4.mul(toLeft, f32x4(4, 3, 2, 1))), most);
  const c = rounded(f32x4.add(middles, f32x4.mul(toRight, f32x4(0, 1, 2, 3))), most);
  const d = rounded(f32x4.add(middles, f32x4.mul(toRight, f32x4(4, 5, 6, 7))), most);
  v128.store(edge, lowHalves(a, b));
  v128.store(edge, lowHalves(c, d), 16);
}

/** The columns of a row as what the pen covers in each sixteenth of the pixels that show columns. */
export function drawColumns(row: u32, baseline: f32, scale: f32): void {
  findSpans(row, baseline, scale);
  let from = -reach;
  for (let pixel = -reach; pixel < width + reach; pixel++) {
    const entry = table + ((<usize>(pixel + pad)) << 3);
    const span = spans + ((<usize>(pixel + pad)) << 3);
    const low = load<f32>(span);
    const high = load<f32>(span, 4);
    if (low > high) {
      if (load<u32>(entry, 4) & showsColumn && pixel >= 0 && pixel < width) clearPixel(pixel);
      from = pixel + 1;
      continue;
    }
    // Where there is no neighbour, the span goes on as it is to the pixel's border.
    let lowBefore = low;
    let highBefore = high;
    let lowAfter = low;
    let highAfter = high;
    const isJoined = load<u32>(entry, 4) & joinsPrevious && load<f32>(span - 8) <= load<f32>(span - 4);
    if (isJoined) {
      lowBefore = load<f32>(span - 8);
      highBefore = load<f32>(span - 4);
    } else from = pixel;
    const goesOn = load<u32>(entry, 12) & joinsPrevious && load<f32>(span, 8) <= load<f32>(span, 12);
    if (goesOn) {
      lowAfter = load<f32>(span, 8);
      highAfter = load<f32>(span, 12);
    }
    let topLeft = max<f32>(low, lowBefore);
    let bottomLeft = min<f32>(high, highBefore);
    if (topLeft > bottomLeft) topLeft = bottomLeft = <f32>0.5 * (topLeft + bottomLeft);
    let topRight = max<f32>(low, lowAfter);
    let bottomRight = min<f32>(high, highAfter);
    if (topRight > bottomRight) topRight = bottomRight = <f32>0.5 * (topRight + bottomRight);
    const isTop = low <= lowBefore && low <= lowAfter;
    const isBottom = high >= highBefore && high >= highAfter;
    const at = (<usize>((pixel + reach) << 4)) << 1;
    storeEdge(tops + at, topLeft, isTop ? low : <f32>0.5 * (topLeft + topRight), topRight);
    storeEdge(bottoms + at, bottomLeft, isBottom ? high : <f32>0.5 * (bottomLeft + bottomRight), bottomRight);
    if (!goesOn || pixel === width + reach - 1) {
      store<u16>(tops + at, roundedOne(topRight, mostStep), 32);
      store<u16>(bottoms + at, roundedOne(bottomRight, mostStep), 32);
      if (pixel >= 0 && from < width) spreadColumns(from, pixel);
      from = pixel + 1;
    }
  }
}
