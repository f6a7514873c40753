/**
 * Flags of a channel in blocks of 2 s (algorithms.md 13, rule 1): what is not read as an EEG. They change no value, and no setting of a window changes
 * them. The one definition, for EEG images and trends: trends measure with kernels (trend-flags.ts), images here, in plain float64.
 */
import { bypassFraction } from "../protocol/acting-filters.ts";
import { butterworth, notch, type Section } from "./coefficients.ts";

export const flagBlockMs = 2000;

/** One bit each: a block may have several. */
export const artifactFlag = { flat: 1, extreme: 2, muscle: 4, missing: 8 } as const;

/** uV, uV, uV RMS, share of a block. */
const limits = { flatUv: 0.5, extremeUv: 1000, muscleUv: 20, missing: 0.5 } as const;
const muscleHz = 30;
const muscleOrder = 2;
/** Taken out before muscle is judged, or the mains would be muscle. */
const mainsHz = [50, 60] as const;

/** Seconds before the first block after which the filter of muscle has settled: 14 time constants of the notch at 50 Hz. */
export const flagWarmupSeconds = 2;

/** The filter of what lies above 30 Hz, without the mains. None where a rate has nothing up there to be measured. */
export function muscleSections(samplingHz: number): Section[] {
  const limit = bypassFraction * samplingHz;
  if (muscleHz >= limit) return [];
  const mains = mainsHz.filter((hz) => hz < limit).map((hz) => notch(hz, samplingHz));
  return [...mains, ...butterworth("highpass", muscleOrder, muscleHz, samplingHz)];
}

/** What was measured of a block. */
export interface BlockFacts {
  /** Finite samples, and their extremes in uV. */
  present: number;
  low: number;
  high: number;
  /** Sum of squares of the samples behind `muscleSections`, uV^2. */
  fastSquares: number;
  /** An electrode of the channel is where its converter ends. */
  isRailed: boolean;
}

export function flagOf({ present, low, high, fastSquares, isRailed }: BlockFacts, samplingHz: number): number {
  const expected = (flagBlockMs / 1000) * samplingHz;
  let flags = present < (1 - limits.missing) * expected ? artifactFlag.missing : 0;
  if (present > 0 && high - low < limits.flatUv) flags |= artifactFlag.flat;
  if (high > limits.extremeUv || low < -limits.extremeUv || isRailed) flags |= artifactFlag.extreme;
  if (Math.sqrt(fastSquares / present) > limits.muscleUv) flags |= artifactFlag.muscle;
  return flags;
}

/** The ends of what 16 bits hold: a converter that is there shows nothing of the signal. */
export const isRailCode = (code: number): boolean => code === -32_768 || code === 32_767;

/** The same of a sample that is scaled already: `gain` uV per code, `offset` uV. */
export const isAtRail = (uv: number, { gain, offset }: { gain: number; offset: number }): boolean =>
  isRailCode(Math.round((uv - offset) / gain));

/**
 * Flags of the blocks [edges[k], edges[k + 1]) of `values` (uV, NaN where there is none). What lies before the first edge settles the filter, which
 * starts again behind what is missing. `rails`: not 0 in blocks in which an electrode is where its converter ends.
 */
export function artifactFlags(
  values: ArrayLike<number>,
  edges: ArrayLike<number>,
  samplingHz: number,
  rails?: ArrayLike<number>,
): Uint8Array {
  const flags = new Uint8Array(Math.max(0, edges.length - 1));
  if (flags.length === 0) return flags;
  const fast = filtered(values, edges[flags.length], muscleSections(samplingHz));
  for (let k = 0; k < flags.length; k++) {
    const [from, to] = [edges[k], edges[k + 1]];
    let present = 0;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let fastSquares = 0;
    for (let at = from; at < to; at++) {
      const value = values[at];
      if (!Number.isFinite(value)) continue;
      present++;
      if (value < low) low = value;
      if (value > high) high = value;
      fastSquares += fast[at] * fast[at];
    }
    flags[k] = flagOf({ present, low, high, fastSquares, isRailed: rails !== undefined && rails[k] !== 0 }, samplingHz);
  }
  return flags;
}

let room = new Float64Array(0);

/** The first `count` values behind the sections, each run of finite ones by itself; 0 elsewhere, and without sections. Valid until the next call. */
function filtered(values: ArrayLike<number>, count: number, sections: readonly Section[]): Float64Array {
  if (room.length < count) room = new Float64Array(count);
  room.fill(0, 0, count);
  const padded = [...sections, ...Array<Section>(mostSections - sections.length).fill(through)];
  for (let from = 0; sections.length > 0 && from < count; from++) {
    if (!Number.isFinite(values[from])) continue;
    const start = values[from];
    let to = from;
    for (; to < count && Number.isFinite(values[to]); to++) room[to] = values[to] - start;
    filterRun(room, from, to, padded);
    from = to;
  }
  return room;
}

/** Of muscle: two of the mains, and what is above 30 Hz. */
const mostSections = 3;
/** Lets everything pass as it is. */
const through: Section = [1, 0, 0, 0, 0];

/**
 * Three sections in direct form II transposed, in place; each starts as if its input had been constant. In one pass: a sample need not wait in the second
 * section for the next one in the first.
 */
function filterRun(x: Float64Array, from: number, to: number, [a, b, c]: readonly Section[]): void {
  const [a0, a1, a2, a3, a4] = a;
  const [b0, b1, b2, b3, b4] = b;
  const [c0, c1, c2, c3, c4] = c;
  let [aFirst, aSecond, bFirst, bSecond, cFirst, cSecond] = [0, 0, 0, 0, 0, 0];
  for (let at = from; at < to; at++) {
    const input = x[at];
    const one = a0 * input + aFirst;
    aFirst = a1 * input + aSecond - a3 * one;
    aSecond = a2 * input - a4 * one;
    const two = b0 * one + bFirst;
    bFirst = b1 * one + bSecond - b3 * two;
    bSecond = b2 * one - b4 * two;
    const three = c0 * two + cFirst;
    cFirst = c1 * two + cSecond - c3 * three;
    cSecond = c2 * two - c4 * three;
    x[at] = three;
  }
}
