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

let low0: v128 = i32x4.splat(0);
let low1: v128 = i32x4.splat(0);
let high0: v128 = i32x4.splat(0);
let high1: v128 = i32x4.splat(0);

/** `quarters` of b and the rest of a. */
function mixed(a: v128, b: v128): v128 {
  const middle = i16x8.avgr_u(a, b);
  if (quarters === 2) return middle;
  return i16x8.avgr_u(middle, quarters === 1 ? a : b);
}

/** What the pen covers in the 16 sixteenths from the node at `p` on, in u16 steps: over all taps the extremes of what is drawn. */
function spread16(p: usize): void {
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
  low0 = l0;
  low1 = l1;
  high0 = h0;
  high1 = h1;
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

/** Spans of the sixteenths from..to, which are one run of a line, from `tops`. With `isWhole` they are all there are. */
export function spreadLine(from: i32, to: i32, isWhole: bool): void {
  const around = reach << 4;
  const first = isWhole ? around : max<i32>(from, around);
  const last = isWhole ? nodeCount - 1 - around : min<i32>(to, nodeCount - 1 - around);
  if (!isWhole) extend(tops, from, to + 1);
  for (let node = first & ~15; node <= last; node += 16) {
    spread16(tops + ((<usize>node) << 1));
    storeSpans(node - around, max<i32>(first - node, 0), min<i32>(last - node, 15));
  }
}

/** Spans of the pixels from..to, which are one run of columns, from `tops` and `bottoms`. Pixel 0 is the picture's first. */
export function spreadColumns(from: i32, to: i32): void {
  const firstNode = (from + reach) << 4;
  const lastNode = ((to + reach) << 4) + 16;
  extend(tops, firstNode, lastNode);
  extend(bottoms, firstNode, lastNode);
  for (let pixel = max<i32>(0, from); pixel <= min<i32>(to, width - 1); pixel++) {
    const node = (pixel + reach) << 4;
    spread16(bottoms + ((<usize>node) << 1));
    const h0 = high0;
    const h1 = high1;
    spread16(tops + ((<usize>node) << 1));
    high0 = h0;
    high1 = h1;
    storeSpans(pixel << 4, 0, 15);
  }
}

/** Keeps the spans just found of the from..to of the 16 sixteenths at `node` of the picture. */
function storeSpans(node: i32, from: i32, to: i32): void {
  const low = lows + ((<usize>node) << 1);
  const high = highs + ((<usize>node) << 1);
  if (from === 0 && to === 15) {
    v128.store(low, low0);
    v128.store(low, low1, 16);
    v128.store(high, high0);
    v128.store(high, high1, 16);
    return;
  }
  const ramp = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
  const eights = i16x8.splat(8);
  const before = i16x8.splat(<i16>from);
  const after = i16x8.splat(<i16>to);
  const own0 = v128.and(i16x8.ge_s(ramp, before), i16x8.le_s(ramp, after));
  const next = i16x8.add(ramp, eights);
  const own1 = v128.and(i16x8.ge_s(next, before), i16x8.le_s(next, after));
  v128.store(low, v128.bitselect(low0, v128.load(low), own0));
  v128.store(low, v128.bitselect(low1, v128.load(low, 16), own1), 16);
  v128.store(high, v128.bitselect(high0, v128.load(high), own0));
  v128.store(high, v128.bitselect(high1, v128.load(high, 16), own1), 16);
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
  const shift = 11 - stepShift;
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
    v128.store64_lane(shares + ((<usize>r) << 1), i16x8.min_u(i16x8.shl(steps, shift), most), 0);
    e = d;
  }
}

/** Blends four neighbouring pixels of a row by eight shares, two of them each: lanes 0 to 3 of `own`. */
function blendFour(p: usize, pair: v128, own: v128): void {
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

/** Smallest of the eight unsigned lanes of a, and of b, in lanes 0 and 1. */
function least(a: v128, b: v128): v128 {
  const four = i16x8.min_u(
    v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11),
    v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15),
  );
  const two = i16x8.min_u(four, v128.shuffle<i64>(four, four, 1, 0));
  return i16x8.min_u(two, v128.shuffle<i32>(two, two, 1, 0, 3, 2));
}

/** From this many rows on it pays to look for those that are covered whole. */
const tall: i32 = 12;

/** First and last but one row of each of four pixels, and those of them that are covered whole. */
const firsts = memory.data(16);
const ends = memory.data(16);
const solids = memory.data(16);
const solidEnds = memory.data(16);

/**
 * Blends the four pixels from x on by the spans of their sixteenths. `shown`: one bit for each of them that shows anything.
 * pair: r, g, b, 255, twice; packed: the same as a pixel; alpha: of 32767.
 */
export function drawFour(x: i32, shown: u32, p: usize, pair: v128, packed: u32, alpha: i32): void {
  let first = height;
  let end = 0;
  let solid = 0;
  let solidEnd = height;
  for (let i = 0; i < 4; i++) {
    const at = (<usize>i) << 2;
    const low = lows + ((<usize>(x + i)) << 5);
    const high = highs + ((<usize>(x + i)) << 5);
    const l0 = v128.load(low);
    const l1 = v128.load(low, 16);
    const h0 = v128.load(high);
    const h1 = v128.load(high, 16);
    const outer = least(i16x8.min_u(l0, l1), v128.not(i16x8.max_u(h0, h1)));
    const inner = least(v128.not(i16x8.max_u(l0, l1)), i16x8.min_u(h0, h1));
    const whole = (1 << stepShift) - 1;
    const isShown = ((shown >> i) & 1) !== 0;
    const ownFirst = max<i32>(0, (<i32>i16x8.extract_lane_u(outer, 0) >> stepShift) - marginY);
    const ownEnd = min<i32>(height, ((65535 - <i32>i16x8.extract_lane_u(outer, 1) + whole) >> stepShift) - marginY);
    const ownSolid = max<i32>(0, ((65535 - <i32>i16x8.extract_lane_u(inner, 0) + whole) >> stepShift) - marginY);
    const ownSolidEnd = min<i32>(height, (<i32>i16x8.extract_lane_u(inner, 1) >> stepShift) - marginY);
    store<i32>(firsts + at, isShown ? ownFirst : height);
    store<i32>(ends + at, isShown ? ownEnd : 0);
    store<i32>(solids + at, ownSolid);
    store<i32>(solidEnds + at, isShown ? ownSolidEnd : 0);
    if (!isShown || ownEnd <= ownFirst) {
      solidEnd = 0;
      store<i32>(ends + at, 0);
      continue;
    }
    first = min<i32>(first, ownFirst);
    end = max<i32>(end, ownEnd);
    solid = max<i32>(solid, ownSolid);
    solidEnd = min<i32>(solidEnd, ownSolidEnd);
  }
  if (end <= first) return;
  if (solidEnd - solid < 8 || alpha < 32767) solid = solidEnd = end;
  const zero = i32x4.splat(0);
  const full = i16x8.splat(32767);
  for (let i = 0; i < 4; i++) {
    const at = (<usize>i) << 2;
    const column = shares + <usize>i * shareBytes;
    for (let r = first; r < end + 4; r += 8) v128.store(column + ((<usize>r) << 1), zero);
    const ownEnd = load<i32>(ends + at);
    if (ownEnd === 0) continue;
    const ownFirst = load<i32>(firsts + at);
    const low = lows + ((<usize>(x + i)) << 5);
    const high = highs + ((<usize>(x + i)) << 5);
    const l0 = v128.load(low);
    const l1 = v128.load(low, 16);
    const t0 = i16x8.sub_sat_u(v128.load(high), l0);
    const t1 = i16x8.sub_sat_u(v128.load(high, 16), l1);
    const ownSolid = load<i32>(solids + at);
    const ownSolidEnd = load<i32>(solidEnds + at);
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
  const alphas = i16x8.splat(<i16>alpha);
  blendRows(p, shares, first, solid, pair, alphas);
  const four = i32x4.splat(packed);
  for (let r = solid, q = p + <usize>(solid * stride); r < solidEnd; r++, q += <usize>stride) v128.store(q, four);
  if (solidEnd < end) blendRows(p, shares, solidEnd, end, pair, alphas);
}
