/** The same work in plain JavaScript, as fast as a loop of it gets: the twins of the core's benches. */
import { sectionSize } from "../src/signal/coefficients.ts";
import type { SampleSource } from "../src/signal/types.ts";

/** Five sections over one row; states in local variables, all sections a sample, so that they overlap. state: f64[10] */
export function cascade5(input: Float32Array, output: Float32Array, k: Float64Array, state: Float64Array): void {
  let [s0, t0, s1, t1, s2, t2, s3, t3, s4, t4] = state;
  const [b00, b01, b02, a01, a02, b10, b11, b12, a11, a12, b20, b21, b22, a21, a22] = k;
  const [b30, b31, b32, a31, a32, b40, b41, b42, a41, a42] = k.subarray(3 * sectionSize);
  for (let i = 0; i < input.length; i++) {
    const x0 = input[i];
    const x1 = b00 * x0 + s0;
    s0 = b01 * x0 + t0 - a01 * x1;
    t0 = b02 * x0 - a02 * x1;
    const x2 = b10 * x1 + s1;
    s1 = b11 * x1 + t1 - a11 * x2;
    t1 = b12 * x1 - a12 * x2;
    const x3 = b20 * x2 + s2;
    s2 = b21 * x2 + t2 - a21 * x3;
    t2 = b22 * x2 - a22 * x3;
    const x4 = b30 * x3 + s3;
    s3 = b31 * x3 + t3 - a31 * x4;
    t3 = b32 * x3 - a32 * x4;
    const x5 = b40 * x4 + s4;
    s4 = b41 * x4 + t4 - a41 * x5;
    t4 = b42 * x4 - a42 * x5;
    output[i] = x5;
  }
  state.set([s0, t0, s1, t1, s2, t2, s3, t3, s4, t4]);
}

/** One section over three rows at once, which hides its latency. state: f64[2] a row, at `at`. */
export function section3(
  input: readonly Float64Array[],
  output: readonly Float64Array[],
  k: Float64Array,
  section: number,
  states: readonly Float64Array[],
): void {
  const [b0, b1, b2, a1, a2] = k.subarray(section * sectionSize);
  const [in0, in1, in2] = input;
  const [out0, out1, out2] = output;
  const at = 2 * section;
  let [s0, s1, s2] = [states[0][at], states[1][at], states[2][at]];
  let [t0, t1, t2] = [states[0][at + 1], states[1][at + 1], states[2][at + 1]];
  for (let i = 0; i < in0.length; i++) {
    let x = in0[i];
    let y = b0 * x + s0;
    s0 = b1 * x + t0 - a1 * y;
    t0 = b2 * x - a2 * y;
    out0[i] = y;
    x = in1[i];
    y = b0 * x + s1;
    s1 = b1 * x + t1 - a1 * y;
    t1 = b2 * x - a2 * y;
    out1[i] = y;
    x = in2[i];
    y = b0 * x + s2;
    s2 = b1 * x + t2 - a1 * y;
    t2 = b2 * x - a2 * y;
    out2[i] = y;
  }
  [s0, s1, s2].forEach((value, row) => {
    states[row][at] = value;
  });
  [t0, t1, t2].forEach((value, row) => {
    states[row][at + 1] = value;
  });
}

/** Columns of `width` samples of one row. One accumulator a side was the fastest of five loops. pairs: f32[2 * count / width] */
export function minMax(input: Float32Array, width: number, pairs: Float32Array): void {
  for (let from = 0, at = 0; from < input.length; from += width, at += 2) {
    let low = Infinity;
    let high = -Infinity;
    const end = Math.min(from + width, input.length);
    for (let i = from; i < end; i++) {
      const value = input[i];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    pairs[at] = low > high ? Number.NaN : low;
    pairs[at + 1] = low > high ? Number.NaN : high;
  }
}

/** first - second of two channels in physical units. output: f32[source.count] */
export function derivePair(source: SampleSource, first: number, second: number, output: Float32Array): void {
  const { data, count, gains, offsets, missingCode } = source;
  const [gainA, gainB, offsetA, offsetB] = [gains[first], gains[second], offsets[first], offsets[second]];
  const [a, b] = [first * count, second * count];
  for (let i = 0; i < count; i++) {
    const [p, q] = [data[a + i], data[b + i]];
    output[i] =
      p === missingCode || q === missingCode
        ? Number.NaN
        : Math.fround(p * gainA + offsetA) - Math.fround(q * gainB + offsetB);
  }
}

/** Three sections over one row without missing samples, in place, x0 taken off. */
export function cascade3(row: Float32Array, k: Float64Array): void {
  const [b00, b01, b02, a01, a02, b10, b11, b12, a11, a12, b20, b21, b22, a21, a22] = k;
  let [s0, t0, s1, t1, s2, t2] = [0, 0, 0, 0, 0, 0];
  const start = row[0];
  for (let i = 0; i < row.length; i++) {
    const x0 = row[i] - start;
    const x1 = b00 * x0 + s0;
    s0 = b01 * x0 + t0 - a01 * x1;
    t0 = b02 * x0 - a02 * x1;
    const x2 = b10 * x1 + s1;
    s1 = b11 * x1 + t1 - a11 * x2;
    t1 = b12 * x1 - a12 * x2;
    const x3 = b20 * x2 + s2;
    s2 = b21 * x2 + t2 - a21 * x3;
    t2 = b22 * x2 - a22 * x3;
    row[i] = x3;
  }
}
