/**
 * A signal that both sides know: the server stores it as it stores recordings, and a page that draws it can tell every value.
 * Stored codes are whole numbers; times are samples since the start.
 */

/** Samples a second. */
export const calibrationHz = 256;
/** Length, and the gap in it, s. */
export const calibrationSeconds = 120;
export const calibrationGap = { from: 70, to: 75 } as const;
/** uV of a stored step. */
export const calibrationGain = 0.5;

export interface CalibrationChannel {
  readonly label: string;
  /** The stored code of sample k. */
  readonly code: (k: number) => number;
}

/** Peaks of 50 uV; spikes of 100 uV. */
const peak = 100;

/** What is stored, channel by channel: steps, slopes, curves, single samples, and everything at once. */
export const calibrationChannels: readonly CalibrationChannel[] = [
  { label: "Square", code: (k) => (k % calibrationHz < calibrationHz / 2 ? peak : -peak) },
  { label: "Ramp", code: (k) => (k % (2 * peak + 1)) - peak },
  { label: "Sine", code: (k) => Math.round(peak * Math.sin((2 * Math.PI * 10 * k) / calibrationHz)) },
  { label: "Spikes", code: (k) => (k % calibrationHz === calibrationHz / 2 ? 2 * peak : 0) },
  { label: "Noise", code: noise },
];

/** The same scatter everywhere: the upper bits of a multiplied and mixed index. */
function noise(k: number): number {
  let x = Math.imul(k + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b);
  x ^= x >>> 13;
  return ((x >>> 8) % (2 * peak + 1)) - peak;
}

/** Runs of samples before and behind the gap. */
export const calibrationRuns = [
  { first: 0, count: calibrationGap.from * calibrationHz },
  { first: calibrationGap.to * calibrationHz, count: (calibrationSeconds - calibrationGap.to) * calibrationHz },
] as const;

/** Codes [channel][count] of samples [first, first + count). */
export function calibrationCodes(first: number, count: number): Int16Array {
  const codes = new Int16Array(calibrationChannels.length * count);
  calibrationChannels.forEach(({ code }, c) => {
    for (let i = 0; i < count; i++) codes[c * count + i] = code(first + i);
  });
  return codes;
}
