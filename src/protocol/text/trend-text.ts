/** What trends are called, and how a value of each is made (algorithms.md 12 and 13), in the window and in files. */
import type { Side, Trend } from "../trends.ts";

export const trendTitles: Readonly<Record<Trend, string>> = {
  artifact_intensity: "Artifact Intensity",
  fft_spectrogram: "FFT Spectrogram",
  fft_vs_baseline: "FFT vs Baseline",
  rhythmicity: "Rhythmicity",
  asymmetry_spectrogram: "Asymmetry Spectrogram",
  asymmetry_index: "Asymmetry Index",
  aeeg: "aEEG",
  suppression_ratio: "Suppression Ratio",
  alpha_delta_ratio: "Alpha/Delta Ratio",
  adr_vs_baseline: "ADR vs Baseline",
};

export const sideNames = { left: "Left", right: "Right" } satisfies Record<Side, string>;

/** "FFT Spectrogram Left" */
export const trendName = (trend: Trend, side: Side | null): string =>
  side === null ? trendTitles[trend] : `${trendTitles[trend]} ${sideNames[side]}`;

const power =
  "power by Welch's method in the epoch (derived pairs with LFF 0.5 Hz, HFF 70 Hz at most and notch; Hann windows of 2 s, half overlapping, mean removed, one-sided density in \u00b5V\u00b2/Hz, bins of 0.5 Hz)";
const ofSide = "mean over the pairs of the hemisphere";

export const trendDefinitions: Readonly<Record<Trend, string>> = {
  artifact_intensity:
    "0 to 100, over all pairs. Muscle: 5 times the RMS from 30 Hz to 70 Hz at most, in \u00b5V. Movement: the RMS of 0.1 to 1 Hz, in \u00b5V. Electrode: percent of the samples in flagged blocks of 2 s.",
  fft_spectrogram: `10 log10 of ${power}, ${ofSide}.`,
  fft_vs_baseline: `10 log10 of the ratio of ${power}, ${ofSide}, to its median in each bin over the baseline.`,
  rhythmicity: `Square root of ${power}, ${ofSide}, above the median of the bins from f/1.5 to 1.5 f; 0 below it.`,
  asymmetry_spectrogram: `100 (R \u2212 L)/(R + L) in each bin, mean over homologous pairs; ${power}. Above 0: the right is larger.`,
  asymmetry_index: `Mean over the bins from 1 Hz to below 18 Hz of 100 (R \u2212 L)/(R + L), which is the mean over homologous pairs, and of its absolute value; ${power}.`,
  aeeg: "Amplitude-integrated EEG: 2 to 15 Hz (order 4 each), absolute value times pi, 0.5 Hz low-pass (order 2); percentiles of 15 s, mean over the pairs of the hemisphere.",
  suppression_ratio:
    "Percent of the 60 s that end with the epoch in which |x| is below 5 \u00b5V for 0.5 s or more (LFF 1 Hz, HFF 30 Hz), median over the pairs of the hemisphere.",
  alpha_delta_ratio: `Alpha (8 to below 13 Hz) over delta (1 to below 4 Hz), median of 2 min; ${power}, ${ofSide}.`,
  adr_vs_baseline: `log2 of the ratio of alpha/delta (8 to below 13 Hz over 1 to below 4 Hz, median of 2 min) to its median over the baseline; ${power}, ${ofSide}.`,
};
