/**
 * Quantitative EEG trends (algorithms.md 12): what is asked for, and what rows its answer has. Each is an analysis of one EEG group of a recording
 * (analysis.ts), on the epoch grid; pages of it have the form "trend" (reduced columns) or "samples" (a value each epoch).
 */
import Type, { type Static } from "typebox";
import { EpochMs } from "./scalars.ts";

const closed = { additionalProperties: false };

/** An EEG group of a recording: hemispheres are those of montage 1, whatever the group calls its electrodes. */
export const EegSource = Type.Object(
  {
    data_object_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    modality: Type.String({ minLength: 1, maxLength: 200 }),
  },
  closed,
);
export type EegSource = Static<typeof EegSource>;

export const sides = ["left", "right"] as const;
export type Side = (typeof sides)[number];

/** The notch of power trends (algorithms.md 12), of windows and of what is made beforehand; 'About this analysis' states it. Hz */
export const trendNotchHz = 60;

const BothTrend = Type.Union([
  Type.Literal("artifact_intensity"),
  Type.Literal("asymmetry_spectrogram"),
  Type.Literal("asymmetry_index"),
]);
const SidedTrend = Type.Union([
  Type.Literal("fft_spectrogram"),
  Type.Literal("rhythmicity"),
  Type.Literal("aeeg"),
  Type.Literal("suppression_ratio"),
  Type.Literal("alpha_delta_ratio"),
]);
const ComparedTrend = Type.Union([Type.Literal("fft_vs_baseline"), Type.Literal("adr_vs_baseline")]);
export type Trend = Static<typeof BothTrend> | Static<typeof SidedTrend> | Static<typeof ComparedTrend>;

const common = {
  analytic: Type.Literal("eeg_trend"),
  source: EegSource,
  /** Blocks that are flagged as artifacts leave the values (algorithms.md 13). */
  isArtifactReduced: Type.Boolean(),
  /** Of power trends; null: off. Hz */
  notch: Type.Union([Type.Literal(50), Type.Literal(60), Type.Null()]),
  /** What artifacts of the annotations mask is missing before anything is computed. */
  leavesOutArtifacts: Type.Optional(Type.Literal(true)),
};
const side = Type.Union([Type.Literal("left"), Type.Literal("right")]);

export const TrendOf = Type.Union([
  Type.Object({ ...common, trend: BothTrend }, closed),
  Type.Object({ ...common, trend: SidedTrend, side }, closed),
  Type.Object(
    {
      ...common,
      trend: ComparedTrend,
      side,
      /** What it is compared with; absent: the first valid hour of the recording. */
      baseline: Type.Optional(Type.Object({ start_ms: EpochMs, end_ms: EpochMs }, closed)),
    },
    closed,
  ),
]);
export type TrendOf = Static<typeof TrendOf>;

/** A value stands for [k * epoch, (k + 1) * epoch). ms */
export const trendEpochMs = (trend: Trend): 10_000 | 15_000 => (trend === "aeeg" ? 15_000 : 10_000);

/** A row of a trend: what its channel is called, and of a frequency bin its middle. */
export interface TrendRow {
  label: string;
  unit: string;
  hz?: number;
}

/** Of the spectra. Hz */
export const trendBinHz = 0.5;
const bins = (from: number, to: number, unit: string): TrendRow[] =>
  Array.from({ length: (to - from) / trendBinHz + 1 }, (_, k) => {
    const hz = from + k * trendBinHz;
    return { label: `${hz} Hz`, unit, hz };
  });
const one = (label: string, unit: string): TrendRow[] => [{ label, unit }];

/** From the first row to the last, in the order of the group's channels and of a page's rows. */
export const trendRows: Readonly<Record<Trend, readonly TrendRow[]>> = {
  artifact_intensity: [
    { label: "Muscle", unit: "" },
    { label: "Movement", unit: "" },
    { label: "Electrode", unit: "%" },
  ],
  fft_spectrogram: bins(0, 20, "dB"),
  fft_vs_baseline: bins(0, 20, "dB"),
  rhythmicity: bins(1, 25, "uV/sqrt(Hz)"),
  asymmetry_spectrogram: bins(1, 18, "%"),
  asymmetry_index: [
    { label: "Signed", unit: "%" },
    { label: "Absolute", unit: "%" },
  ],
  aeeg: [
    { label: "10th percentile", unit: "uV" },
    { label: "Median", unit: "uV" },
    { label: "90th percentile", unit: "uV" },
  ],
  suppression_ratio: one("Suppressed", "%"),
  alpha_delta_ratio: one("Alpha/delta", ""),
  adr_vs_baseline: one("Alpha/delta against baseline", "log2"),
};

/** How a column of several epochs is made of them: the mean of power, the lowest, middle and highest of a band, the median. */
export type TrendReduction = "mean_power" | "band" | "median";
export function trendReduction(trend: Trend): TrendReduction {
  if (trend === "fft_spectrogram" || trend === "fft_vs_baseline") return "mean_power";
  return trend === "aeeg" ? "band" : "median";
}

/** Epochs of a column at most: a day of 10 s. */
export const mostEpochsPerColumn = 8640;
/** What a baseline takes at most and needs at least, of valid epochs free of artifacts. ms */
export const trendBaselineMs = { most: 3_600_000, least: 600_000 } as const;

/** What a trend was compared with. `start_ms`, `end_ms`: from the first epoch to behind the last one that was taken; `valid_ms`: those taken. */
export interface TrendBaseline {
  /** "waiting": the recording grows, and its first valid hour is not whole yet, or the chosen span not over. */
  state: "used" | "none" | "waiting";
  start_ms: number | null;
  end_ms: number | null;
  valid_ms: number;
}
