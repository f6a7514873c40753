/**
 * The panel 'VsBaseline Comprehensive' (algorithms.md 12): its rows from the top, of which trends each is made, and how it is drawn.
 * There is no row of seizure probability: no validated detector stands behind one.
 */
import { trendTitles } from "../../protocol/text/trend-text.ts";
import type { Side, Trend } from "../../protocol/trends.ts";
import type { DrawnSpectrum } from "../../render/primitives/colour-map.ts";
import { amplitude, linear, logarithmic, type TrendScale } from "./scales.ts";

/** A trend that a row is made of: described as one derived group. */
export interface RowSeries {
  readonly trend: Trend;
  readonly side: Side | null;
}

/** A picture of colours: a cell for each bin, or each channel, and column. */
export interface CellsLook {
  readonly kind: "cells";
  readonly spectrum: DrawnSpectrum;
  /** In its place on a dark ground: a middle that is white there would be the brightest of all, where least is said. */
  readonly darkSpectrum?: DrawnSpectrum;
  /** One colour, of the spectrum or the plot's ink, less and less of it towards the low bound: what is low is the ground of the plot, in either theme. */
  readonly fading?: "spectrum" | "ink";
  /** The end of the spectrum stands at the low bound. */
  readonly isReversed: boolean;
  readonly low: number;
  readonly high: number;
  /** Of the values. */
  readonly unit: string;
  /** Frequencies in Hz from the foot to the top; null: the channels themselves, the first on top, by these names. */
  readonly frequencies: FrequencyAxis | null;
  readonly names: readonly string[];
}

export interface FrequencyAxis {
  readonly lowHz: number;
  readonly highHz: number;
  readonly isLog: boolean;
  readonly ticksHz: readonly number[];
}

export interface LineLook {
  readonly colour: "left" | "right" | "ink" | "faint";
  readonly name: string;
}

/** Lines over a fixed axis. `band`: from channel 0 to the last one, with the line through the middle one. */
export interface LinesLook {
  readonly kind: "lines" | "band";
  readonly scale: TrendScale;
  readonly unit: string;
  /** A value at which a line is drawn across the row; null: none. */
  readonly zero: number | null;
  /** In the order of series, and of the channels of each. */
  readonly lines: readonly LineLook[];
}

export interface PanelRow {
  readonly id: string;
  readonly title: string;
  readonly side: Side | null;
  /** It says how far values are from those of the baseline. */
  readonly isVsBaseline: boolean;
  readonly series: readonly RowSeries[];
  readonly look: CellsLook | LinesLook;
  /** Least height and share of what is left over. CSS px, and parts. */
  readonly leastPx: number;
  readonly share: number;
}

const sides = ["left", "right"] as const;

const fftAxis: FrequencyAxis = { lowHz: -0.25, highHz: 20.25, isLog: false, ticksHz: [0, 10, 20] };
const cells = (look: Omit<CellsLook, "kind" | "names"> & { names?: readonly string[] }): CellsLook => ({
  ...{ kind: "cells", names: [] },
  ...look,
});
const bothSides = (id: string, trend: Trend, row: Omit<PanelRow, "id" | "side" | "series">): PanelRow[] =>
  sides.map((side) => ({ ...row, id: `${id}_${side}`, side, series: [{ trend, side }] }));

/** To both sides of nothing: red above, blue below. */
const toBothSides = { spectrum: "Red-Blue", darkSpectrum: "Red-Blue on dark", isReversed: true } as const;

const picture = { isVsBaseline: false, leastPx: 38, share: 3 } as const;
const curve = { isVsBaseline: false, leastPx: 30, share: 2 } as const;
const sided = (side: "left" | "right", name: string): LineLook => ({ colour: side, name });

export const panelRows: readonly PanelRow[] = [
  {
    ...{ id: "artifact_intensity", title: trendTitles.artifact_intensity, side: null, isVsBaseline: false },
    series: [{ trend: "artifact_intensity", side: null }],
    look: cells({
      ...{ spectrum: "Reds", isReversed: false, low: 0, high: 100, unit: "", frequencies: null },
      ...{ fading: "spectrum", names: ["Muscle", "Movement", "Electrode"] },
    }),
    ...{ leastPx: 33, share: 0.5 },
  },
  ...bothSides("fft", "fft_spectrogram", {
    ...{ ...picture, title: trendTitles.fft_spectrogram },
    look: cells({
      ...{ spectrum: "Inferno", isReversed: false, low: -10, high: 30, unit: "dB", frequencies: fftAxis },
    }),
  }),
  ...bothSides("fft_vs_baseline", "fft_vs_baseline", {
    ...{ ...picture, title: trendTitles.fft_vs_baseline, isVsBaseline: true },
    look: cells({ ...toBothSides, low: -12, high: 12, unit: "dB", frequencies: fftAxis }),
  }),
  ...bothSides("rhythmicity", "rhythmicity", {
    ...{ ...picture, title: trendTitles.rhythmicity },
    look: cells({
      ...{ spectrum: "Grays", fading: "ink", isReversed: false, low: 0, high: 6, unit: "\u00b5V/\u221aHz" },
      frequencies: { lowHz: 1, highHz: 25, isLog: true, ticksHz: [1, 5, 25] },
    }),
  }),
  {
    ...{ ...picture, id: "asymmetry_spectrogram", title: trendTitles.asymmetry_spectrogram, side: null },
    series: [{ trend: "asymmetry_spectrogram", side: null }],
    look: cells({
      ...{ ...toBothSides, low: -50, high: 50, unit: "%" },
      frequencies: { lowHz: 0.75, highHz: 18.25, isLog: false, ticksHz: [1, 10, 18] },
    }),
  },
  {
    ...{ ...curve, id: "asymmetry_index", title: trendTitles.asymmetry_index, side: null },
    series: [{ trend: "asymmetry_index", side: null }],
    look: {
      ...{ kind: "lines", scale: linear(-50, 50, [-50, 0, 50]), unit: "%", zero: 0 },
      lines: [
        { colour: "ink", name: "Signed" },
        { colour: "faint", name: "Absolute" },
      ],
    },
  },
  ...sides.map(
    (side): PanelRow => ({
      ...{ ...picture, id: `aeeg_${side}`, title: trendTitles.aeeg, side, leastPx: 40 },
      series: [{ trend: "aeeg", side }],
      look: {
        ...{ kind: "band", scale: amplitude, unit: "\u00b5V", zero: 10 },
        lines: [sided(side, "p10"), sided(side, "p50"), sided(side, "p90")],
      },
    }),
  ),
  ...sides.map(
    (side): PanelRow => ({
      ...{ ...curve, id: `suppression_ratio_${side}`, title: trendTitles.suppression_ratio, side, leastPx: 27 },
      series: [{ trend: "suppression_ratio", side }],
      look: {
        ...{ kind: "lines", scale: linear(0, 100, [0, 50, 100]), unit: "%", zero: null },
        lines: [sided(side, "")],
      },
    }),
  ),
  ...sides.map(
    (side): PanelRow => ({
      ...{ ...curve, id: `alpha_delta_ratio_${side}`, title: trendTitles.alpha_delta_ratio, side },
      series: [{ trend: "alpha_delta_ratio", side }],
      look: {
        ...{ kind: "lines", scale: logarithmic(0.01, 10, [0.01, 1, 10]), unit: "", zero: 1 },
        lines: [sided(side, "")],
      },
    }),
  ),
  {
    ...{ ...curve, id: "adr_vs_baseline", title: trendTitles.adr_vs_baseline, side: null, isVsBaseline: true },
    series: sides.map((side) => ({ trend: "adr_vs_baseline", side })),
    look: {
      ...{ kind: "lines", scale: linear(-3, 3, [-3, 0, 3]), unit: "log2", zero: 0 },
      lines: [sided("left", "Left"), sided("right", "Right")],
    },
  },
];

/** Key of a series among all of the panel. */
export const seriesKey = ({ trend, side }: RowSeries): string => (side === null ? trend : `${trend} ${side}`);
