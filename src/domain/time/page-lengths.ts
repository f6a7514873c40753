/** Page lengths that the kinds of windows offer (spec 001 section 9, "Choices"). ms */
import { imageLimits } from "../../protocol/eeg-service.ts";
import { dayMs } from "./durations.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const lengths = (...parts: readonly (readonly [unit: number, ...counts: number[]])[]): readonly number[] =>
  parts.flatMap(([unit, ...counts]) => counts.map((count) => count * unit));

/** Longer than any file: the whole stay. */
export const wholeStay = Number.POSITIVE_INFINITY;
/** Days on one page, which the specification's sets end before. */
const long = [...lengths([dayMs, 3, 7]), wholeStay];

/** With the 10 s and 20 s that EEG is read at elsewhere, and the longer ones of the Standard set, for the whole night. */
const eeg = [
  ...lengths([second, 2, 4, 8, 10, 15, 20, 30], [minute, 1, 5, 10, 15, 30], [hour, 1, 2, 4, 8, 16], [dayMs, 1]),
  ...long,
];

const hours = lengths([minute, 15, 30], [hour, 1, 2, 4, 6]);

/** The sets of the specification. Its entry "5 minutes" of 240 s is 300 s here, as it says. */
const sets = {
  standard: [...lengths([second, 2, 4, 8, 15, 30], [minute, 1, 15, 30], [hour, 1, 2, 4, 8, 16], [dayMs, 1]), ...long],
  eeg,
  /** Those that the image service draws. */
  images: eeg.filter((ms) => ms <= imageLimits.mostSpanMs),
  hours,
  /** A trend is what is left of a stay when it is looked at from far. */
  trends: [...hours, dayMs, ...long],
  mixed: lengths([second, 5, 10, 15, 30], [minute, 1, 2, 5, 10, 15, 30], [hour, 1, 2, 4, 6]),
  optimum: lengths([minute, 5, 10, 15, 30], [hour, 1, 2, 4, 6, 8]),
} as const;

/** By `componentId` of the window. */
const setOf: Readonly<Record<string, keyof typeof sets>> = {
  eeg_montage: "eeg",
  persyst_eeg: "images",
  time_series_group: "standard",
  event_review: "standard",
  sd_detection: "hours",
  persyst_trends: "trends",
  histogram: "mixed",
  scatter_plot: "mixed",
  cppopt_plot: "optimum",
  mapopt_plot: "optimum",
};

/** What a window of a kind offers, ascending; `wholeStay` last where days are offered. */
export const pageLengthsOf = (componentId: string): readonly number[] => sets[setOf[componentId] ?? "standard"];

/** What a window of a kind can open with: lengths that are the same for every file. */
export const initialLengthsOf = (componentId: string): readonly number[] =>
  pageLengthsOf(componentId).filter((ms) => ms !== wholeStay);
