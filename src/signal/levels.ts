/** Smallest and largest values of columns of stored samples, and coarser columns from finer ones: the stored levels. */
import type { Core } from "./core.ts";
import { demand } from "./parameter-error.ts";
import type { ColumnResult } from "./types.ts";

/** Samples handed to the core at once. */
const blockSamples = 1 << 20;
/** What the kernels take for "no code": outside int16. */
const noCode = 1 << 30;

/**
 * Columns of `width` samples, the last one may be shorter: [column][min, max]. Samples equal to `missingCode` are skipped;
 * a column without any other is (32767, -32768). Throws ParameterError unless width is a whole number >= 1.
 */
export function columnsOfInt16(core: Core, data: Int16Array, width: number, missingCode: number | null): Int16Array {
  demandWidth(width);
  const result = new Int16Array(2 * Math.ceil(data.length / width));
  const block = Math.max(1, Math.floor(blockSamples / width)) * width;
  for (let from = 0; from < data.length; from += block)
    core.arena.scope(() => {
      const part = data.subarray(from, from + block);
      const src = core.arena.take(part.byteLength);
      const values = 2 * Math.ceil(part.length / width);
      const dst = core.arena.take(values * 2);
      core.i16.set(part, src / 2);
      core.kernels.columnsInt16(src, part.length, width, missingCode ?? noCode, dst);
      result.set(core.i16.subarray(dst / 2, dst / 2 + values), (2 * from) / width);
    });
  return result;
}

/** As columnsOfInt16 for float32: NaN is skipped, a column without a finite sample is (NaN, NaN). */
export function columnsOfFloat32(core: Core, data: Float32Array, width: number): Float32Array {
  demandWidth(width);
  const result = new Float32Array(2 * Math.ceil(data.length / width));
  const block = Math.max(1, Math.floor(blockSamples / width)) * width;
  for (let from = 0; from < data.length; from += block)
    core.arena.scope(() => {
      const part = data.subarray(from, from + block);
      const src = core.arena.take(part.byteLength);
      const values = 2 * Math.ceil(part.length / width);
      const dst = core.arena.take(values * 4);
      core.f32.set(part, src / 4);
      core.kernels.columnsFloat32(src, part.length, width, dst);
      result.set(core.f32.subarray(dst / 4, dst / 4 + values), (2 * from) / width);
    });
  return result;
}

/**
 * Columns of `factor` finer int16 columns each; the first finer one lies `phase` columns inside the first coarse one.
 * Throws ParameterError unless factor >= 1 and 0 <= phase < factor, whole numbers.
 */
export function mergeInt16(core: Core, pairs: Int16Array, factor: number, phase = 0): Int16Array {
  demandFactor(factor, phase);
  const count = pairs.length / 2;
  const values = 2 * Math.ceil((phase + count) / factor);
  return core.arena.scope(() => {
    const src = core.arena.take(pairs.byteLength);
    const dst = core.arena.take(values * 2);
    core.i16.set(pairs, src / 2);
    core.kernels.mergeInt16(src, count, phase, factor, dst);
    return core.i16.slice(dst / 2, dst / 2 + (count === 0 ? 0 : values));
  });
}

/** As mergeInt16 for float32 columns. */
export function mergeFloat32(core: Core, pairs: Float32Array, factor: number, phase = 0): Float32Array {
  demandFactor(factor, phase);
  const count = pairs.length / 2;
  const values = 2 * Math.ceil((phase + count) / factor);
  return core.arena.scope(() => {
    const src = core.arena.take(pairs.byteLength);
    const dst = core.arena.take(values * 4);
    core.f32.set(pairs, src / 4);
    core.kernels.mergeFloat32(src, count, phase, factor, dst);
    return core.f32.slice(dst / 4, dst / 4 + (count === 0 ? 0 : values));
  });
}

/** Columns [firstColumn, firstColumn + columns) of a grid: data [row][column][min, max], breaks one byte a column. */
export interface GridColumns extends ColumnResult {
  rows: number;
  firstColumn: number;
  columns: number;
}

/**
 * The same rows on a grid `factor` times coarser, as the next level of the derived pyramid. Where the finer columns begin or
 * end inside a coarse one, that one holds what there is. Throws ParameterError unless factor is a whole number >= 1.
 */
export function mergeColumns(core: Core, finer: GridColumns, factor: number): GridColumns {
  const phase = finer.firstColumn % factor;
  demandFactor(factor, phase);
  const { rows, columns } = finer;
  const coarse = columns === 0 ? 0 : Math.ceil((phase + columns) / factor);
  const data = new Float32Array(rows * coarse * 2);
  for (let row = 0; row < rows; row++) {
    const pairs = finer.data.subarray(row * columns * 2, (row + 1) * columns * 2);
    data.set(mergeFloat32(core, pairs, factor, phase), row * coarse * 2);
  }
  const breaks = new Uint8Array(coarse);
  for (let column = 0; column < columns; column++)
    if (finer.breaks[column] === 1) breaks[Math.floor((phase + column) / factor)] = 1;
  return { data, breaks, rows, columns: coarse, firstColumn: Math.floor(finer.firstColumn / factor) };
}

function demandWidth(width: number): void {
  demand(Number.isSafeInteger(width) && width >= 1 && width < 2 ** 31, `columns of ${width} samples`);
}
function demandFactor(factor: number, phase: number): void {
  demand(Number.isSafeInteger(factor) && factor >= 1 && factor < 2 ** 31, `merging ${factor} columns`);
  demand(Number.isSafeInteger(phase) && phase >= 0 && phase < factor, `phase ${phase} of ${factor} columns`);
}
