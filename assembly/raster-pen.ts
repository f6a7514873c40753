// From what is drawn at each node to what the pen covers between them, and from there to pixels.
import {
  bottoms,
  height,
  highs,
  lows,
  marginY,
  nodeCount,
  quarters,
  reach,
  shareBytes,
  shares,
  stepShift,
  stride,
  tapCount,
  taps,
  tops,
  width,
} from "./raster-frame";

/** `quarters` of b and the rest of a. */
function mixed(a: v128, b: v128): v128 {
  const middle = i16x8.avgr_u(a, b);
  if (quarters === 2) return middle;
  return i16x8.avgr_u(middle, quarters === 1 ? a : b);
}

/**
 * What the pen covers in the 16 sixteenths from the node at `p` on, in u16 steps: over all taps the extremes of what is drawn. Both to
 * 32 bytes each.
 */
function spread16(p: usize, low: usize, high: usize): void {
  let l0 = i16x8.splat(-1);
  let l1 = l0;
  let h0 = i16x8.splat(0);
  let h1 = h0;
  let before = p;
  let after = p + 2;
  let tap = taps;
  for (const end = taps + ((<usize>tapCount) << 1); tap < end; tap += 2, before -= 2, after += 2) {
    const height = v128.load_splat<u16>(tap);
    const a0 = v128.load(before);
    const b0 = v128.load(after);
    const a1 = v128.load(before, 16);
    const b1 = v128.load(after, 16);
    l0 = i16x8.min_u(l0, i16x8.sub_sat_u(i16x8.min_u(a0, b0), height));
    h0 = i16x8.max_u(h0, i16x8.add_sat_u(i16x8.max_u(a0, b0), height));
    l1 = i16x8.min_u(l1, i16x8.sub_sat_u(i16x8.min_u(a1, b1), height));
    h1 = i16x8.max_u(h1, i16x8.add_sat_u(i16x8.max_u(a1, b1), height));
  }
  if (quarters > 0) {
    const a0 = mixed(v128.load(before, 2), v128.load(before));
    const a1 = mixed(v128.load(before, 18), v128.load(before, 16));
    after -= 2;
    const b0 = mixed(v128.load(after), v128.load(after, 2));
    const b1 = mixed(v128.load(after, 16), v128.load(after, 18));
    l0 = i16x8.min_u(l0, i16x8.min_u(a0, b0));
    h0 = i16x8.max_u(h0, i16x8.max_u(a0, b0));
    l1 = i16x8.min_u(l1, i16x8.min_u(a1, b1));
    h1 = i16x8.max_u(h1, i16x8.max_u(a1, b1));
  }
  v128.store(low, l0);
  v128.store(low, l1, 16);
  v128.store(high, h0);
  v128.store(high, h1, 16);
}

/** Nothing covered anywhere. */
export function clearSpans(): void {
  memory.fill(lows, 0xff, (<usize>width) << 5);
  memory.fill(highs, 0, (<usize>width) << 5);
}

/** Nothing covered in one pixel of the picture. */
export function clearPixel(x: i32): void {
  memory.fill(lows + ((<usize>x) << 5), 0xff, 32);
  memory.fill(highs + ((<usize>x) << 5), 0, 32);
}

/** Goes on level for a pen's reach beyond the nodes from..to, which changes nothing between them. */
function extend(edge: usize, from: i32, to: i32): void {
  const first = load<u16>(edge + ((<usize>from) << 1));
  const last = load<u16>(edge + ((<usize>to) << 1));
  for (let i = 1; i <= tapCount + 16; i++) {
    store<u16>(edge + ((<usize>(from - i)) << 1), first);
    store<u16>(edge + ((<usize>(to + i)) << 1), last);
  }
}

/** Spans of one pixel: 16 sixteenths, lowest and highest; and the same of what is not drawn of them. */
const ownLows = memory.data(32);
const ownHighs = memory.data(32);
const unusedSpans = memory.data(32);

/** Spans of the sixteenths from..to, which are one run of a line, from `tops`. */
export function spreadLine(from: i32, to: i32): void {
  const around = reach << 4;
  const first = max<i32>(from, around);
  const last = min<i32>(to, nodeCount - 1 - around);
  extend(tops, from, to + 1);
  for (let node = first & ~15; node <= last; node += 16) {
    spread16(tops + ((<usize>node) << 1), ownLows, ownHighs);
    keepSpans(node - around, max<i32>(first - node, 0), min<i32>(last - node, 15));
  }
}

/** No row below this one of the picture has a part of the trace: of the line's nodes, or of the spans. */
export function lastRow(isLine: bool): i32 {
  let most = i16x8.splat(0);
  let p = isLine ? tops : highs;
  const end = isLine ? tops + ((<usize>nodeCount) << 1) : highs + ((<usize>width) << 5);
  for (; p < end; p += 32) most = i16x8.max_u(most, i16x8.max_u(v128.load(p), v128.load(p, 16)));
  const whole = v128.not(most);
  const step = 65535 - <i32>i16x8.extract_lane_u(least(whole, whole, whole, whole), 0);
  return ((isLine ? step + <i32>load<u16>(taps) : step) >> stepShift) - marginY;
}

/** Spans of four pixels from x on of a line that is one run over the whole picture, to 32 bytes a pixel each. */
export function spreadFour(x: i32, low: usize, high: usize): void {
  let p = tops + ((<usize>((x + reach) << 4)) << 1);
  for (const end = p + 128; p < end; p += 32, low += 32, high += 32) spread16(p, low, high);
}

/** Spans of the pixels from..to, which are one run of columns, from `tops` and `bottoms`. Pixel 0 is the picture's first. */
export function spreadColumns(from: i32, to: i32): void {
  const firstNode = (from + reach) << 4;
  const lastNode = ((to + reach) << 4) + 16;
  extend(tops, firstNode, lastNode);
  extend(bottoms, firstNode, lastNode);
  for (let pixel = max<i32>(0, from); pixel <= min<i32>(to, width - 1); pixel++) {
    const node = (<usize>((pixel + reach) << 4)) << 1;
    const at = (<usize>pixel) << 5;
    spread16(bottoms + node, unusedSpans, highs + at);
    spread16(tops + node, lows + at, unusedSpans);
  }
}

/** Keeps the spans just found of the from..to of the 16 sixteenths at `node` of the picture. */
function keepSpans(node: i32, from: i32, to: i32): void {
  const low = lows + ((<usize>node) << 1);
  const high = highs + ((<usize>node) << 1);
  const ramp = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
  const eights = i16x8.splat(8);
  const before = i16x8.splat(<i16>from);
  const after = i16x8.splat(<i16>to);
  const own0 = v128.and(i16x8.ge_s(ramp, before), i16x8.le_s(ramp, after));
  const next = i16x8.add(ramp, eights);
  const own1 = v128.and(i16x8.ge_s(next, before), i16x8.le_s(next, after));
  v128.store(low, v128.bitselect(v128.load(ownLows), v128.load(low), own0));
  v128.store(low, v128.bitselect(v128.load(ownLows, 16), v128.load(low, 16), own1), 16);
  v128.store(high, v128.bitselect(v128.load(ownHighs), v128.load(high), own0));
  v128.store(high, v128.bitselect(v128.load(ownHighs, 16), v128.load(high, 16), own1), 16);
}

/** Sums of the eight lanes of each of four vectors, in lanes 0..3 and again in 4..7. */
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i16x8.add(
    v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11),
    v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15),
  );
  const cd = i16x8.add(
    v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11),
    v128.shuffle<i16>(c, d, 4, 12, 5, 13, 6, 14, 7, 15),
  );
  const all = i16x8.add(v128.shuffle<i32>(ab, cd, 0, 4, 1, 5), v128.shuffle<i32>(ab, cd, 2, 6, 3, 7));
  return i16x8.add(all, v128.shuffle<i64>(all, all, 1, 0));
}

/** Covered steps of the 16 sixteenths above an edge, each from its own start; whole turns of 65536 do not matter. */
function above(edge: v128, l0: v128, l1: v128, t0: v128, t1: v128): v128 {
  return i16x8.add(i16x8.min_u(i16x8.sub_sat_u(edge, l0), t0), i16x8.min_u(i16x8.sub_sat_u(edge, l1), t1));
}

/**
 * Shares of 32768 of the rows from `from` to at least `to` of a pixel column, four by four, to u16 at `shares` (of row 0): what
 * the sixteenths' spans cover, from l0, l1 on over t0, t1 steps.
 */
function shareRows(shares: usize, from: i32, to: i32, l0: v128, l1: v128, t0: v128, t1: v128): void {
  const factor = i16x8.splat(<i16>((<i32>1) << (11 - stepShift)));
  const step = i16x8.splat(<i16>((<i32>1) << stepShift));
  // A whole pixel would be one too much; 32767 leaves nothing of what was there either.
  const most = i16x8.splat(32767);
  let edge = i16x8.splat(<i16>((from + marginY) << stepShift));
  let e = above(edge, l0, l1, t0, t1);
  for (let r = from; r < to; r += 4) {
    edge = i16x8.add(edge, step);
    const a = above(edge, l0, l1, t0, t1);
    edge = i16x8.add(edge, step);
    const b = above(edge, l0, l1, t0, t1);
    edge = i16x8.add(edge, step);
    const c = above(edge, l0, l1, t0, t1);
    edge = i16x8.add(edge, step);
    const d = above(edge, l0, l1, t0, t1);
    const steps = sums(i16x8.sub(a, e), i16x8.sub(b, a), i16x8.sub(c, b), i16x8.sub(d, c));
    v128.store64_lane(shares + ((<usize>r) << 1), i16x8.min_u(i16x8.mul(steps, factor), most), 0);
    e = d;
  }
}

/** Blends four neighbouring pixels of a row by eight shares, two of them each: lanes 0 to 3 of `own`. */
export function blendFour(p: usize, pair: v128, own: v128): void {
  const twice = v128.shuffle<i16>(own, own, 0, 8, 1, 9, 2, 10, 3, 11);
  const under = v128.load(p);
  const left = i16x8.extend_low_i8x16_u(under);
  const right = i16x8.extend_high_i8x16_u(under);
  const overLeft = i16x8.q15mulr_sat_s(i16x8.sub(pair, left), v128.shuffle<i32>(twice, twice, 0, 4, 1, 5));
  const overRight = i16x8.q15mulr_sat_s(i16x8.sub(pair, right), v128.shuffle<i32>(twice, twice, 2, 6, 3, 7));
  v128.store(p, i8x16.narrow_i16x8_u(i16x8.add(left, overLeft), i16x8.add(right, overRight)));
}

/** Blends the rows from `from` to at least `to`, four by four, of four columns of shares. */
function blendRows(p: usize, shares: usize, from: i32, to: i32, pair: v128, alpha: v128): void {
  const next = <usize>stride;
  const column = shareBytes;
  p += <usize>(from * stride);
  shares += (<usize>from) << 1;
  for (let r = from; r < to; r += 4, shares += 8) {
    const a = v128.load64_zero(shares);
    const b = v128.load64_zero(shares + column);
    const c = v128.load64_zero(shares + 2 * column);
    const d = v128.load64_zero(shares + 3 * column);
    const ab = v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    const cd = v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
    const upper = i16x8.q15mulr_sat_s(v128.shuffle<i32>(ab, cd, 0, 4, 1, 5), alpha);
    const lower = i16x8.q15mulr_sat_s(v128.shuffle<i32>(ab, cd, 2, 6, 3, 7), alpha);
    blendFour(p, pair, upper);
    p += next;
    blendFour(p, pair, v128.shuffle<i64>(upper, upper, 1, 0));
    p += next;
    blendFour(p, pair, lower);
    p += next;
    blendFour(p, pair, v128.shuffle<i64>(lower, lower, 1, 0));
    p += next;
  }
}

/** Least of the eight unsigned lanes of each of four vectors, in lanes 0..3 and again in 4..7. */
function least(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i16x8.min_u(
    v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11),
    v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15),
  );
  const cd = i16x8.min_u(
    v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11),
    v128.shuffle<i16>(c, d, 4, 12, 5, 13, 6, 14, 7, 15),
  );
  const all = i16x8.min_u(v128.shuffle<i32>(ab, cd, 0, 4, 1, 5), v128.shuffle<i32>(ab, cd, 2, 6, 3, 7));
  return i16x8.min_u(all, v128.shuffle<i64>(all, all, 1, 0));
}

function greatest(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.not(least(v128.not(a), v128.not(b), v128.not(c), v128.not(d)));
}

/** Row of the picture that a step lies in, for steps below 65536 >> stepShift. */
function rowsOf(steps: v128): v128 {
  return i16x8.sub(i16x8.shr_u(steps, stepShift), i16x8.splat(<i16>marginY));
}

/** From this many rows on it pays to look for those that are covered whole. */
const tall: i32 = 12;

/** u16 for each of four pixels: first and last but one row, and those of them that are covered whole. */
const firsts = memory.data(8);
const ends = memory.data(8);
const solids = memory.data(8);
const solidEnds = memory.data(8);

/**
 * Blends four pixels by the spans of their sixteenths, 32 bytes a pixel at `low` and `high`. `shown`: one bit for each of them that
 * shows anything. pair: r, g, b, 255, twice; packed: the same as a pixel; alpha: of 32767.
 */
export function drawFour(low: usize, high: usize, shown: u32, p: usize, pair: v128, packed: u32, alpha: i32): void {
  const lowest = least(
    i16x8.min_u(v128.load(low), v128.load(low, 16)),
    i16x8.min_u(v128.load(low, 32), v128.load(low, 48)),
    i16x8.min_u(v128.load(low, 64), v128.load(low, 80)),
    i16x8.min_u(v128.load(low, 96), v128.load(low, 112)),
  );
  const highest = greatest(
    i16x8.max_u(v128.load(high), v128.load(high, 16)),
    i16x8.max_u(v128.load(high, 32), v128.load(high, 48)),
    i16x8.max_u(v128.load(high, 64), v128.load(high, 80)),
    i16x8.max_u(v128.load(high, 96), v128.load(high, 112)),
  );
  const whole = i16x8.splat(<i16>(((<i32>1) << stepShift) - 1));
  const zero = i32x4.splat(0);
  const first4 = i16x8.max_s(zero, rowsOf(lowest));
  const end4 = i16x8.min_s(i16x8.splat(<i16>height), rowsOf(i16x8.add_sat_u(highest, whole)));
  const bits = i16x8(1, 2, 4, 8, 1, 2, 4, 8);
  const isShown = i16x8.eq(v128.and(i16x8.splat(<i16>shown), bits), bits);
  const isDrawn = v128.and(isShown, i16x8.gt_s(end4, first4));
  const ownFirsts = v128.bitselect(first4, i16x8.splat(32767), isDrawn);
  const ownEnds = v128.and(end4, isDrawn);
  const firstTwo = i16x8.min_s(ownFirsts, v128.shuffle<i32>(ownFirsts, ownFirsts, 1, 0, 3, 2));
  const endTwo = i16x8.max_s(ownEnds, v128.shuffle<i32>(ownEnds, ownEnds, 1, 0, 3, 2));
  const first = min<i32>(i16x8.extract_lane_s(firstTwo, 0), i16x8.extract_lane_s(firstTwo, 1));
  const end = max<i32>(i16x8.extract_lane_s(endTwo, 0), i16x8.extract_lane_s(endTwo, 1));
  if (end <= first) return;
  v128.store64_lane(firsts, ownFirsts, 0);
  v128.store64_lane(ends, ownEnds, 0);
  let solid = end;
  let solidEnd = end;
  const mayBeTall = end - first >= 8;
  if (mayBeTall) {
    const inner = greatest(
      i16x8.max_u(v128.load(low), v128.load(low, 16)),
      i16x8.max_u(v128.load(low, 32), v128.load(low, 48)),
      i16x8.max_u(v128.load(low, 64), v128.load(low, 80)),
      i16x8.max_u(v128.load(low, 96), v128.load(low, 112)),
    );
    const outer = least(
      i16x8.min_u(v128.load(high), v128.load(high, 16)),
      i16x8.min_u(v128.load(high, 32), v128.load(high, 48)),
      i16x8.min_u(v128.load(high, 64), v128.load(high, 80)),
      i16x8.min_u(v128.load(high, 96), v128.load(high, 112)),
    );
    const ownSolids = i16x8.max_s(zero, rowsOf(i16x8.add_sat_u(inner, whole)));
    const ownSolidEnds = v128.and(i16x8.min_s(i16x8.splat(<i16>height), rowsOf(outer)), isDrawn);
    v128.store64_lane(solids, ownSolids, 0);
    v128.store64_lane(solidEnds, ownSolidEnds, 0);
    const two = i16x8.max_s(ownSolids, v128.shuffle<i32>(ownSolids, ownSolids, 1, 0, 3, 2));
    const endTwo = i16x8.min_s(ownSolidEnds, v128.shuffle<i32>(ownSolidEnds, ownSolidEnds, 1, 0, 3, 2));
    const from = max<i32>(i16x8.extract_lane_s(two, 0), i16x8.extract_lane_s(two, 1));
    const to = min<i32>(i16x8.extract_lane_s(endTwo, 0), i16x8.extract_lane_s(endTwo, 1));
    if (to - from >= 8 && alpha === 32767) {
      solid = from;
      solidEnd = to;
    }
  }
  const full = i16x8.splat(32767);
  for (let i = 0; i < 4; i++) {
    const at = (<usize>i) << 1;
    const column = shares + <usize>i * shareBytes;
    for (let r = first; r < end + 4; r += 8) v128.store(column + ((<usize>r) << 1), zero);
    const ownEnd = <i32>load<i16>(ends + at);
    if (ownEnd === 0) continue;
    const ownFirst = <i32>load<i16>(firsts + at);
    const own = (<usize>i) << 5;
    const l0 = v128.load(low + own);
    const l1 = v128.load(low + own, 16);
    const t0 = i16x8.sub_sat_u(v128.load(high + own), l0);
    const t1 = i16x8.sub_sat_u(v128.load(high + own, 16), l1);
    const ownSolid = mayBeTall ? <i32>load<i16>(solids + at) : 0;
    const ownSolidEnd = mayBeTall ? <i32>load<i16>(solidEnds + at) : 0;
    if (ownSolidEnd - ownSolid < tall) {
      shareRows(column, ownFirst, ownEnd, l0, l1, t0, t1);
      continue;
    }
    if (ownFirst < ownSolid) shareRows(column, ownFirst, ownSolid, l0, l1, t0, t1);
    for (let r = ownSolid; r < ownSolidEnd; r += 8) v128.store(column + ((<usize>r) << 1), full);
    // Writes over what the last group of eight has too much.
    for (let r = ownSolidEnd; r < ownSolidEnd + 8; r += 8) v128.store(column + ((<usize>r) << 1), zero);
    if (ownSolidEnd < ownEnd) shareRows(column, ownSolidEnd, ownEnd, l0, l1, t0, t1);
  }
  // Rows are written four by four: what lies below may belong to another layer.
  if (end === height)
    for (let i: usize = 0; i < 4; i++) store<u64>(shares + i * shareBytes + ((<usize>height) << 1), 0);
  const alphas = i16x8.splat(<i16>alpha);
  blendRows(p, shares, first, solid, pair, alphas);
  const four = i32x4.splat(packed);
  for (let r = solid, q = p + <usize>(solid * stride); r < solidEnd; r++, q += <usize>stride) v128.store(q, four);
  if (solidEnd < end) blendRows(p, shares, solidEnd, end, pair, alphas);
}
