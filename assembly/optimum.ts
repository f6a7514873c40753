// The optimal pressure of autoregulation (algorithms.md 9.1 and 10), in float64.
import { correlation } from "./averages";
import { quantile } from "./medians";
import { fitParabola } from "./statistics";

/** Beyond it a Fisher transform says more than the correlation knows. */
const mostCorrelation: f64 = 0.999;
/** atanh(0.3): where reactivity counts as lost. */
const lostAt: f64 = 0.3095196042031117;
const lostIndex: f64 = 0.3;
const leastSpan: f64 = 0.2;
const leastShare: f64 = 0.2;
const same: f64 = 1e-12;
const leastInBin: f64 = 3;
const leastPercent: f64 = 2;

/** Values before those of the bins in what `fitOptimum` writes. */
const facts: usize = 12;

/**
 * The index and the pressure at `n` times, `step` blocks apart: r[k] of the `blocks` block means from k * step on, as `correlation` has it, x[k] the
 * median of those of a - b, or of a. a, b: f64[(n - 1) * step + blocks], r, x: f64[n], work: f64[2 * blocks]
 */
export function indexSamples(
  a: usize,
  b: usize,
  n: i32,
  step: i32,
  blocks: i32,
  least: i32,
  isDifference: i32,
  r: usize,
  x: usize,
  work: usize,
): void {
  const sorted = work + ((<usize>blocks) << 3);
  for (let k = 0; k < n; k++) {
    const at = (<usize>(k * step)) << 3;
    const to = (<usize>k) << 3;
    store<f64>(r + to, correlation(a + at, b + at, blocks, least));
    if (isDifference) {
      const end = (<usize>blocks) << 3;
      for (let i: usize = 0; i < end; i += 8) store<f64>(work + i, load<f64>(a + at + i) - load<f64>(b + at + i));
      store<f64>(x + to, quantile(work, blocks, 0.5, 1, sorted));
    } else store<f64>(x + to, quantile(a + at, blocks, 0.5, 1, sorted));
  }
}

/**
 * Adds the samples k of [from, to), the last one first, to the bins [low + j * size, low + (j + 1) * size): number, mean and sum of squared distances of
 * the Fisher transforms. Returns how many have both values, those outside of all bins too. r, x: f64, table: f64[3 * bins]
 */
export function binFisher(r: usize, x: usize, from: i32, to: i32, low: f64, size: f64, bins: i32, table: usize): i32 {
  let held = 0;
  for (let k = to - 1; k >= from; k--) {
    const index = load<f64>(r + ((<usize>k) << 3));
    const pressure = load<f64>(x + ((<usize>k) << 3));
    if (F64.isNaN(index) || F64.isNaN(pressure)) continue;
    held++;
    const bin = floor((pressure - low) / size);
    if (!(bin >= 0 && bin < <f64>bins)) continue;
    const at = table + <usize>(<i32>bin) * 24;
    const z = NativeMath.atanh(max<f64>(-mostCorrelation, min<f64>(mostCorrelation, index)));
    const count = load<f64>(at) + 1;
    const away = z - load<f64>(at, 8);
    const mean = load<f64>(at, 8) + away / count;
    store<f64>(at, count);
    store<f64>(at, mean, 8);
    store<f64>(at, load<f64>(at, 16) + away * (z - mean), 16);
  }
  return held;
}

/**
 * Fits the bins of `binFisher`. dst: f64[12 + 5 * bins], what there is none of NaN: fit type 0 to 3, the rule that failed (0: none, 1 too little data, 2 too
 * few bins, 3 opens downwards, 4 too flat, 5 fits badly), optimum, lower and upper limit, span, percentage of data in fitted bins, a, b, c, weight, R^2;
 * then of each bin its index, error, percentage of data, whether it is fitted, and number. held: samples in and outside of the bins, expected: of the window,
 * first: centre of the first bin, least: fewest bins that are fitted, work: f64[3 * bins]
 */
export function fitOptimum(
  table: usize,
  bins: i32,
  held: f64,
  expected: f64,
  first: f64,
  size: f64,
  least: i32,
  dst: usize,
  work: usize,
): void {
  for (let k: usize = 0; k < facts; k++) store<f64>(dst + (k << 3), f64.NaN);
  store<f64>(dst, 0);
  store<f64>(dst, 0, 80); // weight
  const row = (<usize>bins) << 3;
  const ys = dst + (facts << 3);
  const zs = work + row;
  const ws = work + 2 * row;
  let fitted = 0;
  let percent: f64 = 0;
  for (let bin = 0; bin < bins; bin++) {
    const to = ys + ((<usize>bin) << 3);
    const at = table + <usize>bin * 24;
    const count = load<f64>(at);
    const mean = load<f64>(at, 8);
    const y = NativeMath.tanh(mean);
    const deviation = sqrt(max<f64>(0, load<f64>(at, 16)) / (count - 1));
    const share = held > 0 ? (100 * count) / held : 0;
    const isFitted = count >= leastInBin && share >= leastPercent;
    store<f64>(to, count > 0 ? y : f64.NaN);
    store<f64>(to + row, count > 1 ? ((1 - y * y) * deviation) / sqrt(count) : f64.NaN);
    store<f64>(to + 2 * row, share);
    store<f64>(to + 3 * row, isFitted ? 1 : 0);
    store<f64>(to + 4 * row, count);
    if (!isFitted) continue;
    percent += share;
    const place = (<usize>fitted) << 3;
    store<f64>(work + place, first + size * <f64>bin);
    store<f64>(zs + place, mean);
    store<f64>(ws + place, count);
    fitted++;
  }
  store<f64>(dst, percent, 48);
  store<f64>(dst, ruleOf(work, zs, ws, fitted, least, held < 0.5 * expected, size, dst), 8);
}

/** Value of the fit. coefficients: f64[3] */
function fitAt(coefficients: usize, x: f64): f64 {
  return (load<f64>(coefficients) * x + load<f64>(coefficients, 8)) * x + load<f64>(coefficients, 16);
}

/** Fits, judges, and writes what the fit says. Returns the rule that failed, 0 for none. */
function ruleOf(xs: usize, zs: usize, ws: usize, n: i32, least: i32, isTooLittle: bool, size: f64, dst: usize): f64 {
  if (isTooLittle) return 1;
  const coefficients = dst + 56;
  if (n < least || fitParabola(xs, zs, ws, n, coefficients) !== 0) return 2;
  const a = load<f64>(coefficients);
  const share = explained(xs, zs, ws, n, coefficients);
  store<f64>(dst, share, 88);
  if (F64.isNaN(share)) return 4;
  if (!(a > 0)) return 3;
  const vertex = -load<f64>(coefficients, 8) / (2 * a);
  const x1 = load<f64>(xs);
  const x2 = load<f64>(xs + ((<usize>(n - 1)) << 3));
  const optimum = max(x1, min(x2, vertex));
  const lowest = fitAt(coefficients, optimum);
  const span = max(fitAt(coefficients, x1), fitAt(coefficients, x2)) - lowest;
  store<f64>(dst, span, 40);
  if (!(span >= leastSpan)) return 4;
  if (!(share >= leastShare)) return 5;
  const isLimb = !(vertex > x1 && vertex < x2);
  store<f64>(dst, !isLimb ? 1 : vertex <= x1 ? 2 : 3);
  store<f64>(dst, optimum, 16);
  if (lowest < lostAt) {
    const away = sqrt((lostAt - fitAt(coefficients, vertex)) / a);
    if (vertex - away >= x1 - size / 2) store<f64>(dst, vertex - away, 24);
    if (vertex + away <= x2 + size / 2) store<f64>(dst, vertex + away, 32);
  }
  const index = NativeMath.tanh(lowest);
  const reactive = index <= 0 ? 1 : max<f64>(0, (lostIndex - index) / lostIndex);
  store<f64>(dst, share * (isLimb ? 0.5 : 1) * reactive, 80);
  return 0;
}

/** Weighted R^2 of the fit; NaN where the points differ by rounding alone: then the sign of a says nothing either. */
function explained(xs: usize, zs: usize, ws: usize, n: i32, coefficients: usize): f64 {
  const end = (<usize>n) << 3;
  let weight: f64 = 0,
    mean: f64 = 0;
  for (let at: usize = 0; at < end; at += 8) {
    weight += load<f64>(ws + at);
    mean += load<f64>(ws + at) * load<f64>(zs + at);
  }
  mean /= weight;
  let rest: f64 = 0,
    all: f64 = 0;
  for (let at: usize = 0; at < end; at += 8) {
    const z = load<f64>(zs + at);
    const away = z - fitAt(coefficients, load<f64>(xs + at));
    rest += load<f64>(ws + at) * away * away;
    all += load<f64>(ws + at) * (z - mean) * (z - mean);
  }
  return all > same * weight * max<f64>(1, mean * mean) ? 1 - rest / all : f64.NaN;
}

/**
 * The optimum of the windows of algorithms.md 9.2 that end at each of `count` times: `windows` of them, the shortest of `shortest` index samples, each `step`
 * longer than the one before. A window takes over the bins of the one before and adds what is older. dst: f64[(10 + 4 * bins) * count], a row of all times for each
 * of: optimum, lower and upper limit (means over the windows that have them, by weight); then of the longest window fit type, span, percentage of data in fitted
 * bins, a, b, c, of each bin its index, error, percentage and whether it is fitted, and the weight. NaN where there is none.
 * r, x: f64[longest - 1 + count], most: of a window's samples that are expected, low, size, bins, least: as `binFisher` and `fitOptimum` have them,
 * work: f64[12 + 11 * bins]
 */
export function optimumSeries(
  r: usize,
  x: usize,
  count: i32,
  shortest: i32,
  step: i32,
  windows: i32,
  most: i32,
  low: f64,
  size: f64,
  bins: i32,
  least: i32,
  dst: usize,
  work: usize,
): void {
  const longest = shortest + step * (windows - 1);
  const table = work;
  const room = table + <usize>(3 * bins) * 8;
  const made = room + <usize>(3 * bins) * 8;
  const row = (<usize>count) << 3;
  for (let k = 0; k < count; k++) {
    memory.fill(table, 0, <usize>(3 * bins) * 8);
    let held = 0;
    let to = k + longest;
    let optima: f64 = 0,
      lowers: f64 = 0,
      uppers: f64 = 0,
      ofOptima: f64 = 0,
      ofLowers: f64 = 0,
      ofUppers: f64 = 0;
    for (let w = 0; w < windows; w++) {
      const length = shortest + w * step;
      const from = k + longest - length;
      held += binFisher(r, x, from, to, low, size, bins, table);
      to = from;
      const expected = min<i32>(length, most);
      // Too little data; the longest window is told of even so.
      if (w + 1 < windows && 2 * held < expected) continue;
      fitOptimum(table, bins, <f64>held, <f64>expected, low + size / 2, size, least, made, room);
      const weight = load<f64>(made, 80);
      if (!(weight > 0)) continue;
      optima += weight * load<f64>(made, 16);
      ofOptima += weight;
      if (!F64.isNaN(load<f64>(made, 24))) {
        lowers += weight * load<f64>(made, 24);
        ofLowers += weight;
      }
      if (!F64.isNaN(load<f64>(made, 32))) {
        uppers += weight * load<f64>(made, 32);
        ofUppers += weight;
      }
    }
    let at = dst + ((<usize>k) << 3);
    store<f64>(at, ofOptima > 0 ? optima / ofOptima : f64.NaN);
    store<f64>(at + row, ofLowers > 0 ? lowers / ofLowers : f64.NaN);
    store<f64>(at + 2 * row, ofUppers > 0 ? uppers / ofUppers : f64.NaN);
    store<f64>(at + 3 * row, load<f64>(made));
    at += 4 * row;
    // Span, percentage, a, b, c; bins; weight.
    for (let j: usize = 5; j < 10; j++, at += row) store<f64>(at, load<f64>(made + (j << 3)));
    const own = made + (facts << 3);
    for (let j = 0; j < 4 * bins; j++, at += row) store<f64>(at, load<f64>(own + ((<usize>j) << 3)));
    store<f64>(at, load<f64>(made, 80));
  }
}
