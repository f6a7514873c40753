/** The decoder of coded blocks again, as plainly as can be: one value at a time. For tests alone. */
import type { BlockShape } from "./codec.ts";

const span = 2048;
const part = 64;
const fraction = 12;

interface Row {
  form: number;
  base: number;
  isPlain: boolean;
  start: number;
  refs: { back: number; weight: number }[];
  taps: number[];
  /** What the predictions left. */
  rest: number[];
  beside: number[];
}

class Reader {
  at = 0;
  constructor(readonly view: DataView) {}
  u8 = () => this.view.getUint8(this.at++);
  u16 = () => this.view.getUint16(this.past(2), true);
  i16 = () => this.view.getInt16(this.past(2), true);
  i32 = () => this.view.getInt32(this.past(4), true);

  private past(bytes: number): number {
    this.at += bytes;
    return this.at - bytes;
  }
}

const int16 = (value: number) => (value << 16) >> 16;
const clamped = (value: number) => Math.max(-32_768, Math.min(32_767, value));
const scaled = (sum: number) => clamped((sum + (1 << (fraction - 1))) >> fraction);

/** @throws RangeError when the bytes end too early; other damage is not looked for */
export function referenceDecode(coded: Uint8Array, { kind, rows, count }: BlockShape): Int16Array | Float32Array {
  const reader = new Reader(new DataView(coded.buffer, coded.byteOffset, coded.byteLength));
  const parts = kind === "pairs" ? 2 : 1;
  const result = kind === "int16" ? new Int16Array(rows * count) : new Float32Array(rows * count * parts);
  const bits = new Int32Array(result.buffer, 0, kind === "int16" ? 0 : result.length);
  for (let from = 0; from < count; from += span) {
    const values = Math.min(span, count - from);
    const read = Array.from({ length: rows * parts }, () => readRow(reader, values, kind === "int16"));
    const done: number[][] = [];
    read.forEach((row, r) => {
      const own = integrate(row);
      const [a, b] = row.refs;
      if (a !== undefined)
        for (let i = 0; i < values; i++) {
          const sum = (a.weight * done[r - a.back][i] + (b === undefined ? 0 : b.weight * done[r - b.back][i])) | 0;
          own[i] = int16(own[i] + scaled(sum | 0));
        }
      done.push(own);
      give(row, own, (i, value) => {
        const at = (Math.floor(r / parts) * count + from + i) * parts + (r % parts);
        if (row.form >= 5) bits[at] = value;
        else result[at] = value;
      });
    });
  }
  return result;
}

function readRow(reader: Reader, values: number, isInt16: boolean): Row {
  const form = isInt16 ? 0 : reader.u8();
  const base = isInt16 ? 0 : reader.i32();
  const head = reader.u8();
  const isPlain = form > 1;
  const start = isPlain ? 0 : reader.i16();
  const refs = Array.from({ length: head >> 4 }, () => ({ back: reader.u8(), weight: reader.i16() }));
  const taps = Array.from({ length: head & 15 }, reader.i16);
  const onesBytes = reader.u16();
  const parts = Math.ceil(values / part);
  const pairs = Array.from({ length: Math.ceil(parts / 2) }, reader.u8);
  const codes = Array.from({ length: parts }, (_, p) => (pairs[p >> 1] >> (4 * (p & 1))) & 15);
  const low = codes.map((code) => readLow(reader, code));
  const ones = Array.from({ length: onesBytes }, reader.u8);
  let bit = 0;
  const rest = codes.flatMap((code, p) =>
    low[p].map((lower) => {
      if (code > 13) return unfolded(lower);
      let zeros = 0;
      for (; ((ones[bit >> 3] >> (bit & 7)) & 1) === 0; bit++) zeros++;
      bit++;
      return unfolded(((zeros << code) | lower) & 0xffff);
    }),
  );
  const width = form < 2 ? 0 : (form - 2) % 3;
  const beside = Array.from({ length: values }, () => (width === 0 ? 0 : width === 1 ? reader.u8() : reader.u16()));
  return { form, base, isPlain, start, refs, taps, rest: rest.slice(0, values), beside };
}

/** The low bits of one part: eight values to k bytes, above 8 bits their lowest bytes first. */
function readLow(reader: Reader, code: number): number[] {
  if (code === 14) return new Array<number>(part).fill(0);
  if (code === 15) return Array.from({ length: part }, reader.u16);
  const values: number[] = [];
  for (let i = 0; i < part; i += 8) {
    const bytes = code > 8 ? Array.from({ length: 8 }, reader.u8) : new Array<number>(8).fill(0);
    const width = code > 8 ? code - 8 : code;
    const packed = Array.from({ length: width }, reader.u8);
    for (let k = 0; k < 8; k++) {
      let value = 0;
      for (let b = 0; b < width; b++) {
        const at = k * width + b;
        value |= ((packed[at >> 3] >> (at & 7)) & 1) << b;
      }
      values.push(code > 8 ? (value << 8) | bytes[k] : value);
    }
  }
  return values;
}

const unfolded = (value: number) => int16((value >> 1) ^ -(value & 1));

function integrate({ rest, taps, start, isPlain }: Row): number[] {
  const before = new Array<number>(taps.length).fill(0);
  let last = start;
  return rest.map((left) => {
    const d = int16(left + scaled(taps.reduce((sum, tap, k) => (sum + tap * before[k]) | 0, 0)));
    before.unshift(d);
    before.pop();
    last = isPlain ? d : int16(last + d);
    return last;
  });
}

/** Lane values to the numbers of the row; floats of the forms from 5 on as their bits. */
function give({ form, base, beside }: Row, own: readonly number[], put: (i: number, value: number) => void): void {
  let number = base;
  own.forEach((value, i) => {
    if (form < 2) {
      put(i, value + base);
      return;
    }
    number = (number + ((value << (8 * ((form - 2) % 3))) | beside[i])) | 0;
    put(i, form >= 5 ? number ^ ((number >> 31) & 0x7fffffff) : number);
  });
}
