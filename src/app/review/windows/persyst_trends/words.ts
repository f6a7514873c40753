/** What the trends window says (spec 2.14). */
import { sideNames } from "../../../../protocol/text/trend-text.ts";

export const words = {
  /** Of the placeholder's list (spec 2.7). */
  title: "Persyst Trends",
  unavailable: "Persyst is unavailable",
  unavailableHint: "Nothing is known of this recording's EEG that trends could be computed from.",
  /** Where a service elsewhere draws. */
  external: {
    said: "Pictures of the EEG service of your site: they have no values here",
    label: (span: string, reduction: string) =>
      `EEG trends, ${span}. Artifact Reduction ${reduction}. Pictures of the EEG service, which have no values here.`,
    labels: "Titles and axes of the trends, as a picture",
  },
  noEeg: "This file has no EEG group, so there are no trends.",
  refusedHint: "The other windows of this file are not affected.",
  rows: "Trends",
  side: sideNames,
  /** Spec 2.14. */
  reduction: {
    title: "Artifact Reduction",
    on: "On",
    off: "Off",
    hint: "On: blocks of 2 s that are flat (less than 0.5 \u00b5V peak to peak), beyond \u00b11000 \u00b5V or at the end of the converter, full of muscle (over 20 \u00b5V above 30 Hz) or mostly missing leave the statistics, and a channel with more than half of its blocks flagged leaves its row for that epoch. Off: only missing data is left out. Nothing is ever filled in.",
  },
  baseline: {
    title: "Baseline",
    own: "Baseline: chosen",
    hint: "What the rows 'vs Baseline' compare with: the medians of the first hour of valid EEG free of artifacts, of the file or of the time that you choose.",
    first: "First valid hour",
    markSpan: "Mark a span on the plot",
    marking:
      "Baseline: draw over the time to compare with, 10 minutes at least. Or move the cursor by keys, with Enter at the beginning and at the end. Esc leaves it as it was.",
    short: "That was too short: 10 minutes are needed. Draw again, or Esc.",
    marked: (span: string, length: string) => `${span} (${length})`,
    view: "Time in view",
    viewShort: "Time in view (at least 10 minutes are needed)",
    used: (name: string, span: string | null, valid: string) =>
      `${name}${span === null ? "" : `, ${span}`}, ${valid} valid`,
    ofTrends: (trends: string, said: string) => `${trends}: ${said}`,
    chosen: (from: string, to: string) => `${from} to ${to}`,
    mark: "baseline",
    none: "no baseline",
    noneHint: "It needs 10 minutes of valid EEG free of artifacts. Choose another baseline in the bar.",
    waiting: "no baseline yet",
    waitingHint: "The recording grows: its first valid hour is not whole yet.",
  },
  /** Right of the rows; that of a colour bar at its ends. */
  legend: {
    median: "Line: median",
    band: "Band: 10th to 90th %",
    rightLarger: "right larger",
    leftLarger: "left larger",
  },
  screening: "Screening, not validated: open definitions, not a vendor's numbers",
  computing: "Computing",
  waiting: "Waiting for the recording",
  failed: "This trend could not be had.",
  retry: "Try again",
  nothing: "No values in view",
  marked: "More than half of the blocks in this epoch are flagged as artifact",
  readout: {
    at: (value: string, place: string) => `${value} at ${place}`,
    hz: (hz: number) => `${hz} Hz`,
    absent: "\u2013",
    floor: (unit: string) => `\u2212\u221e ${unit}`.trim(),
  },
  label: (span: string, reduction: string) => `EEG trends, ${span}. Artifact Reduction ${reduction}.`,
  rowScroll: "Scroll the trends",
  rowLabel: (title: string, side: string, scale: string) =>
    [title, side, scale].filter((part) => part !== "").join(", "),
  scale: (low: string, high: string, unit: string) => `${low} to ${high} ${unit}`.trim(),
  facts: {
    definition:
      "Power by Welch's method in epochs of 10 s (Hann windows of 2 s, half overlapping, bins of 0.5 Hz), mean over the pairs of a hemisphere of the double banana. FFT: 10 log10 of \u00b5V\u00b2/Hz. Versus baseline: against the median of the baseline (epochs with at most a quarter of the side's blocks of 2 s flagged as artifact). Rhythmicity: amplitude above the median around each frequency. Asymmetry: 100 (R \u2212 L)/(R + L), red where the right is larger. aEEG: 10th to 90th percentile and median in 15 s. Suppression: percent of 60 s below 5 \u00b5V for 0.5 s or more. Alpha/delta: power 8\u201313 over 1\u20134 Hz, median of 2 min. Columns of several epochs show the mean power, the extremes of aEEG's band, or the median. Open definitions: these are not a vendor's numbers, and nothing here is validated for treatment decisions.",
    parameters: (reduction: string, notchHz: number, baseline: string) =>
      `Artifact Reduction ${reduction}; notch ${notchHz} Hz; baseline: ${baseline}`,
    source: (group: string, file: string, pairs: readonly string[]) =>
      `${group} (${file})${pairs.length === 0 ? "" : `: ${pairs.join(", ")}`}`,
    left: (masked: string, missing: string) => `${masked} masked, ${missing} without a value`,
    nothing: "Nothing is in view.",
  },
  configure: "Configure Persyst",
  noVisibleTraces: "The trends window shows no traces: its rows are computed of all pairs of a side.",
} as const;
