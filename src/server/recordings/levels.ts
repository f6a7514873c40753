/**
 * Min/max pairs of stored values. An entry of a level stands for `factor` samples counted from grid index 0; a pair with
 * min > max, or of NaN, is empty. Works on int16 and float32 alike; NaN and the missing code are skipped.
 */
import { joinRuns } from "../../domain/time/runs.ts";
import { openCore } from "../../signal/node.ts";
import type { Run } from "../../signal/types.ts";
import type { Values } from "./array-writer.ts";
import { emptyPair } from "./geometry.ts";

/** What the core takes for "no missing code": outside int16. */
const noCode = 1 << 30;

/**
 * Reduces source[from, from + count), which begins `phase` samples into its first entry, to pairs in `into`.
 * Returns the number of entries.
 */
export function reduceSamples(
  source: Int16Array | Float32Array,
  from: number,
  count: number,
  phase: number,
  factor: number,
  missingCode: number | null,
  into: Values,
): number {
  // Up to the first boundary here, from there on in the core, which takes whole entries and the rest of one.
  const head = phase === 0 ? 0 : Math.min(count, factor - phase);
  if (head > 0) reducePlain(source, from, head, missingCode, into);
  const entries = head > 0 ? 1 : 0;
  if (head === count) return entries;
  return entries + reduceInCore(source.subarray(from + head, from + count), factor, missingCode, into, 2 * entries);
}

/** One entry of source[from, from + count). */
function reducePlain(
  source: Int16Array | Float32Array,
  from: number,
  count: number,
  missingCode: number | null,
  into: Values,
): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = from; i < from + count; i++) {
    if (source[i] === missingCode) continue;
    if (source[i] < low) low = source[i];
    if (source[i] > high) high = source[i];
  }
  const empty = emptyPair[source instanceof Int16Array ? "int16" : "float32"];
  [into[0], into[1]] = low <= high ? [low, high] : empty;
}

function reduceInCore(
  source: Int16Array | Float32Array,
  factor: number,
  missingCode: number | null,
  into: Values,
  at: number,
): number {
  const core = openCore();
  const entries = Math.ceil(source.length / factor);
  const memory = source instanceof Int16Array ? core.i16 : core.f32;
  const size = source.BYTES_PER_ELEMENT;
  core.arena.scope(() => {
    const src = core.arena.take(source.byteLength);
    const dst = core.arena.take(2 * entries * size);
    memory.set(source, src / size);
    if (source instanceof Int16Array) {
      core.kernels.columnsInt16(src, source.length, factor, missingCode ?? noCode, dst);
    } else {
      if (missingCode !== null) {
        for (let i = src / size; i < src / size + source.length; i++)
          if (memory[i] === missingCode) memory[i] = Number.NaN;
      }
      core.kernels.columnsFloat32(src, source.length, factor, dst);
    }
    into.set(memory.subarray(dst / size, dst / size + 2 * entries), at);
  });
  return entries;
}

/**
 * Reduces `count` pairs from source[2 * from], which begins `phase` pairs into its first entry, to pairs in `into`.
 * Returns the number of entries.
 */
export function reducePairs(
  source: Values,
  from: number,
  count: number,
  phase: number,
  factor: number,
  into: Values,
): number {
  const [emptyLow, emptyHigh] = emptyPair[source instanceof Int16Array ? "int16" : "float32"];
  const end = from + count;
  let entries = 0;
  let next = from + factor - phase;
  for (let i = from; i < end; next += factor) {
    const stop = next < end ? next : end;
    into[2 * entries] = emptyLow;
    into[2 * entries + 1] = emptyHigh;
    for (; i < stop; i++) mergePair(into, 2 * entries, source[2 * i], source[2 * i + 1]);
    entries++;
  }
  return entries;
}

/** Widens the pair at pairs[at] by (low, high), if that is not empty. */
export function mergePair(pairs: Values, at: number, low: number, high: number): void {
  if (!(low <= high)) return;
  if (!(pairs[at] <= low)) pairs[at] = low;
  if (!(pairs[at + 1] >= high)) pairs[at + 1] = high;
}

/** The entries of `factor` that ranges touch, ascending and merged. */
export function inEntries(runs: readonly Run[], factor: number): Run[] {
  return joinRuns(
    runs.map(({ first, count }) => {
      const from = Math.floor(first / factor);
      return { first: from, count: Math.ceil((first + count) / factor) - from };
    }),
  );
}
