// Means over spans of samples and what is made of them: sums in float64, in the order of time (algorithms.md 7 and 8).
// Missing samples are NaN and count nowhere. Sums go on where they were, so a span may come in several parts.

/** What does not lie between the two becomes NaN. src: f32[count] */
export function keepBetween(src: usize, count: i32, low: f64, high: f64): void {
  for (let i = 0; i < count; i++) {
    const at = src + ((<usize>i) << 2);
    const value = <f64>load<f32>(at);
    if (!(value > low && value < high)) store<f32>(at, f32.NaN);
  }
}

/** Adds the samples [edges[k], edges[k + 1]) of src. src: f32, edges: i32[n + 1], sums, counts: f64[n] */
export function addSpans(src: usize, edges: usize, n: i32, sums: usize, counts: usize): void {
  for (let k = 0; k < n; k++) {
    const at = (<usize>k) << 3;
    const pair = edges + ((<usize>k) << 2);
    const end = src + ((<usize>load<i32>(pair, 4)) << 2);
    let sum = load<f64>(sums + at);
    let held = 0;
    for (let p = src + ((<usize>load<i32>(pair)) << 2); p < end; p += 4) {
      const value = load<f32>(p);
      if (F32.isNaN(value)) continue;
      sum += <f64>value;
      held++;
    }
    store<f64>(sums + at, sum);
    store<f64>(counts + at, load<f64>(counts + at) + <f64>held);
  }
}

/**
 * The samples at which spans begin: the first at or after a position `offset + k * ratio`, k from `from` on, but `low` at
 * least, counted from `base`. dst: i32[count]
 */
export function spanEdges(dst: usize, count: i32, from: f64, offset: f64, ratio: f64, low: f64, base: f64): void {
  for (let k = 0; k < count; k++) {
    const first = ceil(offset + (from + <f64>k) * ratio - 1e-6);
    store<i32>(dst + ((<usize>k) << 2), <i32>(max(first, low) - base));
  }
}

/** Sums become means, NaN where fewer than `least` samples were counted, or none. sums, counts: f64[n] */
export function meansOf(sums: usize, counts: usize, n: i32, least: f64): void {
  for (let k = 0; k < n; k++) {
    const at = (<usize>k) << 3;
    const held = load<f64>(counts + at);
    store<f64>(sums + at, held > 0 && held >= least ? load<f64>(sums + at) / held : f64.NaN);
  }
}

/** dst = sign * (src - means): NaN where one of both is. src: f32[n], means, dst: f64[n] */
export function differences(src: usize, means: usize, n: i32, sign: f64, dst: usize): void {
  for (let k = 0; k < n; k++) {
    const at = (<usize>k) << 3;
    const value = sign * (<f64>load<f32>(src + ((<usize>k) << 2)) - load<f64>(means + at));
    store<f64>(dst + at, F64.isNaN(value) ? f64.NaN : value);
  }
}

/**
 * Pearson's r of the pairs of which both are there, in two passes. NaN with fewer than `least` of them, or where one side
 * does not vary: its standard deviation is at most 1e-9 * max(1, |mean|). a, b: f64[n]
 */
export function correlation(a: usize, b: usize, n: i32, least: i32): f64 {
  const end = (<usize>n) << 3;
  let pairs = 0;
  let meanA: f64 = 0,
    meanB: f64 = 0;
  for (let at: usize = 0; at < end; at += 8) {
    const x = load<f64>(a + at),
      y = load<f64>(b + at);
    if (F64.isNaN(x) || F64.isNaN(y)) continue;
    pairs++;
    meanA += x;
    meanB += y;
  }
  if (pairs < least || pairs === 0) return f64.NaN;
  meanA /= <f64>pairs;
  meanB /= <f64>pairs;
  let saa: f64 = 0,
    sbb: f64 = 0,
    sab: f64 = 0;
  for (let at: usize = 0; at < end; at += 8) {
    const x = load<f64>(a + at) - meanA,
      y = load<f64>(b + at) - meanB;
    if (F64.isNaN(x) || F64.isNaN(y)) continue;
    saa += x * x;
    sbb += y * y;
    sab += x * y;
  }
  if (sqrt(saa / <f64>pairs) <= 1e-9 * max<f64>(1, abs(meanA))) return f64.NaN;
  if (sqrt(sbb / <f64>pairs) <= 1e-9 * max<f64>(1, abs(meanB))) return f64.NaN;
  return max<f64>(-1, min<f64>(1, sab / (sqrt(saa) * sqrt(sbb))));
}
