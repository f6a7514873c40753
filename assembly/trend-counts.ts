// Of one lane of four derived rows, f32[n][4]: what is suppressed, and percentiles (algorithms.md 12).

/**
 * How many samples of a lane lie in runs of at least `least` of |x| < limit, of [0, n), by the spans between edges i32[spans + 1]; and how many have a
 * value. dst: f64[spans][2], zeros at first.
 */
export function suppressedIn(
  src: usize,
  n: i32,
  lane: i32,
  limit: f32,
  least: i32,
  edges: usize,
  spans: i32,
  dst: usize,
): void {
  const own = src + ((<usize>lane) << 2);
  let begin = 0;
  for (let i = 0; i <= n; i++) {
    const isLow = i < n && abs(load<f32>(own + ((<usize>i) << 4))) < limit;
    if (isLow) continue;
    if (i - begin >= least) addRun(begin, i, edges, spans, dst);
    begin = i + 1;
  }
  for (let span = 0; span < spans; span++) {
    let held = 0;
    const to = load<i32>(edges + ((<usize>span) << 2), 4);
    for (let i = load<i32>(edges + ((<usize>span) << 2)); i < to; i++) {
      const x = load<f32>(own + ((<usize>i) << 4));
      held += <i32>!F32.isNaN(x);
    }
    store<f64>(dst + ((<usize>span) << 4), <f64>held, 8);
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

/** Value at `share` of f32[n], between neighbours in a straight line. Of [0, from) all are no larger than what follows. */
function quantileFrom(work: usize, n: i32, from: i32, share: f64): f64 {
  const position = share * <f64>(n - 1);
  const at = <i32>floor(position);
  const low = <f64>select(work, from, n - 1, at);
  if (at + 1 >= n || position === <f64>at) return low;
  let next = sampleAt(work, at + 1);
  for (let i = at + 2; i < n; i++) next = min(next, sampleAt(work, i));
  return low + (<f64>next - low) * (position - <f64>at);
}

/** The 10th, 50th and 90th percentile of samples [from, to) of a lane: dst f64[3], NaN where fewer than `least` have a value. work: f32[to - from] */
export function trendPercentiles(src: usize, from: i32, to: i32, lane: i32, least: f64, work: usize, dst: usize): void {
  let held = 0;
  for (let i = from; i < to; i++) {
    const x = load<f32>(src + ((<usize>i) << 4) + ((<usize>lane) << 2));
    store<f32>(work + ((<usize>held) << 2), x);
    held += <i32>!F32.isNaN(x);
  }
  const isEnough = held > 0 && <f64>held >= least;
  store<f64>(dst, isEnough ? quantileFrom(work, held, 0, 0.1) : NaN);
  store<f64>(dst, isEnough ? quantileFrom(work, held, <i32>floor(0.1 * <f64>(held - 1)), 0.5) : NaN, 8);
  store<f64>(dst, isEnough ? quantileFrom(work, held, <i32>floor(0.5 * <f64>(held - 1)), 0.9) : NaN, 16);
}
