// Prediction of eight rows at a time from their own past, a row in each 16-bit lane: x = previous + d, d = sum of taps times the d
// before it + what is left. Everything wraps at 16 bits, so that any coefficients give back what was put in.
import { foldSigns } from "./codec-bits";
import { fraction, noteBytes, noteOrder, notePlain, noteStart, noteTaps, rowBytes, taps } from "./codec-layout";

/** Tables: coefficients of 4 pairs of taps for rows 0..3 and 4..7, marks, starts, eight pairs of d, a tile. 672 bytes. */
const marksAt: usize = 128;
const startsAt: usize = 144;
const ringAt: usize = 160;
const tileAt: usize = 416;

const rounding: i32 = 1 << (fraction - 1);

function lowerPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
function upperPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Turns eight rows of eight values; `from` and `to` are the steps from one row to the next. */
function transpose(src: usize, from: usize, dst: usize, to: usize): void {
  const a = v128.load(src);
  const b = v128.load(src + from);
  const c = v128.load(src + 2 * from);
  const d = v128.load(src + 3 * from);
  const e = v128.load(src + 4 * from);
  const f = v128.load(src + 5 * from);
  const g = v128.load(src + 6 * from);
  const h = v128.load(src + 7 * from);
  const ae0 = lowerPairs(a, e);
  const ae1 = upperPairs(a, e);
  const bf0 = lowerPairs(b, f);
  const bf1 = upperPairs(b, f);
  const cg0 = lowerPairs(c, g);
  const cg1 = upperPairs(c, g);
  const dh0 = lowerPairs(d, h);
  const dh1 = upperPairs(d, h);
  const aceg0 = lowerPairs(ae0, cg0);
  const aceg1 = upperPairs(ae0, cg0);
  const aceg2 = lowerPairs(ae1, cg1);
  const aceg3 = upperPairs(ae1, cg1);
  const bdfh0 = lowerPairs(bf0, dh0);
  const bdfh1 = upperPairs(bf0, dh0);
  const bdfh2 = lowerPairs(bf1, dh1);
  const bdfh3 = upperPairs(bf1, dh1);
  v128.store(dst, lowerPairs(aceg0, bdfh0));
  v128.store(dst + to, upperPairs(aceg0, bdfh0));
  v128.store(dst + 2 * to, lowerPairs(aceg1, bdfh1));
  v128.store(dst + 3 * to, upperPairs(aceg1, bdfh1));
  v128.store(dst + 4 * to, lowerPairs(aceg2, bdfh2));
  v128.store(dst + 5 * to, upperPairs(aceg2, bdfh2));
  v128.store(dst + 6 * to, lowerPairs(aceg3, bdfh3));
  v128.store(dst + 7 * to, upperPairs(aceg3, bdfh3));
}

/** Lays the notes of eight rows side by side. Returns how many pairs of taps are in use. */
function prepareLanes(notes: usize, tables: usize): i32 {
  let order = 0;
  for (let row: usize = 0; row < 8; row++) {
    const note = notes + row * noteBytes;
    const own: i32 = load<u8>(note, noteOrder);
    order = max(order, own);
    for (let tap = 0; tap < taps; tap++) {
      const value: i16 = tap < own ? load<i16>(note + ((<usize>tap) << 1), noteTaps) : 0;
      store<i16>(tables + ((<usize>tap >> 1) << 5) + (row << 2) + ((<usize>tap & 1) << 1), value);
    }
    store<i16>(tables + (row << 1), load<u8>(note, notePlain) !== 0 ? 0 : -1, marksAt);
    store<i16>(tables + (row << 1), load<i16>(note, noteStart), startsAt);
  }
  memory.fill(tables + ringAt, 0, 256);
  return (order + 1) >> 1;
}

/**
 * In place, eight rows from `rows` on, 8 * tiles values each. `isInverse`: what is left becomes values again; else values become what
 * is left, signs folded.
 */
export function predictLanes(rows: usize, notes: usize, tiles: i32, isInverse: bool, tables: usize): void {
  const pairs = prepareLanes(notes, tables);
  const tile = tables + tileAt;
  const ring = tables + ringAt;
  const marks = v128.load(tables, marksAt);
  let last = v128.load(tables, startsAt);
  let d1 = i16x8.splat(0);
  let d2 = d1;
  for (let n = 0; n < tiles; n++, rows += 16) {
    transpose(rows, rowBytes, tile, 16);
    for (let t: usize = 0; t < 8; t++) {
      let low = i32x4.splat(rounding);
      let high = low;
      if (pairs > 1) {
        const before = ring + (((t + 6) & 7) << 5);
        low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(before), v128.load(tables, 32)));
        high = i32x4.add(high, i32x4.dot_i16x8_s(v128.load(before, 16), v128.load(tables, 48)));
        if (pairs > 2) {
          const earlier = ring + (((t + 4) & 7) << 5);
          low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(earlier), v128.load(tables, 64)));
          high = i32x4.add(high, i32x4.dot_i16x8_s(v128.load(earlier, 16), v128.load(tables, 80)));
          const first = ring + (((t + 2) & 7) << 5);
          low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(first), v128.load(tables, 96)));
          high = i32x4.add(high, i32x4.dot_i16x8_s(v128.load(first, 16), v128.load(tables, 112)));
        }
      }
      const pairLow = lowerPairs(d1, d2);
      const pairHigh = upperPairs(d1, d2);
      v128.store(ring + (t << 5), pairLow);
      v128.store(ring + (t << 5), pairHigh, 16);
      low = i32x4.add(low, i32x4.dot_i16x8_s(pairLow, v128.load(tables)));
      high = i32x4.add(high, i32x4.dot_i16x8_s(pairHigh, v128.load(tables, 16)));
      const predicted = i16x8.narrow_i32x4_s(i32x4.shr_s(low, fraction), i32x4.shr_s(high, fraction));
      const value = v128.load(tile + (t << 4));
      const before = v128.and(last, marks);
      d2 = d1;
      if (isInverse) {
        d1 = i16x8.add(predicted, value);
        last = i16x8.add(before, d1);
        v128.store(tile + (t << 4), last);
      } else {
        d1 = i16x8.sub(value, before);
        last = value;
        v128.store(tile + (t << 4), foldSigns(i16x8.sub(d1, predicted)));
      }
    }
    transpose(tile, 16, rows, rowBytes);
  }
}

/** dst = src - or + weighted sum of the rows a and b, 8 * tiles values. weights: two i16. */
export function addRows(src: usize, a: usize, b: usize, weights: usize, dst: usize, tiles: i32, isInverse: bool): void {
  const both = v128.load32_splat(weights);
  const half = i32x4.splat(rounding);
  for (const end = dst + ((<usize>tiles) << 4); dst < end; src += 16, a += 16, b += 16, dst += 16) {
    const x = v128.load(a);
    const y = v128.load(b);
    const low = i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(lowerPairs(x, y), both), half), fraction);
    const high = i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(upperPairs(x, y), both), half), fraction);
    const sum = i16x8.narrow_i32x4_s(low, high);
    const value = v128.load(src);
    v128.store(dst, isInverse ? i16x8.add(value, sum) : i16x8.sub(value, sum));
  }
}
