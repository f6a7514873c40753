/** An EEG with planted changes, for the tests of the trends window. */
import { writeEdf } from "../support/edf-writer.ts";

const hz = 100;
const minutes = 80;
const minute = 60;
const electrodes = "Fp1 F3 C3 P3 O1 F7 T7 P7 Fz Cz Pz Fp2 F4 C4 P4 O2 F8 T8 P8".split(" ");
const isRight = (label: string) => Number(label.at(-1)) % 2 === 0;

/** Repeatable, different on every electrode: neighbours do not cancel each other. */
const phaseOf = (k: number) => 2.399_963 * k;

/**
 * 80 minutes from 10:20:30 in New York on: alpha of 10 Hz over delta of 2 Hz; louder on the right from minute 45 on, three minutes at the
 * rail, and the last fifteen minutes nearly flat.
 */
export const trendy = {
  name: "trendy.edf",
  startMs: Date.parse("2020-03-02T15:20:30Z"),
  minutes,
  louderFrom: 45,
  railed: { from: 40, to: 43 },
  flatFrom: 65,
  bytes: () =>
    writeEdf({
      ...{ startDate: "02.03.20", startTime: "10.20.30", records: minutes * 6, recordSeconds: 10 },
      signals: electrodes.map((label, k) => ({
        ...{ label, unit: "uV", physicalMin: -3276.8, physicalMax: 3276.7 },
        ...{ digitalMin: -32_768, digitalMax: 32_767, samplesPerRecord: hz * 10 },
        sample(i) {
          const t = i / hz;
          const at = t / minute;
          if (at >= trendy.railed.from && at < trendy.railed.to) return -32_768;
          const gain = at >= trendy.flatFrom ? 0.04 : isRight(label) && at >= trendy.louderFrom ? 2 : 1;
          const alpha = 14 * Math.sin(2 * Math.PI * 10 * t + phaseOf(k));
          const delta = 12 * Math.sin(2 * Math.PI * 2 * t + 2 * phaseOf(k));
          return Math.round(10 * gain * (alpha + delta));
        },
      })),
    }),
} as const;

/** A strip without the electrodes that hemispheres are made of. */
export const unplaced = {
  name: "unplaced.edf",
  bytes: () =>
    writeEdf({
      ...{ startDate: "02.03.20", startTime: "10.20.30", records: 6, recordSeconds: 10 },
      signals: ["D1", "D2", "D3"].map((label) => ({
        ...{ label, unit: "uV", physicalMin: -3276.8, physicalMax: 3276.7 },
        ...{ digitalMin: -32_768, digitalMax: 32_767, samplesPerRecord: hz * 10 },
        sample: (i: number) => Math.round(200 * Math.sin(i / 9)),
      })),
    }),
} as const;
