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
  for (let from = 0; sections.length > 0 && from < count; from++) {
    if (!Number.isFinite(values[from])) continue;
    const start = values[from];
    let to = from;
    for (; to < count && Number.isFinite(values[to]); to++) room[to] = values[to] - start;
    for (const section of sections) filterRun(room, from, to, section);
    from = to;
  }
  return room;
}

/** A section in direct form II transposed, in place; it starts as if its input had been constant. */
function filterRun(x: Float64Array, from: number, to: number, [b0, b1, b2, a1, a2]: Section): void {
  let first = 0;
  let second = 0;
  for (let at = from; at < to; at++) {
    const y = b0 * x[at] + first;
    first = b1 * x[at] + second - a1 * y;
    second = b2 * x[at] - a2 * y;
    x[at] = y;
  }
}
