// The trailing mean (algorithms.md 7). The samples of a window are added in an order that only its place on the grid
// decides: the end of the block it begins in, the whole blocks between, the block it ends in. So no sum drifts, and the
// same window has the same bits wherever a page begins.

/** Sums of the blocks of 2^bits samples. src: f32[n << bits], sums, counts: f64[n] */
export function addBlocks(src: usize, n: i32, bits: i32, sums: usize, counts: usize): void {
  const width = 1 << bits;
  for (let k = 0; k < n; k++) {
    let sum: f64 = 0;
    let held = 0;
    for (let i = 0; i < width; i++, src += 4) {
      const value = load<f32>(src);
      if (F32.isNaN(value)) continue;
      sum += <f64>value;
      held++;
    }
    store<f64>(sums + ((<usize>k) << 3), sum);
    store<f64>(counts + ((<usize>k) << 3), <f64>held);
  }
}

/**
 * Means of the windows that end at head[from + k], k < count, and begin at tail[max(low, shift + k)]. Both begin where a
 * block of 2^bits samples does, the head's first block `apart` blocks behind the tail's; tail holds the blocks in which
 * windows begin whole, unless that is the block they end in. sums, counts: of the blocks behind the tail's first one.
 * work: f64[2 << bits]. dst: f64[count], NaN where head is.
 */
export function rollingMeans(
  head: usize,
  from: i32,
  count: i32,
  tail: usize,
  low: i32,
  shift: i32,
  apart: i32,
  bits: i32,
  sums: usize,
  counts: usize,
  work: usize,
  dst: usize,
): void {
  const mask = (1 << bits) - 1;
  let prefix: f64 = 0,
    prefixHeld: f64 = 0;
  let middle: f64 = 0,
    middleHeld: f64 = 0;
  let endBlock = -1,
    beginBlock = -1;
  for (let h = from & ~mask; h < from; h++) {
    const value = load<f32>(head + ((<usize>h) << 2));
    if (F32.isNaN(value)) continue;
    prefix += <f64>value;
    prefixHeld++;
  }
  for (let k = 0; k < count; k++) {
    const h = from + k;
    if ((h & mask) === 0) {
      prefix = 0;
      prefixHeld = 0;
    }
    const value = load<f32>(head + ((<usize>h) << 2));
    if (F32.isNaN(value)) {
      store<f64>(dst + ((<usize>k) << 3), f64.NaN);
      continue;
    }
    prefix += <f64>value;
    prefixHeld++;
    const begin = max(low, shift + k);
    const first = begin >> bits;
    const last = apart + (h >> bits);
    let sum: f64 = 0,
      held: f64 = 0;
    if (first === last) {
      for (let i = (h & ~mask) + (begin & mask); i <= h; i++) {
        const one = load<f32>(head + ((<usize>i) << 2));
        if (F32.isNaN(one)) continue;
        sum += <f64>one;
        held++;
      }
    } else {
      if (first !== beginBlock) suffixes(tail + (((<usize>first) << bits) << 2), bits, work);
      if (first !== beginBlock || last !== endBlock) {
        middle = 0;
        middleHeld = 0;
        for (let b = first; b < last - 1; b++) {
          middle += load<f64>(sums + ((<usize>b) << 3));
          middleHeld += load<f64>(counts + ((<usize>b) << 3));
        }
        beginBlock = first;
        endBlock = last;
      }
      const at = work + ((<usize>(begin & mask)) << 4);
      sum = load<f64>(at) + middle + prefix;
      held = load<f64>(at, 8) + middleHeld + prefixHeld;
    }
    store<f64>(dst + ((<usize>k) << 3), sum / held);
  }
}

/** For each sample of a block the sum and the number of the samples from it on. */
function suffixes(src: usize, bits: i32, dst: usize): void {
  let sum: f64 = 0,
    held: f64 = 0;
  for (let i = (1 << bits) - 1; i >= 0; i--) {
    const value = load<f32>(src + ((<usize>i) << 2));
    if (!F32.isNaN(value)) {
      sum += <f64>value;
      held++;
    }
    store<f64>(dst + ((<usize>i) << 4), sum);
    store<f64>(dst + ((<usize>i) << 4), held, 8);
  }
}
