/** The numbers of EEG trends (algorithms.md 12 and 13): filters, windows and limits, for the kernels and for their plain twin. */
import { bypassFraction } from "../protocol/acting-filters.ts";
import { trendBinHz } from "../protocol/trends.ts";
import { flagBlockMs, muscleSections } from "./artifact-flags.ts";
import { butterworth, notch, type Section } from "./coefficients.ts";

export const trendBlockSeconds = flagBlockMs / 1000;
export const trendEpochSeconds = 10;
export const aeegSeconds = 15;
/** Every filter of a trend has forgotten what lies so far back: 14 of the slowest time constant, that of 0.1 Hz. ms */
export const trendWarmupMs = 32_000;
/** Of an epoch or a segment that a channel needs. */
export const leastOfEpoch = 0.5;
/** Finite samples that a channel needs in so many seconds, no fewer. */
export const leastFinite = (seconds: number, samplingHz: number): number => leastOfEpoch * seconds * samplingHz - 1e-6;
/** Channels that a row needs. */
export const leastChannels = 2;
/** Bins of a spectrum, from 0 Hz: rhythmicity at 25 Hz looks as far as 37.5 Hz. */
export const spectrumBins = 37.5 / trendBinHz + 1;
export const suppressionUv = 5;
export const suppressionSeconds = 0.5;

/** A chain of sections; `rectified`: after so many of them |x| pi is taken. */
export interface TrendChain {
  sections: readonly Section[];
  rectified: number;
}

export interface TrendChains {
  power: TrendChain;
  suppression: TrendChain;
  aeeg: TrendChain;
  /** What lies above 30 Hz, without the mains; and what of it is let through to min(70 Hz, 0.45 of the rate), null where there is no such band. */
  fast: TrendChain;
  muscle: TrendChain | null;
  movement: TrendChain;
}

const highHz = 30;

export function trendChains(samplingHz: number, notchHz: number | null): TrendChains {
  const top = Math.min(70, 0.45 * samplingHz);
  const mains = notchHz !== null && notchHz < bypassFraction * samplingHz ? [notch(notchHz, samplingHz)] : [];
  const high = (order: number, hz: number) => butterworth("highpass", order, hz, samplingHz);
  const low = (order: number, hz: number) => butterworth("lowpass", order, hz, samplingHz);
  const chain = (...sections: Section[]): TrendChain => ({ sections, rectified: 0 });
  const band = [...high(4, 2), ...low(4, 15)];
  return {
    power: chain(...high(1, 0.5), ...low(2, top), ...mains),
    suppression: chain(...high(1, 1), ...low(2, highHz)),
    aeeg: { sections: [...band, ...low(2, 0.5)], rectified: band.length },
    fast: chain(...muscleSections(samplingHz)),
    muscle: top > highHz ? chain(...low(2, top)) : null,
    movement: chain(...high(2, 0.1), ...low(2, 1)),
  };
}

/** Samples of a window of a spectrum. */
export const welchLength = (samplingHz: number): number => Math.round(2 * samplingHz);

/** Where the windows of an epoch [from, to) of grid samples begin: a second apart, those that fit; two samples of rounding move the last. */
export function welchStarts(from: number, to: number, samplingHz: number): number[] {
  const length = welchLength(samplingHz);
  const starts: number[] = [];
  for (let k = 0; k < trendEpochSeconds - 1; k++) {
    const start = from + Math.round(k * samplingHz);
    const moved = Math.min(start, to - length);
    if (moved >= from && start - moved <= 2) starts.push(moved);
  }
  return starts;
}

/** Grid samples [from, to) of each epoch out of those at which seconds begin, where none is missing. */
export const epochsOf = (edges: ArrayLike<number>): [from: number, to: number][] =>
  Array.from({ length: Math.floor((edges.length - 1) / trendEpochSeconds) }, (_, k) => [
    edges[k * trendEpochSeconds],
    edges[(k + 1) * trendEpochSeconds],
  ]);

/** Periodic Hann window. */
export const hann = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length));

/** What the square of the size of a bin is multiplied with: uV^2/Hz, of one side of the spectrum; NaN where there is none. */
export function densityOf(weights: Float64Array, samplingHz: number): Float64Array {
  const squares = weights.reduce((sum, weight) => sum + weight * weight, 0);
  return Float64Array.from({ length: spectrumBins }, (_, bin) => {
    const isOnce = bin === 0 || 2 * bin >= weights.length;
    return bin * 2 > weights.length ? Number.NaN : (isOnce ? 1 : 2) / (samplingHz * squares);
  });
}

/** Samples of a run that is long enough to be suppressed. */
export const leastSuppressed = (samplingHz: number): number => Math.ceil(suppressionSeconds * samplingHz - 1e-6);

/** Radices of a transform of that length, fours first; none where a prime of it is too large to be worth it. */
export function radicesOf(length: number): number[] {
  const radices: number[] = [];
  let left = length;
  for (const radix of [4, 2, 3, 5, 7, 11, 13])
    while (left % radix === 0) {
      radices.push(radix);
      left /= radix;
    }
  return left === 1 ? radices : [];
}
