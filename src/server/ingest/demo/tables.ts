/** Everything that repeats is computed once: loops of noise, wave shapes, transients. Mixing then only multiplies. */
import { bell, type Random } from "./random.ts";

export const eegHz = 256;
/** Loops carry their beginning again behind their end, so a second can be read from any place without wrapping. */
const tail = eegHz;

export interface NoiseLoop {
  samples: Float32Array;
  length: number;
}

/** One cascade of band passes; a corner of 0 leaves that side open. Frequencies in Hz. */
export interface NoiseBand {
  low: number;
  high: number;
  /** Tilt 1/f instead of a flat band. */
  isPink?: boolean;
}

/** Where second `second` of a loop starts. Loops have different lengths, so their sum does not repeat. */
export const loopAt = (loop: NoiseLoop, second: number, shift: number) => (shift + second * eegHz) % loop.length;

/** A loop of noise of that band with root mean square 1. */
export function noiseLoop(band: NoiseBand, length: number, random: Random): NoiseLoop {
  let samples: Float64Array<ArrayBuffer> = whiteNoise(length, random);
  if (band.isPink) samples = pinkened(samples);
  if (band.low > 0) for (let k = 0; k < 2; k++) samples = firstOrder(samples, band.low, true);
  if (band.high > 0) for (let k = 0; k < 3; k++) samples = firstOrder(samples, band.high, false);
  return finished(samples);
}

/** A loop of noise that rings at one frequency, so it waxes and wanes as brain rhythms do. */
export function rhythmLoop(centreHz: number, widthHz: number, length: number, random: Random): NoiseLoop {
  const ringing = resonated(resonated(whiteNoise(length, random), centreHz, widthHz), centreHz, widthHz);
  return finished(ringing);
}

function whiteNoise(length: number, random: Random): Float64Array<ArrayBuffer> {
  const samples = new Float64Array(length);
  for (let i = 0; i < length; i++) samples[i] = bell(random);
  return samples;
}

function finished(samples: Float64Array): NoiseLoop {
  let power = 0;
  for (let i = 0; i < samples.length; i++) power += samples[i] * samples[i];
  const scale = 1 / Math.sqrt(power / samples.length);
  const loop = new Float32Array(samples.length + tail);
  for (let i = 0; i < samples.length; i++) loop[i] = samples[i] * scale;
  loop.copyWithin(samples.length, 0, tail);
  return { samples: loop, length: samples.length };
}

/** Filters run twice round the loop and keep the second turn, so its ends meet. */
function firstOrder(
  input: Float64Array<ArrayBuffer>,
  cornerHz: number,
  isHighPass: boolean,
): Float64Array<ArrayBuffer> {
  const a = Math.exp((-2 * Math.PI * cornerHz) / eegHz);
  const out = new Float64Array(input.length);
  let slow = 0;
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < input.length; i++) {
      slow = a * slow + (1 - a) * input[i];
      out[i] = isHighPass ? input[i] - slow : slow;
    }
  }
  return out;
}

function pinkened(input: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const out = new Float64Array(input.length);
  for (const cornerHz of [0.4, 1.6, 6.4, 25.6]) {
    const part = firstOrder(input, cornerHz, false);
    for (let i = 0; i < out.length; i++) out[i] += part[i] / Math.sqrt(cornerHz / 0.4) ** 0.95;
  }
  return out;
}

function resonated(input: Float64Array<ArrayBuffer>, centreHz: number, widthHz: number): Float64Array<ArrayBuffer> {
  const r = Math.exp((-Math.PI * widthHz) / eegHz);
  const [a1, a2] = [2 * r * Math.cos((2 * Math.PI * centreHz) / eegHz), -r * r];
  const out = new Float64Array(input.length);
  let [y1, y2] = [0, 0];
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < input.length; i++) {
      const y = input[i] + a1 * y1 + a2 * y2;
      y2 = y1;
      y1 = y;
      out[i] = y;
    }
  }
  return out;
}

/** One cycle of a wave in 1024 steps (and one more to interpolate to). */
export const cycleSteps = 1024;
const cycle = (shape: (phase: number) => number) =>
  Float32Array.from({ length: cycleSteps + 1 }, (_, i) => shape(i / cycleSteps));
const bump = (x: number, centre: number, width: number) => Math.exp(-(((x - centre) / width) ** 2));
const turn = 2 * Math.PI;

export const cycles = {
  sine: cycle((p) => Math.sin(turn * p)),
  /** Rhythmic ictal waves: sharpened, steeper on one side. Negative peaks, as electrodes over the focus see them. */
  ictal: cycle((p) => -Math.sin(turn * p) - 0.38 * Math.sin(2 * turn * p + 0.5) - 0.16 * Math.sin(3 * turn * p + 0.9)),
  /** Spike and slow wave. */
  spikeWave: cycle((p) => -1.25 * bump(p, 0.16, 0.035) + 0.5 * bump(p, 0.25, 0.04) - 1.1 * bump(p, 0.6, 0.16) + 0.32),
} as const;

const shape = (seconds: number, at: (t: number) => number) =>
  Float32Array.from({ length: Math.round(seconds * eegHz) }, (_, i) => at(i / eegHz));

const spindle = (hz: number, seconds: number) =>
  shape(seconds, (t) => Math.sin(Math.PI * (t / seconds)) ** 1.5 * Math.sin(turn * (hz - 0.5 * t) * t));
const tapered = (seconds: number) => (t: number) => Math.min(1, t / 0.25, (seconds - t) / 0.4) ** 2;

/** Transients with peak about 1, all shorter than `longestTransient` samples. Up is positive at the first electrode. */
export const transients = {
  blink: shape(0.42, (t) => bump(t, 0.14, 0.062) - 0.18 * bump(t, 0.31, 0.06)),
  saccade: shape(0.7, (t) => (1 - Math.exp(-t / 0.025)) * Math.exp(-t / 0.28) * Math.min(1, (0.7 - t) / 0.1)),
  vertexWave: shape(0.4, (t) => -bump(t, 0.14, 0.05) + 0.45 * bump(t, 0.25, 0.06)),
  kComplex: shape(1.3, (t) => 0.25 * bump(t, 0.12, 0.05) - bump(t, 0.34, 0.12) + 0.65 * bump(t, 0.76, 0.2)),
  spike: shape(
    0.6,
    (t) => 0.2 * bump(t, 0.06, 0.016) - bump(t, 0.1, 0.02) + 0.3 * bump(t, 0.145, 0.025) - 0.45 * bump(t, 0.3, 0.085),
  ),
  spindleSlow: spindle(12.6, 1.3),
  spindleMiddle: spindle(13.4, 0.9),
  spindleFast: spindle(14.2, 0.7),
  /** Envelopes: multiplied with noise instead of added. */
  burst: shape(1.6, tapered(1.6)),
  longBurst: shape(2.9, tapered(2.9)),
  pop: shape(1.2, (t) => (1 - Math.exp(-t / 0.004)) * Math.exp(-t / 0.18)),
  heart: shape(
    0.72,
    (t) =>
      0.12 * bump(t, 0.08, 0.028) -
      0.1 * bump(t, 0.172, 0.009) +
      bump(t, 0.2, 0.011) -
      0.24 * bump(t, 0.228, 0.011) +
      0.26 * bump(t, 0.47, 0.06),
  ),
} as const;
export type TransientName = keyof typeof transients;
export const longestTransient = Math.max(...Object.values(transients).map((t) => t.length));
/** Seconds from the start of `heart` to its R peak. */
export const heartPeakSeconds = 0.2;
