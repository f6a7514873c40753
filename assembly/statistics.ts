// Counts and fits, in float64.

/**
 * Adds samples to the bins [low + k * size, low + (k + 1) * size); the last bin is closed at `high`. Values outside and NaN
 * are not counted (algorithms.md 6). src: f32[count], counts: u32[bins]. Returns how many samples have a value.
 */
export function histogram(src: usize, count: i32, low: f64, high: f64, size: f64, counts: usize, bins: i32): i32 {
  let present = 0;
  for (let i = 0; i < count; i++) {
    const value = <f64>load<f32>(src + ((<usize>i) << 2));
    present += i32(!F64.isNaN(value));
    if (!(value >= low && value <= high)) continue;
    const at = counts + ((<usize>min(<i32>floor((value - low) / size), bins - 1)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  return present;
}

/** Counts stored codes: code c in counts[c + 32768]. src: i16[count], counts: u32[65536] */
export function countCodes(src: usize, count: i32, counts: usize): void {
  const zero = counts + (32768 << 2);
  const end = src + ((<usize>count) << 1);
  for (let at = src; at < end; at += 2) {
    const place = zero + ((<usize>(<i32>load<i16>(at))) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
}

/**
 * Weighted least squares z = a x^2 + b x + c, with x centred on its weighted mean while solving (algorithms.md 9.1 step 5).
 * x, z, w: f64[n], dst: f64[3] as a, b, c. Returns 1, with NaN in dst, when the points do not fix a parabola.
 */
export function fitParabola(x: usize, z: usize, w: usize, n: i32, dst: usize): i32 {
  let s0: f64 = 0,
    middle: f64 = 0;
  for (let i = 0; i < n; i++) {
    const weight = load<f64>(w + ((<usize>i) << 3));
    s0 += weight;
    middle += weight * load<f64>(x + ((<usize>i) << 3));
  }
  middle /= s0;
  let s1: f64 = 0,
    s2: f64 = 0,
    s3: f64 = 0,
    s4: f64 = 0,
    t0: f64 = 0,
    t1: f64 = 0,
    t2: f64 = 0;
  for (let i = 0; i < n; i++) {
    const weight = load<f64>(w + ((<usize>i) << 3));
    const u = load<f64>(x + ((<usize>i) << 3)) - middle;
    const value = load<f64>(z + ((<usize>i) << 3));
    s1 += weight * u;
    s2 += weight * u * u;
    s3 += weight * u * u * u;
    s4 += weight * u * u * u * u;
    t0 += weight * value;
    t1 += weight * u * value;
    t2 += weight * u * u * value;
  }
  // Normal equations [s4 s3 s2; s3 s2 s1; s2 s1 s0] [a b c] = [t2 t1 t0].
  const m0 = s2 * s0 - s1 * s1;
  const m1 = s3 * s0 - s1 * s2;
  const m2 = s3 * s1 - s2 * s2;
  const determinant = s4 * m0 - s3 * m1 + s2 * m2;
  if (!(determinant > 1e-12 * s4 * s2 * s0)) {
    for (let i: usize = 0; i < 24; i += 8) store<f64>(dst + i, f64.NaN);
    return 1;
  }
  const a = (t2 * m0 - s3 * (t1 * s0 - s1 * t0) + s2 * (t1 * s1 - s2 * t0)) / determinant;
  const b = (s4 * (t1 * s0 - t0 * s1) - t2 * m1 + s2 * (s3 * t0 - s2 * t1)) / determinant;
  const c = (t0 - b * s1 - a * s2) / s0;
  store<f64>(dst, a);
  store<f64>(dst, b - 2 * a * middle, 8);
  store<f64>(dst, c - b * middle + a * middle * middle, 16);
  return 0;
}
