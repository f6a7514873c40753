// Order statistics of float64 values, missing ones (NaN) left out. Exact: what a window held before leaves no trace in it.

/** Position in sorted f64[n] of the first value that is not below `value`. */
function placeOf(sorted: usize, n: i32, value: f64): i32 {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(sorted + ((<usize>middle) << 3)) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert(sorted: usize, n: i32, value: f64): void {
  const at = placeOf(sorted, n, value);
  const from = sorted + ((<usize>at) << 3);
  memory.copy(from + 8, from, (<usize>(n - at)) << 3);
  store<f64>(from, value);
}

function remove(sorted: usize, n: i32, value: f64): void {
  const at = placeOf(sorted, n, value);
  const from = sorted + ((<usize>at) << 3);
  memory.copy(from, from + 8, (<usize>(n - at - 1)) << 3);
}

/** Value at `share` (0 to 1) of sorted f64[n], n >= 1, between neighbours in a straight line. */
function valueAt(sorted: usize, n: i32, share: f64): f64 {
  const position = share * <f64>(n - 1);
  const at = <i32>floor(position);
  const low = load<f64>(sorted + ((<usize>at) << 3));
  if (at + 1 >= n) return low;
  const high = load<f64>(sorted + ((<usize>(at + 1)) << 3));
  const part = position - <f64>at;
  return part === 0 ? low : part === 0.5 ? (low + high) / 2 : low + (high - low) * part;
}

/**
 * dst[k] = median of src[k + from], ..., src[k + to - 1], what lies outside of src left out; NaN where fewer than `least` have a value.
 * src, dst: f64[n], apart; work: f64[to - from]; to > from.
 */
export function runningMedians(src: usize, n: i32, from: i32, to: i32, least: i32, dst: usize, work: usize): void {
  let held = 0;
  let next = 0;
  let last = 0;
  for (let k = 0; k < n; k++) {
    const end = min(n, k + to);
    for (; next < end; next++) {
      const value = load<f64>(src + ((<usize>next) << 3));
      if (F64.isNaN(value)) continue;
      insert(work, held, value);
      held++;
    }
    const begin = min(next, max(0, k + from));
    for (; last < begin; last++) {
      const value = load<f64>(src + ((<usize>last) << 3));
      if (F64.isNaN(value)) continue;
      remove(work, held, value);
      held--;
    }
    store<f64>(dst + ((<usize>k) << 3), held >= least && held > 0 ? valueAt(work, held, 0.5) : NaN);
  }
}

/** The value at `share` of src: f64[n], between neighbours in a straight line; NaN where fewer than `least` have one. work: f64[n] */
export function quantile(src: usize, n: i32, share: f64, least: i32, work: usize): f64 {
  let held = 0;
  for (let i = 0; i < n; i++) {
    const value = load<f64>(src + ((<usize>i) << 3));
    if (F64.isNaN(value)) continue;
    insert(work, held, value);
    held++;
  }
  return held >= least && held > 0 ? valueAt(work, held, share) : NaN;
}
