// Discrete Fourier transforms of two complex signals side by side, in float64. An element is re[2], im[2] (32 bytes).

/** Of an element. */
const elementBytes: usize = 32;
const imaginary: usize = 16;

function at(base: usize, index: i32): usize {
  return base + ((<usize>index) << 5);
}

/** (a + ib)(c + id) for both signals, to dst. */
function storeTurned(dst: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(dst, f64x2.sub(f64x2.mul(a, c), f64x2.mul(b, d)));
  v128.store(dst + imaginary, f64x2.add(f64x2.mul(a, d), f64x2.mul(b, c)));
}

function storeProduct(dst: usize, a: v128, b: v128, turns: usize, index: i32): void {
  const turn = turns + ((<usize>index) << 4);
  storeTurned(dst, a, b, v128.load64_splat(turn), v128.load64_splat(turn, 8));
}

function stage2(src: usize, dst: usize, m: i32, stride: i32, turns: usize): void {
  const apart = (<usize>(stride * m)) << 5;
  const step = (<usize>stride) << 5;
  for (let p = 0; p < m; p++) {
    const turn = turns + ((<usize>(p * stride)) << 4);
    const c = v128.load64_splat(turn);
    const d = v128.load64_splat(turn, 8);
    let a = at(src, stride * p);
    let to = at(dst, stride * 2 * p);
    for (let q = 0; q < stride; q++) {
      const ar = v128.load(a),
        ai = v128.load(a, imaginary),
        br = v128.load(a + apart),
        bi = v128.load(a + apart, imaginary);
      v128.store(to, f64x2.add(ar, br));
      v128.store(to + imaginary, f64x2.add(ai, bi));
      storeTurned(to + step, f64x2.sub(ar, br), f64x2.sub(ai, bi), c, d);
      a += elementBytes;
      to += elementBytes;
    }
  }
}

function stage4(src: usize, dst: usize, m: i32, stride: i32, turns: usize): void {
  const apart = (<usize>(stride * m)) << 5;
  const step = (<usize>stride) << 5;
  for (let p = 0; p < m; p++) {
    const turn = turns + ((<usize>(p * stride)) << 4);
    const turn2 = turns + ((<usize>(2 * p * stride)) << 4);
    const turn3 = turns + ((<usize>(3 * p * stride)) << 4);
    const c1 = v128.load64_splat(turn),
      d1 = v128.load64_splat(turn, 8),
      c2 = v128.load64_splat(turn2),
      d2 = v128.load64_splat(turn2, 8),
      c3 = v128.load64_splat(turn3),
      d3 = v128.load64_splat(turn3, 8);
    let a = at(src, stride * p);
    let to = at(dst, stride * 4 * p);
    for (let q = 0; q < stride; q++) {
      const b = a + apart;
      const c = b + apart;
      const d = c + apart;
      const ar = v128.load(a),
        ai = v128.load(a, imaginary),
        br = v128.load(b),
        bi = v128.load(b, imaginary),
        cr = v128.load(c),
        ci = v128.load(c, imaginary),
        dr = v128.load(d),
        di = v128.load(d, imaginary);
      const sr = f64x2.add(ar, cr),
        si = f64x2.add(ai, ci),
        tr = f64x2.sub(ar, cr),
        ti = f64x2.sub(ai, ci),
        ur = f64x2.add(br, dr),
        ui = f64x2.add(bi, di),
        vr = f64x2.sub(br, dr),
        vi = f64x2.sub(bi, di);
      v128.store(to, f64x2.add(sr, ur));
      v128.store(to + imaginary, f64x2.add(si, ui));
      storeTurned(to + step, f64x2.add(tr, vi), f64x2.sub(ti, vr), c1, d1);
      storeTurned(to + 2 * step, f64x2.sub(sr, ur), f64x2.sub(si, ui), c2, d2);
      storeTurned(to + 3 * step, f64x2.sub(tr, vi), f64x2.add(ti, vr), c3, d3);
      a += elementBytes;
      to += elementBytes;
    }
  }
}

/** Any other radix, as its definition says: for small ones. */
function stageAny(src: usize, dst: usize, radix: i32, m: i32, stride: i32, turns: usize, n: i32): void {
  const root = n / radix;
  for (let p = 0; p < m; p++)
    for (let q = 0; q < stride; q++)
      for (let k = 0; k < radix; k++) {
        let re = f64x2.splat(0);
        let im = re;
        for (let j = 0; j < radix; j++) {
          const from = at(src, q + stride * (p + m * j));
          const turn = turns + ((<usize>(((j * k) % radix) * root)) << 4);
          const c = v128.load64_splat(turn);
          const d = v128.load64_splat(turn, 8);
          const a = v128.load(from);
          const b = v128.load(from, imaginary);
          re = f64x2.add(re, f64x2.sub(f64x2.mul(a, c), f64x2.mul(b, d)));
          im = f64x2.add(im, f64x2.add(f64x2.mul(a, d), f64x2.mul(b, c)));
        }
        storeProduct(at(dst, q + stride * (radix * p + k)), re, im, turns, p * k * stride);
      }
}

/**
 * Transforms n elements at `a` with the radices u32[stages], whose product is n; `b` is room for as many. turns: f64[n][2], cos and -sin of 2 pi k / n.
 * Returns where the result lies, a or b.
 */
export function fourier(a: usize, b: usize, n: i32, radices: usize, stages: i32, turns: usize): usize {
  let length = n;
  let stride = 1;
  let src = a;
  let dst = b;
  for (let stage = 0; stage < stages; stage++) {
    const radix = load<i32>(radices + ((<usize>stage) << 2));
    const m = length / radix;
    if (radix === 4) stage4(src, dst, m, stride, turns);
    else if (radix === 2) stage2(src, dst, m, stride, turns);
    else stageAny(src, dst, radix, m, stride, turns, n);
    length = m;
    stride *= radix;
    const swapped = src;
    src = dst;
    dst = swapped;
  }
  return src;
}

/** Elements [0, bins) and their mirrors [n - bins + 1, n) of the transform of n elements at `src`, as its definition says: for lengths of large primes. */
export function fourierBins(src: usize, dst: usize, n: i32, bins: i32, turns: usize): void {
  for (let k = 1 - bins; k < bins; k++) {
    const step = k < 0 ? n + k : k;
    let re = f64x2.splat(0);
    let im = re;
    let turned = 0;
    for (let i = 0; i < n; i++) {
      const from = at(src, i);
      const turn = turns + ((<usize>turned) << 4);
      const c = v128.load64_splat(turn);
      const d = v128.load64_splat(turn, 8);
      const a = v128.load(from);
      const b = v128.load(from, imaginary);
      re = f64x2.add(re, f64x2.sub(f64x2.mul(a, c), f64x2.mul(b, d)));
      im = f64x2.add(im, f64x2.add(f64x2.mul(a, d), f64x2.mul(b, c)));
      turned += step;
      if (turned >= n) turned -= n;
    }
    const to = at(dst, step);
    v128.store(to, re);
    v128.store(to + imaginary, im);
  }
}

/** Squares of the sizes of bin k of the four real signals whose transforms lie as pairs at `src`: signals 0 and 2 were its real, 1 and 3 its imaginary parts. */
export function powersOf(src: usize, n: i32, k: i32, dst: usize): void {
  const a = src + <usize>k * elementBytes;
  const b = src + <usize>(k === 0 ? 0 : n - k) * elementBytes;
  const half = f64x2.splat(0.5);
  const ar = v128.load(a),
    ai = v128.load(a, imaginary),
    br = v128.load(b),
    bi = v128.load(b, imaginary);
  const er = f64x2.mul(half, f64x2.add(ar, br)),
    ei = f64x2.mul(half, f64x2.sub(ai, bi)),
    or = f64x2.mul(half, f64x2.add(ai, bi)),
    oi = f64x2.mul(half, f64x2.sub(br, ar));
  const even = f64x2.add(f64x2.mul(er, er), f64x2.mul(ei, ei));
  const odd = f64x2.add(f64x2.mul(or, or), f64x2.mul(oi, oi));
  v128.store(dst, v128.shuffle<i64>(even, odd, 0, 2));
  v128.store(dst, v128.shuffle<i64>(even, odd, 1, 3), 16);
}
