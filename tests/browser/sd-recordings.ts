/** Strips with planted spreading depolarisations, for the tests of the SD detection window. */
import { type WrittenSignal, writeEdf } from "../support/edf-writer.ts";

const hz = 64;

interface Planted {
  /** Largest excursion, seconds from the start. */
  readonly peakSeconds: number;
  readonly contact: number;
}

/** A slow negative potential of 1.5 mV, and five minutes in which the fast activity is a fifth of itself. */
const excursion = { microVolts: -1500, sigmaSeconds: 45, depressedSeconds: 300, left: 0.2 } as const;

function contact(label: string, prefilter: string, own: readonly number[]): WrittenSignal {
  const phase = label.charCodeAt(label.length - 1);
  return {
    ...{ label, prefilter, unit: "uV", physicalMin: -3276.8, physicalMax: 3276.7 },
    ...{ digitalMin: -32_768, digitalMax: 32_767, samplesPerRecord: hz * 10 },
    sample(i) {
      const t = i / hz;
      let [slow, gain] = [0, 1];
      for (const peak of own) {
        slow += excursion.microVolts * Math.exp(-0.5 * ((t - peak) / excursion.sigmaSeconds) ** 2);
        const since = t - peak + excursion.sigmaSeconds;
        if (since >= 0 && since < excursion.depressedSeconds) gain = excursion.left;
      }
      const fast = 40 * Math.sin(2 * Math.PI * 2.3 * t + phase) + 30 * Math.sin(2 * Math.PI * 6.1 * t + 2 * phase);
      return Math.round((slow + gain * fast) * 10);
    },
  };
}

/**
 * Two hours of a strip, from 10:20:30 in New York on: one that spreads over three contacts, one that is alone on its contact, and one
 * that spreads less than 25 minutes before the end.
 */
export const strip = {
  name: "strip.edf",
  startMs: Date.parse("2020-03-02T15:20:30Z"),
  labels: ["D1", "D2", "D3", "D4", "D5", "D6"],
  planted: [
    { peakSeconds: 1500, contact: 1 },
    { peakSeconds: 1830, contact: 2 },
    { peakSeconds: 2160, contact: 3 },
    { peakSeconds: 4200, contact: 5 },
    { peakSeconds: 6300, contact: 0 },
    { peakSeconds: 6630, contact: 1 },
  ] satisfies Planted[],
  bytes: () => bytesOf("HP:DC LP:30Hz"),
} as const;

/** The same contacts behind a high-pass, as scalp amplifiers have it: nothing slow is left, and nothing is planted. */
export const coupled = {
  name: "coupled.edf",
  bytes: () =>
    writeEdf({
      ...{ startDate: "02.03.20", startTime: "10.20.30", records: 60, recordSeconds: 10 },
      signals: strip.labels.map((label, k) => contact(label, k < 4 ? "HP:0.5Hz LP:30Hz" : "", [])),
    }),
} as const;

const bytesOf = (prefilter: string) =>
  writeEdf({
    ...{ startDate: "02.03.20", startTime: "10.20.30", records: 720, recordSeconds: 10 },
    signals: strip.labels.map((label, k) =>
      contact(
        label,
        prefilter,
        strip.planted.filter((one) => one.contact === k).map(({ peakSeconds }) => peakSeconds),
      ),
    ),
  });
