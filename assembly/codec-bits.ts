// Rice codes of rows of 16-bit values, 64 to a parameter k: the low k bits lie packed, eight values to k bytes, the rest is
// counted in a stream of its own, a one behind as many zeros, never more than 255. So the low bits are read by vectors and the
// counts by a table, a byte of the stream at once, with no branch that depends on them.
import { cutShort, malformed, part, partBytes } from "./codec-layout";

/** Codes of a part: its k, or nothing but zeros, or 16 bits a value as they are. */
const mostLow: i32 = 13;
const allZero: i32 = 14;
const verbatim: i32 = 15;

/** Difference to the code of signs: 0, -1, 1, -2, ... -> 0, 1, 2, 3, ... */
export function foldSigns(v: v128): v128 {
  return v128.xor(i16x8.shl(v, 1), i16x8.shr_s(v, 15));
}
function unfoldSigns(v: v128): v128 {
  return v128.xor(i16x8.shr_u(v, 1), i16x8.neg(v128.and(v, i16x8.splat(1))));
}

function shiftedSum(src: usize, k: i32): i32 {
  let sum = i32x4.splat(0);
  for (let i: usize = 0; i < partBytes; i += 16)
    sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(i16x8.shr_u(v128.load(src + i), k)));
  sum = i32x4.add(sum, v128.shuffle<i64>(sum, sum, 1, 0));
  return i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1);
}

/** The least k with which no count is above 255. */
function leastLow(src: usize): i32 {
  let most = v128.load(src);
  for (let i: usize = 16; i < partBytes; i += 16) most = i16x8.max_u(most, v128.load(src + i));
  most = v128.or(most, v128.shuffle<i64>(most, most, 1, 0));
  const bits = i64x2.extract_lane(most, 0);
  const any = <i32>((bits | (bits >> 16) | (bits >> 32) | (bits >> 48)) & 0xffff);
  return max(0, 24 - clz(any));
}

/**
 * Chooses the code of each part; codes: u8[parts]. Returns the bits of ones and zeros in the upper, the bytes of low bits in
 * the lower half. src: u16[64 * parts]
 */
export function choosePartCodes(src: usize, parts: i32, codes: usize): u64 {
  let bits: u64 = 0;
  let low: u64 = 0;
  for (let p: usize = 0; p < <usize>parts; p++, src += partBytes) {
    const total = shiftedSum(src, 0);
    if (total === 0) {
      store<u8>(codes + p, <u8>allZero);
      continue;
    }
    const least = leastLow(src);
    // Upwards of the mean nothing is gained; downwards until it costs more.
    let k = min(mostLow, max(least, 32 - clz(total >> 6)));
    let sum = shiftedSum(src, k);
    let cost = sum + k * part;
    while (k > least) {
      const nextSum = k === 1 ? total : shiftedSum(src, k - 1);
      const next = nextSum + (k - 1) * part;
      if (next > cost) break;
      k--;
      sum = nextSum;
      cost = next;
    }
    if (cost + part >= 16 * part) {
      store<u8>(codes + p, <u8>verbatim);
      low += partBytes;
    } else {
      store<u8>(codes + p, <u8>k);
      low += <u64>(k << 3);
      bits += <u64>(sum + part);
    }
  }
  return (bits << 32) | low;
}

/** Eight values below 2^k, 1 <= k <= 8, to k bytes; eight bytes are written. */
function packEight(v: v128, k: i32, dst: usize): void {
  const pairs = i32x4.dot_i16x8_s(v, i32x4.splat((1 << (16 + k)) | 1));
  const fours = v128.or(v128.and(pairs, i64x2.splat(0xffffffff)), i64x2.shl(i64x2.shr_u(pairs, 32), 2 * k));
  store<u64>(dst, i64x2.extract_lane(fours, 0) | (i64x2.extract_lane(fours, 1) << (4 * k)));
}

/** So many ones at the foot of each lane. */
function lowest(bits: i32): v128 {
  return i16x8.splat(<i16>(<i32>(1 << bits) - 1));
}
function writeLow(src: usize, k: i32, dst: usize): void {
  if (k === verbatim) {
    memory.copy(dst, src, partBytes);
    return;
  }
  const mask = lowest(min(k, 8));
  for (let i: usize = 0; i < partBytes; i += 16, dst += <usize>k) {
    const v = v128.load(src + i);
    if (k <= 8) {
      packEight(v128.and(v, mask), k, dst);
      continue;
    }
    const bytes = v128.and(v, mask);
    store<u64>(dst, i64x2.extract_lane(i8x16.narrow_i16x8_u(bytes, bytes), 0));
    packEight(v128.and(i16x8.shr_u(v, 8), lowest(k - 8)), k - 8, dst + 8);
  }
}

/** Writes the parts by their codes: low bits from `low`, ones and zeros from `ones` on (both may be overrun by 16 bytes). */
export function writeParts(src: usize, parts: i32, codes: usize, low: usize, ones: usize): void {
  // The low bits first: what they overrun is where the others begin.
  for (let p: usize = 0, from = src; p < <usize>parts; p++, from += partBytes) {
    const k: i32 = load<u8>(codes + p);
    if (k === 0 || k === allZero) continue;
    writeLow(from, k, low);
    low += k === verbatim ? partBytes : (<usize>k) << 3;
  }
  let word: u64 = 0;
  let bit: i32 = 0;
  for (let p: usize = 0; p < <usize>parts; p++, src += partBytes) {
    const k: i32 = load<u8>(codes + p);
    if (k > mostLow) continue;
    for (let at = src; at < src + partBytes; at += 2) {
      bit += <i32>load<u16>(at) >> k;
      while (bit > 63) {
        store<u64>(ones, word);
        ones += 8;
        word = 0;
        bit -= 64;
      }
      word |= (<u64>1) << (<u64>bit);
      bit++;
    }
  }
  store<u64>(ones, word);
}

/** Bytes of low bits that these codes have. */
export function lowBytesOf(codes: usize, parts: i32): usize {
  let bytes: usize = 0;
  for (let p: usize = 0; p < <usize>parts; p++) {
    const k: i32 = load<u8>(codes + p);
    if (k < allZero) bytes += (<usize>k) << 3;
    else if (k === verbatim) bytes += partBytes;
  }
  return bytes;
}

/** Tables: 32 bytes for each k; then for each byte of the stream 8 counts, how many they are, and the zeros that go on. */
const countTable: usize = 512;

/** Counts the zeros before each of `wanted` ones, into bytes (eight more are written). The stream ends at `end`. */
function readCounts(tables: usize, wanted: usize, at: usize, end: usize, dst: usize): i32 {
  const until = dst + wanted;
  let zeros: u64 = 0;
  while (dst < until) {
    if (at >= end) return cutShort;
    const entry = tables + countTable + ((<usize>load<u8>(at++)) << 4);
    store<u64>(dst, load<u64>(entry) + zeros);
    const found: usize = load<u8>(entry, 8);
    zeros = select<u64>(zeros + 8, load<u8>(entry, 9), found === 0);
    dst += found;
  }
  return dst === until && at === end ? 0 : malformed;
}

/** Fills the tables that readParts takes; 4608 bytes. For k = 1..8: which bytes hold a value, and what brings it to the top. */
export function prepareBits(tables: usize): void {
  for (let k = 1; k <= 8; k++)
    for (let i = 0; i < 8; i++) {
      const at = tables + ((<usize>k) << 5) + ((<usize>i) << 1);
      const bit = i * k;
      store<u16>(at, <u16>((bit >> 3) | (((bit >> 3) + 1) << 8)));
      const lift: i32 = 1 << (16 - k - (bit & 7));
      store<u16>(at, <u16>lift, 16);
    }
  for (let byte = 0; byte < 256; byte++) {
    const entry = tables + countTable + ((<usize>byte) << 4);
    let last = -1;
    let found: usize = 0;
    store<u64>(entry, 0);
    for (let bits = byte; bits !== 0; bits &= bits - 1) {
      store<u8>(entry + found++, <u8>(<i32>ctz(bits) - last - 1));
      last = <i32>ctz(bits);
    }
    store<u8>(entry, <u8>found, 8);
    store<u8>(entry, <u8>(7 - last), 9);
  }
}

/**
 * Reads parts written by writeParts into i16[64 * parts], signs unfolded. The low bits lie before `ones`, whole by the codes; the
 * others in [ones, end). counts: scratch, u8[64 * parts + 8]. Returns 0, or what is wrong.
 */
export function readParts(
  tables: usize,
  codes: usize,
  parts: i32,
  low: usize,
  ones: usize,
  end: usize,
  dst: usize,
  counts: usize,
): i32 {
  let counted: usize = 0;
  for (let p: usize = 0; p < <usize>parts; p++) if (<i32>load<u8>(codes + p) <= mostLow) counted += part;
  const wrong = readCounts(tables, counted, ones, end, counts);
  if (wrong !== 0) return wrong;
  for (let p: usize = 0; p < <usize>parts; p++, dst += partBytes) {
    const k: i32 = load<u8>(codes + p);
    if (k === allZero) {
      for (let i: usize = 0; i < partBytes; i += 16) v128.store(dst + i, i16x8.splat(0));
      continue;
    }
    if (k === verbatim) {
      for (let i: usize = 0; i < partBytes; i += 16) v128.store(dst + i, unfoldSigns(v128.load(low + i)));
      low += partBytes;
      continue;
    }
    if (k === 0)
      for (let i: usize = 0; i < partBytes; i += 16)
        v128.store(dst + i, unfoldSigns(v128.load8x8_u(counts + (i >> 1))));
    else {
      const table = tables + ((<usize>(k > 8 ? k - 8 : k)) << 5);
      const mask = v128.load(table);
      const lift = v128.load(table, 16);
      if (k <= 8)
        for (let i: usize = 0; i < partBytes; i += 16, low += <usize>k) {
          const bits = i16x8.shr_u(i16x8.mul(i8x16.swizzle(v128.load(low), mask), lift), 16 - k);
          v128.store(dst + i, unfoldSigns(v128.or(i16x8.shl(v128.load8x8_u(counts + (i >> 1)), k), bits)));
        }
      else
        for (let i: usize = 0; i < partBytes; i += 16, low += <usize>k) {
          const upper = i16x8.shr_u(i16x8.mul(i8x16.swizzle(v128.load(low + 8), mask), lift), 24 - k);
          const bits = v128.or(i16x8.shl(upper, 8), v128.load8x8_u(low));
          v128.store(dst + i, unfoldSigns(v128.or(i16x8.shl(v128.load8x8_u(counts + (i >> 1)), k), bits)));
        }
    }
    counts += part;
  }
  return 0;
}
