// What the coder decides before it writes: which earlier rows a row is predicted from, and with which taps. Sums in float32: they
// only choose. The decoder reads the choice and computes none of this.
import {
  formNarrow,
  fraction,
  levinsonTables,
  noteBack,
  noteBytes,
  noteForm,
  noteOrder,
  noteRefs,
  noteTaps,
  noteWeights,
  reach,
  rowBytes,
  rowTable,
  taps,
} from "./codec-layout";

/** Share of a row's energy that a row to predict from must explain, at least: less does not pay for its header. */
const worthwhile: f64 = 0.06;
const most: f64 = 32767;
const scale: f64 = <f64>(1 << fraction);

/** Differences from each value to the next, the first one zero. Sixteen values are written at a time. */
export function differences(src: usize, dst: usize, tiles: i32): void {
  const begin = dst;
  for (const end = dst + ((<usize>tiles) << 4); dst < end; src += 16, dst += 16)
    v128.store(dst, i16x8.sub(v128.load(src), v128.load(src - 2)));
  store<i16>(begin, 0);
}

/** Sum of products; of the vectors every `step / 16`th. */
function product(a: usize, b: usize, bytes: usize, step: usize): f64 {
  let sum = f32x4.splat(0);
  for (const end = a + bytes; a < end; a += step, b += step)
    sum = f32x4.add(sum, f32x4.convert_i32x4_s(i32x4.dot_i16x8_s(v128.load(a), v128.load(b))));
  sum = f32x4.add(sum, v128.shuffle<i64>(sum, sum, 1, 0));
  return <f64>f32x4.extract_lane(sum, 0) + <f64>f32x4.extract_lane(sum, 1);
}

/** Products of a row's differences with those of the rows before it, of every second vector. products: f32[rows][reach + 1] */
export function multiplyRows(differenceRows: usize, row: i32, bytes: usize, products: usize): void {
  const own = differenceRows + <usize>row * rowBytes;
  for (let back = 0; back <= min(row, reach); back++)
    store<f32>(
      products + ((<usize>(row * (reach + 1) + back)) << 2),
      <f32>product(own, own - <usize>back * rowBytes, bytes, 32),
    );
}

function productOf(products: usize, row: i32, other: i32): f64 {
  const later = max(row, other);
  return <f64>load<f32>(products + ((<usize>(later * (reach + 1) + later - min(row, other))) << 2));
}

/** Writes into the row's note which rows it is predicted from (0 to 2), how far back they are, and their weights. */
export function chooseRows(products: usize, row: i32, notes: usize): void {
  const note = notes + <usize>row * noteBytes;
  store<u8>(note, 0, noteRefs);
  const energy = productOf(products, row, row);
  let first = -1;
  let gained = energy * worthwhile;
  for (let other = max(0, row - reach); other < row; other++) {
    if (<i32>load<u8>(notes + <usize>other * noteBytes, noteForm) > formNarrow) continue;
    const common = productOf(products, row, other);
    const gain = (common * common) / productOf(products, other, other);
    if (gain > gained) {
      gained = gain;
      first = other;
    }
  }
  if (first < 0) return;
  const firstEnergy = productOf(products, first, first);
  const firstCommon = productOf(products, row, first);
  let second = -1;
  let more = (energy - gained) * worthwhile;
  for (let other = max(0, row - reach); other < row; other++) {
    if (other === first || <i32>load<u8>(notes + <usize>other * noteBytes, noteForm) > formNarrow) continue;
    const between = productOf(products, first, other);
    const common = productOf(products, row, other) - (firstCommon * between) / firstEnergy;
    const own = productOf(products, other, other);
    const left = own - (between * between) / firstEnergy;
    if (left > own * 0.001 && (common * common) / left > more) {
      more = (common * common) / left;
      second = other;
    }
  }
  let secondWeight: f64 = 0;
  let firstWeight = firstCommon / firstEnergy;
  if (second >= 0) {
    const between = productOf(products, first, second);
    const left = productOf(products, second, second) - (between * between) / firstEnergy;
    secondWeight = (productOf(products, row, second) - (firstCommon * between) / firstEnergy) / left;
    firstWeight = (firstCommon - secondWeight * between) / firstEnergy;
  }
  firstWeight = nearest(firstWeight * scale);
  secondWeight = nearest(secondWeight * scale);
  if (!(abs(firstWeight) <= most && abs(secondWeight) <= most)) return;
  store<u8>(note, second >= 0 ? 2 : 1, noteRefs);
  store<i16>(note, <i16>firstWeight, noteWeights);
  store<i16>(note, <i16>secondWeight, noteWeights + 2);
  store<u16>(note, <u16>(row - first), noteBack);
  store<u16>(note, <u16>(second >= 0 ? row - second : row - first), noteBack + 2);
}

/**
 * Chooses taps for the differences of a row (of its values, if plain) and writes them into its note. `work`: the small part of the
 * scratch; count: values.
 */
export function chooseTaps(src: usize, count: i32, isPlain: bool, note: usize, work: usize): void {
  const tiles = (count + 7) >> 3;
  const row = work + rowTable;
  const bytes = (<usize>tiles) << 4;
  memory.fill(row - 32, 0, 32);
  if (isPlain) memory.copy(row, src, bytes);
  else differences(src, row, tiles);
  if (count & 7) memory.fill(row + ((<usize>count) << 1), 0, (<usize>(8 - (count & 7))) << 1);
  const sums = work + levinsonTables;
  const a = sums + 128;
  const spare = sums + 256;
  store<u8>(note, 0, noteOrder);
  for (let lag: usize = 0; lag <= <usize>taps; lag++)
    store<f64>(sums + (lag << 3), product(row, row - (lag << 1), bytes, 16));
  let error = load<f64>(sums) * (1 + 1e-6);
  if (!(error > 0)) return;
  const energy = error;
  let best: f64 = 0;
  for (let order: usize = 1; order <= <usize>taps; order++) {
    let reflection = load<f64>(sums + (order << 3));
    for (let i: usize = 1; i < order; i++) reflection -= load<f64>(a + (i << 3)) * load<f64>(sums + ((order - i) << 3));
    reflection /= error;
    memory.copy(spare, a, 80);
    for (let i: usize = 1; i < order; i++)
      store<f64>(a + (i << 3), load<f64>(spare + (i << 3)) - reflection * load<f64>(spare + ((order - i) << 3)));
    store<f64>(a + (order << 3), reflection);
    error *= 1 - reflection * reflection;
    if (!(error > 0)) return;
    // Half a bit a value for each halving of the energy, against 16 bits a tap.
    const score = 0.5 * <f64>count * Math.log2(error / energy) + 16 * <f64>order;
    if (score < best && keepTaps(a, order, note)) best = score;
  }
}

function keepTaps(a: usize, order: usize, note: usize): bool {
  for (let i: usize = 1; i <= order; i++) if (!(abs(load<f64>(a + (i << 3))) * scale < most)) return false;
  for (let i: usize = 1; i <= order; i++)
    store<i16>(note + ((i - 1) << 1), <i16>nearest(load<f64>(a + (i << 3)) * scale), noteTaps);
  store<u8>(note, <u8>order, noteOrder);
  return true;
}
