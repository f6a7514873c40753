// Rows of a block to lane values and back. int16 goes as it is; float32 as whole numbers less a base, or as differences whose lower
// bytes are kept beside, so that nothing depends on how numbers round.
import {
  formBits,
  formInt16,
  formNarrow,
  formWide,
  noteBase,
  noteForm,
  noteLow,
  notePlain,
  noteStart,
  part,
  rowTable,
} from "./codec-layout";

/** Whole numbers up to here are exact in float32. */
const exact: f32 = 16777216;

/** A number in the order of the numbers from the bits of a float32, and back. */
function turned(bits: i32): i32 {
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

/** Bytes beside each lane value. */
export function lowBytesOfForm(form: i32): i32 {
  return form < formWide ? 0 : (form - formWide) % 3;
}

/** Fills the rest of the last part. */
function pad(row: usize, count: i32): void {
  memory.fill(row + ((<usize>count) << 1), 0, (<usize>(((count + part - 1) & -part) - count)) << 1);
}

/** src: i16[count]. The first value is the row's start. */
export function takeInt16(src: usize, count: i32, row: usize, note: usize): void {
  memory.copy(row, src, (<usize>count) << 1);
  pad(row, count);
  store<u8>(note, <u8>formInt16, noteForm);
  store<u8>(note, 0, notePlain);
  store<i16>(note, load<i16>(row), noteStart);
}

/** src: float32, `step` bytes from one to the next. `work`: the small part of the scratch. */
export function takeFloat32(src: usize, step: usize, count: i32, row: usize, note: usize, work: usize): void {
  const numbers = work + rowTable;
  let least = i32.MAX_VALUE;
  let most = i32.MIN_VALUE;
  let isWhole = true;
  for (let i: usize = 0; i < <usize>count; i++) {
    const at = src + i * step;
    const value = load<f32>(at);
    const number = abs(value) <= exact ? <i32>value : i32.MIN_VALUE;
    // By the bits, as -0 is none of the whole numbers; nor is MIN_VALUE, beyond what is exact.
    if (number === i32.MIN_VALUE || reinterpret<i32>(<f32>number) !== load<i32>(at)) {
      isWhole = false;
      break;
    }
    least = min(least, number);
    most = max(most, number);
    store<i32>(numbers + (i << 2), number);
  }
  if (isWhole && most - least <= 0xffff) {
    const base = least + 32768;
    for (let i: usize = 0; i < <usize>count; i++)
      store<i16>(row + (i << 1), <i16>(load<i32>(numbers + (i << 2)) - base));
    pad(row, count);
    store<u8>(note, <u8>formNarrow, noteForm);
    store<u8>(note, 0, notePlain);
    store<i32>(note, base, noteBase);
    store<i16>(note, load<i16>(row), noteStart);
    return;
  }
  if (!isWhole)
    for (let i: usize = 0; i < <usize>count; i++) store<i32>(numbers + (i << 2), turned(load<i32>(src + i * step)));
  // The widest difference says how many bytes are kept beside.
  const first = load<i32>(numbers);
  let all = 0;
  let before = first;
  for (let i: usize = 0; i < <usize>count; i++) {
    const number = load<i32>(numbers + (i << 2));
    const difference = number - before;
    all |= difference ^ (difference >> 31);
    before = number;
    store<i32>(numbers + (i << 2), difference);
  }
  const low = all < 0x8000 ? 0 : all < 0x800000 ? 1 : 2;
  for (let i: usize = 0; i < <usize>count; i++)
    store<i16>(row + (i << 1), <i16>(load<i32>(numbers + (i << 2)) >> (low << 3)));
  pad(row, count);
  store<u8>(note, <u8>((isWhole ? formWide : formBits) + low), noteForm);
  store<u8>(note, 1, notePlain);
  store<i32>(note, first, noteBase);
  store<i16>(note, 0, noteStart);
}

/** Writes the bytes beside the lane values of a row that takeFloat32 took. Returns where they end. */
export function writeLowBytes(src: usize, step: usize, count: i32, note: usize, dst: usize): usize {
  const form: i32 = load<u8>(note, noteForm);
  const low = lowBytesOfForm(form);
  if (low === 0) return dst;
  let before = load<i32>(note, noteBase);
  for (let i: usize = 0; i < <usize>count; i++) {
    const number = form >= formBits ? turned(load<i32>(src + i * step)) : <i32>load<f32>(src + i * step);
    const difference = number - before;
    before = number;
    if (low === 1) store<u8>(dst, <u8>difference);
    else store<u16>(dst, <u16>difference);
    dst += low;
  }
  return dst;
}

/** dst: i16[count] */
export function giveInt16(row: usize, count: i32, dst: usize): void {
  memory.copy(dst, row, (<usize>count) << 1);
}

/** dst: float32, `step` bytes from one to the next. */
export function giveFloat32(row: usize, note: usize, count: i32, dst: usize, step: usize): void {
  const form: i32 = load<u8>(note, noteForm);
  let number = load<i32>(note, noteBase);
  if (form === formNarrow) {
    for (let i: usize = 0; i < <usize>count; i++)
      store<f32>(dst + i * step, <f32>(<i32>load<i16>(row + (i << 1)) + number));
    return;
  }
  const low = lowBytesOfForm(form);
  let beside: usize = load<u32>(note, noteLow);
  for (let i: usize = 0; i < <usize>count; i++) {
    let difference = (<i32>load<i16>(row + (i << 1))) << (low << 3);
    if (low === 1) difference |= load<u8>(beside);
    else if (low === 2) difference |= load<u16>(beside);
    beside += low;
    number += difference;
    if (form >= formBits) store<i32>(dst + i * step, turned(number));
    else store<f32>(dst + i * step, <f32>number);
  }
}
