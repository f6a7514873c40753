// Of four derived rows, f32[n][4]: what is suppressed, and percentiles (algorithms.md 12).

/**
 * How many samples of each lane lie in runs of at least `least` of |x| < limit, of [0, n), by the spans between edges i32[spans + 1]; and how many have a
 * value. dst: f64[4][spans][2], zeros at first; begins: i32[4].
 */
export function suppressedIn(
  src: usize,
  n: i32,
  limit: f32,
  least: i32,
  edges: usize,
  spans: i32,
  begins: usize,
  dst: usize,
): void {
  const most = f32x4.splat(limit);
  const laneBytes = (<usize>spans) << 4;
  let low = 0;
  for (let i = 0; i <= n; i++) {
    const bits = i < n ? i32x4.bitmask(f32x4.lt(f32x4.abs(v128.load(src + ((<usize>i) << 4))), most)) : 0;
    const changed = bits ^ low;
    if (changed === 0) continue;
    for (let lane = 0; lane < 4; lane++) {
      if (((changed >> lane) & 1) === 0) continue;
      const begin = begins + ((<usize>lane) << 2);
      if ((bits >> lane) & 1) store<i32>(begin, i);
      else if (i - load<i32>(begin) >= least) addRun(load<i32>(begin), i, edges, spans, dst + <usize>lane * laneBytes);
    }
    low = bits;
  }
  for (let span = 0; span < spans; span++) {
    let held = i32x4.splat(0);
    const end = src + ((<usize>load<i32>(edges + ((<usize>span) << 2), 4)) << 4);
    for (let at = src + ((<usize>load<i32>(edges + ((<usize>span) << 2))) << 4); at < end; at += 16) {
      const x = v128.load(at);
      held = i32x4.sub(held, f32x4.eq(x, x));
    }
    const to = dst + ((<usize>span) << 4);
    store<f64>(to, <f64>i32x4.extract_lane(held, 0), 8);
    store<f64>(to + laneBytes, <f64>i32x4.extract_lane(held, 1), 8);
    store<f64>(to + 2 * laneBytes, <f64>i32x4.extract_lane(held, 2), 8);
    store<f64>(to + 3 * laneBytes, <f64>i32x4.extract_lane(held, 3), 8);
  }
}

function addRun(begin: i32, end: i32, edges: usize, spans: i32, dst: usize): void {
  for (let span = 0; span < spans; span++) {
    const from = max(begin, load<i32>(edges + ((<usize>span) << 2)));
    const to = min(end, load<i32>(edges + ((<usize>span) << 2), 4));
    if (from >= to) continue;
    const at = dst + ((<usize>span) << 4);
    store<f64>(at, load<f64>(at) + <f64>(to - from));
  }
}

function sampleAt(work: usize, index: i32): f32 {
  return load<f32>(work + ((<usize>index) << 2));
}

/** Puts f32[from, to] in an order in which the one at k is where it would be sorted, smaller ones before it. */
function select(work: usize, from: i32, to: i32, k: i32): f32 {
  let low = from;
  let high = to;
  while (low < high) {
    const a = sampleAt(work, low);
    const b = sampleAt(work, (low + high) >> 1);
    const c = sampleAt(work, high);
    const pivot = max(min(a, b), min(max(a, b), c));
    let i = low;
    let j = high;
    while (i <= j) {
      while (sampleAt(work, i) < pivot) i++;
      while (sampleAt(work, j) > pivot) j--;
      if (i > j) break;
      const left = sampleAt(work, i);
      store<f32>(work + ((<usize>i) << 2), sampleAt(work, j));
      store<f32>(work + ((<usize>j) << 2), left);
      i++;
      j--;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return sampleAt(work, k);
}

/** Parts of equal width between the smallest and the largest value: those that hold no percentile are not sorted. */
const parts = 1024;
/** Tables of `trendPercentiles`: counts i32[parts], and which percentiles a part holds, u8[parts]. */
const tableBytes: usize = <usize>parts * 5;

/** Value at `position` of f32[n] in order, between neighbours in a straight line; `work` holds those from rank `before` on, `n` of them. */
function quantileOf(work: usize, n: i32, before: i32, position: f64): f64 {
  const rank = <i32>floor(position);
  const at = rank - before;
  const low = <f64>select(work, 0, n - 1, at);
  if (at + 1 >= n || position === <f64>rank) return low;
  let next = sampleAt(work, at + 1);
  for (let i = at + 2; i < n; i++) next = min(next, sampleAt(work, i));
  return low + (<f64>next - low) * (position - <f64>rank);
}

function shareOf(k: i32): f64 {
  return k === 0 ? 0.1 : k === 1 ? 0.5 : 0.9;
}

/** Bytes of `work` of `trendPercentiles` for n samples: these, in tables, u16[n] and four times f32[n]. */
export function percentilesBytes(n: i32): i32 {
  return <i32>tableBytes + 18 * n + 16;
}

/** The 10th, 50th and 90th percentile of samples [from, to) of a lane: dst f64[3], NaN where fewer than `least` have a value. work: `percentilesBytes` */
export function trendPercentiles(src: usize, from: i32, to: i32, lane: i32, least: f64, work: usize, dst: usize): void {
  const room = (<usize>(to - from)) << 2;
  const held = work + tableBytes;
  const lists = held + room;
  const places = lists + 3 * room;
  let n = 0;
  let lowest: f32 = Infinity;
  let highest: f32 = -Infinity;
  for (let i = from; i < to; i++) {
    const x = load<f32>(src + ((<usize>i) << 4) + ((<usize>lane) << 2));
    store<f32>(held + ((<usize>n) << 2), x);
    n += <i32>!F32.isNaN(x);
    lowest = x < lowest ? x : lowest;
    highest = x > highest ? x : highest;
  }
  if (n === 0 || <f64>n < least) {
    for (let k = 0; k < 3; k++) store<f64>(dst + ((<usize>k) << 3), NaN);
    return;
  }
  const scale: f32 = <f32>(parts - 1) / (highest - lowest);
  // Of values that are all the same, or next to it, or infinite, there are no parts.
  if (!(scale > 0 && scale < 1e30)) {
    for (let k = 0; k < 3; k++) store<f64>(dst + ((<usize>k) << 3), quantileOf(held, n, 0, shareOf(k) * <f64>(n - 1)));
    return;
  }
  memory.fill(work, 0, tableBytes);
  for (let i = 0; i < n; i++) {
    const part = <i32>((sampleAt(held, i) - lowest) * scale);
    store<u16>(places + ((<usize>i) << 1), <u16>part);
    const count = work + ((<usize>part) << 2);
    store<i32>(count, load<i32>(count) + 1);
  }
  const flags = work + ((<usize>parts) << 2);
  let before0 = 0;
  let before1 = 0;
  let before2 = 0;
  for (let k = 0; k < 3; k++) {
    const rank = <i32>floor(shareOf(k) * <f64>(n - 1));
    // From the part with this rank to the one with the next.
    let before = 0;
    let part = 0;
    let count = load<i32>(work);
    while (before + count <= rank) {
      before += count;
      part++;
      count = load<i32>(work + ((<usize>part) << 2));
    }
    if (k === 0) before0 = before;
    else if (k === 1) before1 = before;
    else before2 = before;
    const last = min(rank + 1, n - 1);
    let reached = before;
    while (true) {
      const flag = flags + <usize>part;
      store<u8>(flag, <u8>(<i32>load<u8>(flag) | (1 << k)));
      reached += load<i32>(work + ((<usize>part) << 2));
      if (reached > last) break;
      part++;
    }
  }
  let n0 = 0;
  let n1 = 0;
  let n2 = 0;
  for (let i = 0; i < n; i++) {
    const flag = load<u8>(flags + <usize>load<u16>(places + ((<usize>i) << 1)));
    if (flag === 0) continue;
    const x = sampleAt(held, i);
    if (flag & 1) {
      store<f32>(lists + ((<usize>n0) << 2), x);
      n0++;
    }
    if (flag & 2) {
      store<f32>(lists + room + ((<usize>n1) << 2), x);
      n1++;
    }
    if (flag & 4) {
      store<f32>(lists + 2 * room + ((<usize>n2) << 2), x);
      n2++;
    }
  }
  const last = <f64>(n - 1);
  store<f64>(dst, quantileOf(lists, n0, before0, shareOf(0) * last));
  store<f64>(dst, quantileOf(lists + room, n1, before1, shareOf(1) * last), 8);
  store<f64>(dst, quantileOf(lists + 2 * room, n2, before2, shareOf(2) * last), 16);
}
