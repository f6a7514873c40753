/** What the histogram window says (spec 2.13; spec 001 section 5, "Histogram config"). */
import { percentText } from "../../../../protocol/text/percent-text.ts";

export const words = {
  title: "Histogram",
  open: "Histogram",
  configure: "Configure Histogram",
  low: "Lowest Bin Value",
  high: "Highest Bin Value",
  size: "Bin Size",
  modalities: "Modalities",
  modality: (k: number) => `Modality ${k}`,
  colour: (k: number) => `Color of modality ${k}`,
  remove: (k: number) => `Remove modality ${k}`,
  add: "Add Modality",
  none: "No modalities",
  count: "Count",
  value: "Value",
  bin: (from: string, to: string) => `${from} to ${to}`,
  inBin: (count: number, all: number) =>
    all === 0 ? String(count) : `${count.toLocaleString("en-US")} (${percentText(count / all)})`,
  yAxis: "Count axis",
  autoScale: "Auto-scale",
  clipped: "Some bars reach beyond the axis.",
  counted: (from: string, to: string) => `Counted: ${from} to ${to}, all of each page that the view touches.`,
  allClear: "None of the samples in view lies in these bins.",
  clear: (labels: string) => `No sample of ${labels} in view lies in these bins.`,
  noData: "There are no samples in view.",
  addHint: "No modalities are chosen. Add one in the window settings.",
  nothing: "None of the chosen modalities can be shown.",
  tooMany: (most: number) => `More than ${most} bins cannot be drawn. Choose a larger bin size.`,
  label: (signals: string, span: string) => `Histogram of ${signals}, ${span}`,
  definition: (counted: "recorded" | "stored" | "both") =>
    `${counted === "recorded" ? "Recorded samples" : counted === "stored" ? "Values that a run stored" : "Recorded samples, or values that a run stored,"} of each whole page that touches the view, counted in bins [low + k · size, low + (k + 1) · size). The last bin holds its upper end too. Values outside are not counted.`,
  parameters: (low: string, high: string, size: string) => `${low} to ${high}, bin size ${size}`,
  refused: {
    low: "Min bin value must be greater than -10000.",
    lowAboveHigh: (high: number) => `Min bin value must be less than the bin maximum of ${high}.`,
    high: "Max bin value must be less than 10000.",
    highBelowLow: (low: number) => `Max bin value must be greater than the bin minimum of ${low}.`,
    size: "Bin size must be greater than 0.",
    sizeTooLarge: "Bin size must be less than 10000.",
  },
} as const;
