/** Copies the samples of one signal out of a run of records. */

const shortRun = 48;

interface RecordRun {
  /** Records side by side; one record is `recordBytes` long. */
  bytes: Uint8Array;
  recordBytes: number;
  /** Where the signal lies in a record, and how many samples of it a record has. */
  byteOffset: number;
  samplesPerRecord: number;
}

/**
 * Copies samples [from, to) of the signal, counted from the first record of the run, to `out` at `at`.
 * EDF: `bytes` must begin at an even address.
 */
export function copyInt16(run: RecordRun, from: number, to: number, out: Int16Array, at: number): void {
  const { bytes, samplesPerRecord: n } = run;
  const words = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
  const stride = run.recordBytes >> 1;
  const offset = run.byteOffset >> 1;
  let put = at;
  for (let i = from; i < to; ) {
    const record = Math.floor(i / n);
    const first = i - record * n;
    const count = Math.min(n - first, to - i);
    const source = record * stride + offset + first;
    if (count > shortRun) out.set(words.subarray(source, source + count), put);
    else for (let k = 0; k < count; k++) out[put + k] = words[source + k];
    put += count;
    i += count;
  }
}

/** The same for the 24-bit samples of BDF, as floats that hold them exactly. */
export function copyInt24(run: RecordRun, from: number, to: number, out: Float32Array, at: number): void {
  const { bytes, samplesPerRecord: n } = run;
  let put = at;
  for (let i = from; i < to; ) {
    const record = Math.floor(i / n);
    const first = i - record * n;
    const count = Math.min(n - first, to - i);
    let source = record * run.recordBytes + run.byteOffset + first * 3;
    for (const end = put + count; put < end; put++, source += 3) {
      out[put] = ((bytes[source] << 8) | (bytes[source + 1] << 16) | (bytes[source + 2] << 24)) >> 8;
    }
    i += count;
  }
}
