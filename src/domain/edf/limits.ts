/** What stored values are worth, by the limits of their signals (formats.md 1.2). */
import type { EdfHeader, EdfSignal } from "./header.ts";
import { nameSignals, type Repairs } from "./repairs.ts";

/** Gain and offset in the file's own unit, or null where the limits are unusable (algorithms of formats.md 1.2). */
export function calibration(signal: EdfSignal): { gain: number; offset: number } | null {
  const { physicalMin, physicalMax, digitalMin, digitalMax } = signal;
  if (physicalMin === null || physicalMax === null || digitalMin === null || digitalMax === null) return null;
  const gain = (physicalMax - physicalMin) / (digitalMax - digitalMin);
  const offset = physicalMin - digitalMin * gain;
  return isUsable(gain) && Math.abs(offset) < largestFactor ? { gain, offset } : null;
}

/** No amplifier has limits beyond, and float32 holds what they make of values in volts as microvolts. */
const largestFactor = 1e20;
const smallestFactor = 1e-30;
const isUsable = (gain: number) => Math.abs(gain) > smallestFactor && Math.abs(gain) < largestFactor;

/** Tells of limits that cannot be used, or are written in another order. */
export function noteLimits(header: EdfHeader, repairs: Repairs): void {
  const signals = header.signals.filter((s) => !s.isAnnotation && s.samplesPerRecord > 0);
  const uncalibrated = signals.filter((s) => calibration(s) === null);
  if (uncalibrated.length > 0) {
    repairs.add(`Without usable limits, so shown uncalibrated as stored: ${nameSignals(uncalibrated)}.`);
  }
  const inverted = signals.filter((s) => calibration(s) && (s.digitalMin ?? 0) > (s.digitalMax ?? 0));
  if (inverted.length > 0) {
    repairs.add(`The digital minimum lies above the digital maximum, computed as written: ${nameSignals(inverted)}.`);
  }
}
