/** The recordings of the browser tests, made by code. */
import { scalpElectrodes } from "../../src/domain/montage/electrodes.ts";
import { type WrittenSignal, writeEdf } from "../support/edf-writer.ts";

const hz = 200;
const oldNames: Record<string, string> = { T7: "T3", T8: "T4", P7: "T5", P8: "T6" };

/** 0.1 uV a step: +-3276.7 uV. */
const voltage = (label: string, microVolts: (seconds: number) => number): WrittenSignal => ({
  label,
  unit: "uV",
  physicalMin: -3276.8,
  physicalMax: 3276.7,
  digitalMin: -32_768,
  digitalMax: 32_767,
  samplesPerRecord: hz,
  sample: (i) => Math.round(microVolts(i / hz) * 10),
});

/** Records of a second: 20 s, a gap of 5 s, then 155 s more. Zone of the file is the default, America/New_York. */
export const night = {
  name: "night.edf",
  startMs: Date.parse("2020-03-02T15:20:30Z"),
  seconds: 180,
  gap: { fromSeconds: 20, toSeconds: 25 },
  samplingHz: hz,
  bytes: () =>
    writeEdf({
      format: "EDF+D",
      startDate: "02.03.20",
      startTime: "10.20.30",
      records: 175,
      recordSeconds: 1,
      onsets: Array.from({ length: 175 }, (_, record) => `+${record < 20 ? record : record + 5}`),
      annotations: [
        { onset: "+40", duration: "4", text: "Eyes open", record: 20 },
        { onset: "+100", text: "Suction", record: 90 },
      ],
      signals: [
        ...scalpElectrodes.map((electrode, k) =>
          voltage(`EEG ${oldNames[electrode] ?? electrode}-REF`, (t) => 60 * Math.sin(2 * Math.PI * (8 + k / 4) * t)),
        ),
        voltage("ECG", (t) => (t % 1 < 0.05 ? 800 : 0)),
      ],
    }),
} as const;

/** Depth electrodes: no Standard montage can be derived from it. It does not say when it began. */
export const depth = {
  name: "depth.edf",
  bytes: () =>
    writeEdf({
      recording: "Startdate X X X X",
      startDate: "00.00.00",
      startTime: "00.00.00",
      records: 40,
      recordSeconds: 1,
      signals: ["LA1", "LA2", "LA3"].map((label, k) =>
        voltage(label, (t) => 200 * Math.sin(2 * Math.PI * (3 + k) * t)),
      ),
    }),
} as const;

/** 180 s without a gap that no code makes much shorter: what a link carries of it follows from its length. */
export const noise = {
  name: "noise.edf",
  startMs: night.startMs,
  seconds: 180,
  bytes: () => {
    let state = 1;
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state / 2 ** 32 - 0.5) * 1000;
    };
    return writeEdf({
      startDate: "02.03.20",
      startTime: "10.20.30",
      records: 180,
      recordSeconds: 1,
      signals: [...scalpElectrodes.map((electrode) => `EEG ${electrode}-REF`), "ECG"].map((label) =>
        voltage(label, next),
      ),
    });
  },
} as const;

/** Slow numbers only: nothing an EEG window can show. */
export const numbers = {
  name: "numbers.edf",
  bytes: () =>
    writeEdf({
      records: 10,
      recordSeconds: 1,
      signals: [
        {
          label: "SpO2",
          unit: "%",
          physicalMin: 0,
          physicalMax: 100,
          digitalMin: 0,
          digitalMax: 1000,
          samplesPerRecord: 1,
        },
      ],
    }),
} as const;

/** Of the same patient and clock as `night`, from its second minute on: arterial pressure, and slow numbers. */
export const bedside = {
  name: "bedside.edf",
  startMs: night.startMs + 60_000,
  seconds: 60,
  bytes: () =>
    writeEdf({
      startDate: "02.03.20",
      startTime: "10.21.30",
      records: 60,
      recordSeconds: 1,
      signals: [
        {
          ...{ label: "ABP", unit: "mmHg", physicalMin: -100, physicalMax: 300, digitalMin: -1000, digitalMax: 3000 },
          samplesPerRecord: 125,
          // Beats between 70 and 120 mmHg.
          sample: (i: number) => 700 + Math.round(500 * Math.max(0, Math.sin((2 * Math.PI * i) / 125))),
        },
        {
          ...{ label: "SpO2", unit: "%", physicalMin: 0, physicalMax: 100, digitalMin: 0, digitalMax: 1000 },
          samplesPerRecord: 1,
          sample: (i: number) => (i < 30 ? 980 : 880),
        },
      ],
    }),
} as const;

/** 64 inputs of the 10-10 system and around them, with the padding of BCI2000: more rows than are shown at once. */
export const dense = {
  name: "dense.edf",
  startMs: night.startMs,
  labels: [
    ...["Fc5.", "Fc3.", "Fc1.", "Fcz.", "Fc2.", "Fc4.", "Fc6.", "C5..", "C3..", "C1..", "Cz..", "C2..", "C4.."],
    ...["C6..", "Cp5.", "Cp3.", "Cp1.", "Cpz.", "Cp2.", "Cp4.", "Cp6.", "Fp1.", "Fpz.", "Fp2.", "Af7.", "Af3."],
    ...["Afz.", "Af4.", "Af8.", "F7..", "F5..", "F3..", "F1..", "Fz..", "F2..", "F4..", "F6..", "F8..", "Ft7."],
    ...["Ft8.", "T7..", "T8..", "T9..", "T10.", "Tp7.", "Tp8.", "P7..", "P5..", "P3..", "P1..", "Pz..", "P2.."],
    ...["P4..", "P6..", "P8..", "Po7.", "Po3.", "Poz.", "Po4.", "Po8.", "O1..", "Oz..", "O2..", "Iz.."],
  ],
  bytes: () =>
    writeEdf({
      startDate: "02.03.20",
      startTime: "10.20.30",
      records: 30,
      recordSeconds: 1,
      signals: dense.labels.map((label, k) => voltage(label, (t) => 40 * Math.sin(2 * Math.PI * (4 + k / 8) * t + k))),
    }),
} as const;
