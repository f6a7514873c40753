/** What a stored unit is worth, per headbox (formats.md 4.3). */
import type { RawHeader } from "../../../domain/natus/header.ts";

export interface Scale {
  /** Voltages: microvolts for one stored unit, discarded bits not counted. Other inputs: their own unit. Null: not known. */
  factor: number | null;
  isVoltage: boolean;
}

const voltage = (factor: number | null): Scale => ({ factor, isVoltage: true });
const eeg = voltage(8711 / (2 ** 21 - 0.5));
const dc10 = voltage(5_000_000 / (2 ** 10 - 0.5) / 64);
const dc16 = voltage(10_800_000 / 65_536 / 64);
const dcTrex = voltage(10_000_000 / 65_536 / 64);
/** Saturation, pulse and the like. */
const other: Scale = { factor: 1 / 64, isVoltage: false };
const unknown = voltage(null);

type Runs = readonly (readonly [count: number, scale: Scale])[];
const all: Runs = [[Number.POSITIVE_INFINITY, eeg]];

const boxes: Record<number, Runs> = {
  1: all, // EEG32
  3: all, // EEG128
  4: [
    [24, eeg],
    [4, dc10],
  ], // AMB28
  6: [
    [32, eeg],
    [4, dc10],
  ], // EMU36
  8: [
    [25, eeg],
    [2, other],
  ], // MOBEE24
  9: [
    [33, eeg],
    [2, other],
  ], // MOBEE32
  14: [
    [38, eeg],
    [10, dc16],
    [2, other],
  ], // Connex
  15: [
    [28, eeg],
    [4, dcTrex],
    [2, other],
  ], // Trex
  17: [
    [40, eeg],
    [4, dc16],
    [2, other],
  ], // EMU40
  19: all, // EEG32U
  21: [
    [128, eeg],
    [2, other],
    [126, eeg],
  ], // NeuroLink
  22: [
    [32, eeg],
    [8, dc16],
    [2, other],
    [1, dc16],
  ], // Netlink
  23: [
    [32, eeg],
    [4, dc16],
    [2, other],
    [1, dc16],
  ], // Traveler
};

function runsOf({ headboxType, headboxSoftware, channelCount }: RawHeader): Runs {
  if (headboxType === 5) {
    const isOld = compareVersions(headboxSoftware, "3.4") < 0;
    const wide =
      headboxSoftware === "" ? unknown : voltage(isOld ? 10_000_000 / (2 ** 10 - 0.5) / 64 : 20_000_000 / 65_536 / 64);
    return [
      [26, eeg],
      [6, voltage((eeg.factor ?? 0) / (159.8 / 249.5))],
      [8, wide],
      [2, other],
    ]; // HYPPO
  }
  // Quantum: readers disagree about two inputs between the EEG and the direct ones, so these stay uncalibrated.
  if (headboxType === 20)
    return [
      [channelCount - 22, eeg],
      [2, unknown],
      [16, dc16],
      [4, other],
    ];
  return boxes[headboxType] ?? [];
}

/** The scale of every channel of the header. */
export function scalesOf(header: RawHeader): Scale[] {
  const scales: Scale[] = [];
  for (const [count, scale] of runsOf(header)) {
    for (let k = 0; k < count && scales.length < header.channelCount; k++) scales.push(scale);
  }
  while (scales.length < header.channelCount) scales.push(unknown);
  return scales;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(".").map(Number));
  for (let k = 0; k < Math.max(left.length, right.length); k++) {
    const difference = (left[k] || 0) - (right[k] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const eeg32 =
  "C3 C4 CZ F3 F4 F7 F8 FZ FP1 FP2 FPZ O1 O2 P3 P4 PZ T3 T4 T5 T6 AUX1 AUX2 AUX3 AUX4 AUX5 AUX6 AUX7 AUX8 PG1 PG2 A1 A2".split(
    " ",
  );

/** Names of the inputs where the notes do not tell them. */
export const defaultNames = (headboxType: number): readonly string[] =>
  headboxType === 1 || headboxType === 19 ? eeg32 : [];
