/** EEG trends again, as plainly as can be: one channel, one sample at a time. For tests and the bench. */
import { flagOf } from "./artifact-flags.ts";
import type { ChannelTrends } from "./trend-channels.ts";
import {
  aeegSeconds,
  densityOf,
  hann,
  leastFinite,
  leastSuppressed,
  spectrumBins,
  suppressionUv,
  type TrendChain,
  trendBlockSeconds,
  trendChains,
  trendEpochSeconds,
  welchStarts,
} from "./trend-plan.ts";

/** A chain over one row; runs end at NaN. `isBare`: they begin at rest. */
export function referenceChain(input: Float32Array, { sections, rectified }: TrendChain, isBare = false): Float32Array {
  const state = new Float64Array(2 * sections.length);
  let x0 = Number.NaN;
  return input.map((sample) => {
    if (Number.isNaN(sample)) {
      x0 = Number.NaN;
      return Number.NaN;
    }
    if (Number.isNaN(x0)) {
      x0 = isBare ? 0 : sample;
      state.fill(0);
    }
    let x = sample - x0;
    for (const [k, [b0, b1, b2, a1, a2]] of sections.entries()) {
      const y = b0 * x + state[2 * k];
      state[2 * k] = b1 * x + state[2 * k + 1] - a1 * y;
      state[2 * k + 1] = b2 * x - a2 * y;
      x = k + 1 === rectified ? Math.abs(y) * Math.PI : y;
    }
    return x;
  });
}

/** uV^2/Hz of the windows that begin at `starts`, and of how many: those that miss a sample are left out. */
export function referenceSpectrum(
  row: Float32Array,
  starts: readonly number[],
  samplingHz: number,
): { power: Float64Array; windows: number } {
  const length = Math.round(2 * samplingHz);
  const weights = hann(length);
  const density = densityOf(weights, samplingHz);
  const power = new Float64Array(spectrumBins);
  let windows = 0;
  for (const start of starts) {
    const window = row.subarray(start, start + length);
    const mean = window.reduce((sum, value) => sum + value, 0) / length;
    if (Number.isNaN(mean)) continue;
    windows++;
    for (let bin = 0; bin < spectrumBins; bin++) {
      let [re, im] = [0, 0];
      for (let i = 0; i < length; i++) {
        const angle = (2 * Math.PI * ((bin * i) % length)) / length;
        re += (window[i] - mean) * weights[i] * Math.cos(angle);
        im -= (window[i] - mean) * weights[i] * Math.sin(angle);
      }
      power[bin] += re * re + im * im;
    }
  }
  return { power: power.map((value, bin) => (value / windows) * density[bin]), windows };
}

/** Whether each sample lies in a run of low ones that is long enough. */
export function referenceSuppressed(row: Float32Array, samplingHz: number): boolean[] {
  const least = leastSuppressed(samplingHz);
  const isLow = Array.from(row, (value) => Math.abs(value) < suppressionUv);
  const made = isLow.map(() => false);
  for (let from = 0; from < row.length; ) {
    let to = from;
    while (isLow[to]) to++;
    if (to - from >= least) made.fill(true, from, to);
    from = Math.max(to, from + 1);
  }
  return made;
}

/** Between neighbours in a straight line; NaN of fewer than `least`. */
export function referenceQuantile(values: ArrayLike<number>, share: number, least: number): number {
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (sorted.length === 0 || sorted.length < least) return Number.NaN;
  const position = share * (sorted.length - 1);
  const at = Math.floor(position);
  const low = sorted[at];
  return position === at ? low : low + (sorted[at + 1] - low) * (position - at);
}

/** As TrendSums makes it of a row of derived samples without seams. `edges`: samples at which seconds begin. */
export function referenceTrends(
  row: Float32Array,
  edges: ArrayLike<number>,
  { samplingHz, notch, isArtifactReduced }: { samplingHz: number; notch: number | null; isArtifactReduced: boolean },
): ChannelTrends {
  const chains = trendChains(samplingHz, notch);
  const spansOf = (seconds: number) =>
    Array.from({ length: Math.floor((edges.length - 1) / seconds) }, (_, k) => [
      edges[k * seconds],
      edges[(k + 1) * seconds],
    ]);
  const finite = (values: Float32Array) => values.filter((value) => !Number.isNaN(value));
  const meanSquare = (values: Float32Array) => {
    const there = finite(values);
    return there.reduce((sum, value) => sum + value * value, 0) / there.length;
  };
  const blocks = spansOf(trendBlockSeconds);
  const epochs = spansOf(trendEpochSeconds);
  const fast = referenceChain(row, chains.fast);
  const muscle = chains.muscle === null ? null : referenceChain(fast, chains.muscle, true);
  const movement = referenceChain(row, chains.movement);
  const flags = blocks.map(([from, to]) => {
    const own = finite(row.subarray(from, to));
    const [low, high] = [
      own.reduce((a, b) => Math.min(a, b), Infinity),
      own.reduce((a, b) => Math.max(a, b), -Infinity),
    ];
    const fastSquares = own.length * meanSquare(fast.subarray(from, to));
    return flagOf({ present: own.length, low, high, fastSquares, isRailed: false }, samplingHz);
  });
  const chained = (chain: TrendChain) => {
    const made = referenceChain(row, chain);
    if (isArtifactReduced)
      for (const [k, [from, to]] of blocks.entries()) if (flags[k] !== 0) made.fill(Number.NaN, from, to);
    return made;
  };
  const power = chained(chains.power);
  const spectra = epochs.map(([from, to]) => referenceSpectrum(power, welchStarts(from, to, samplingHz), samplingHz));
  const slow = chained(chains.suppression);
  const low = referenceSuppressed(slow, samplingHz);
  const envelope = chained(chains.aeeg);
  const least = leastFinite(aeegSeconds, samplingHz);
  return {
    power: Float64Array.from(spectra.flatMap((one) => [...one.power])),
    windows: Float64Array.from(spectra, (one) => one.windows),
    flags: Uint8Array.from(flags),
    present: Float64Array.from(blocks, ([from, to]) => finite(row.subarray(from, to)).length),
    suppressed: Float64Array.from(
      epochs.flatMap(([from, to]) => [
        low.slice(from, to).filter(Boolean).length,
        finite(slow.subarray(from, to)).length,
      ]),
    ),
    aeeg: Float64Array.from(
      spansOf(aeegSeconds).flatMap(([from, to]) =>
        [0.1, 0.5, 0.9].map((share) => referenceQuantile(envelope.subarray(from, to), share, least)),
      ),
    ),
    muscle: Float64Array.from(epochs, ([from, to]) =>
      muscle === null ? Number.NaN : meanSquare(muscle.subarray(from, to)),
    ),
    movement: Float64Array.from(epochs, ([from, to]) => meanSquare(movement.subarray(from, to))),
  };
}
