/** Sensitivity and the calibration mark (algorithms.md 3). */
import type { RowKind } from "./electrodes.ts";

/** Choices in uV/mm, 1 to 1000 (spec 001 section 9). */
export const sensitivities: readonly number[] = [
  ...[1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70],
  ...[100, 150, 200, 300, 500, 700, 1000],
];

/** The same of rows that are read in mV, in uV/mm as well: 0.01 to 10 mV/mm. */
const milliVoltSensitivities: readonly number[] = [
  ...[10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700],
  ...[1000, 1500, 2000, 3000, 5000, 10_000],
];

/** Sensitivities of the rows of a window by what they show, uV/mm. */
export type Sensitivities = Readonly<Record<RowKind, number>>;

/**
 * What a window opens with. ECG: 1 mV is 10 mm high, as on electrocardiographs. EOG and EMG: as large as the EEG, 10 uV/mm (0.01 mV/mm),
 * which is how sleep laboratories commonly display eyes and chin. These are usual values, not a specification's. Breath and other
 * signals stay at 0.1 mV/mm: their transducers have no usual one; of rows in another unit than volts it is 100 of that unit.
 */
export const usualSensitivities: Sensitivities = { eeg: 10, ecg: 100, eog: 10, emg: 10, other: 100 };

/** ECG and other signals are read in mV, EEG, eyes and muscles in uV. */
export const isReadInMilliVolts = (kind: RowKind): boolean => kind === "ecg" || kind === "other";

/** Sensitivities to choose from. */
export const sensitivityChoices = (kind: RowKind): readonly number[] =>
  isReadInMilliVolts(kind) ? milliVoltSensitivities : sensitivities;

/** CSS px per uV at a sensitivity in uV/mm, on a screen of so many CSS px per mm. */
export const pixelsPerMicroVolt = (sensitivity: number, pixelsPerMm: number) => pixelsPerMm / sensitivity;

/** "10 µV/mm", with the micro sign; "0.1 mV/mm" of kinds that are read in mV. */
export const sensitivityName = (sensitivity: number, kind: RowKind = "eeg") =>
  isReadInMilliVolts(kind) ? `${sensitivity / 1000} mV/mm` : `${sensitivity} \u00b5V/mm`;

/** Next of the choices: +1 draws larger (fewer uV per mm), -1 smaller. */
export function stepSensitivity(sensitivity: number, direction: -1 | 1, choices = sensitivities): number {
  const next =
    direction > 0 ? choices.findLast((choice) => choice < sensitivity) : choices.find((choice) => choice > sensitivity);
  return next ?? sensitivity;
}

/** "uV" is how it is stored, "µV" how it is read. */
export const unitName = (unit: string) => unit.replace(/^u(?=[A-Z])/, "\u00b5");

/** Largest of 1, 2, 5 times a power of ten that is not above `limit`. */
export function roundDown125(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  const head = [5, 2, 1].find((n) => n * power <= limit * (1 + 1e-9)) ?? 1;
  return head * power;
}

const minuteSeconds = 60;
const hourSeconds = 3600;
/** Lengths from a second on that a mark may have: round ones of the clock. */
const markSeconds: readonly number[] = [
  ...[1, 2, 5, 10, 20, 30],
  ...[1, 2, 5, 10, 20, 30].map((n) => n * minuteSeconds),
  ...[1, 2, 5, 10].map((n) => n * hourSeconds),
];
const roundDownSeconds = (limit: number) => markSeconds.findLast((n) => n <= limit) ?? roundDown125(limit);

export interface CalibrationMark {
  readonly microVolts: number;
  readonly heightPx: number;
  readonly seconds: number;
  readonly widthPx: number;
}

/** A shorter mark cannot be measured by eye, CSS px. */
const leastMark = 12;

/**
 * The mark in the right margin, drawn to scale: 100 uV x 1 s where both fit, else the nearest round amounts that do.
 * `wanted`: another amount than 100 uV. Lengths in CSS px.
 */
export function calibrationMark(
  sensitivity: number,
  { pixelsPerSecond, pixelsPerMm }: { pixelsPerSecond: number; pixelsPerMm: number },
  room: { width: number; height: number },
  wanted = 100,
) {
  const perMicroVolt = pixelsPerMicroVolt(sensitivity, pixelsPerMm);
  const fits = (n: number) => n * perMicroVolt <= room.height && n * perMicroVolt >= leastMark;
  const microVolts = fits(wanted) ? wanted : roundDown125(room.height / perMicroVolt);
  const seconds =
    pixelsPerSecond <= room.width && pixelsPerSecond >= leastMark ? 1 : roundDownSeconds(room.width / pixelsPerSecond);
  return {
    microVolts,
    heightPx: microVolts * perMicroVolt,
    seconds,
    widthPx: seconds * pixelsPerSecond,
  } satisfies CalibrationMark;
}
