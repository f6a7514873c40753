import { percentText as percent } from "./percent-text.ts";

const drags = {
  top: "Drag to rescale",
  both: "Drag to pan, scroll to zoom",
  scale: "Drag or scroll to rescale, Shift-drag to pan",
} as const;

/** What charts with value axes say. */
export const chartText = {
  axisRange: (from: string, to: string) => `${from} to ${to}`,
  /** What a pointer does to an axis. */
  axisHint: (kind: "top" | "both" | "scale", hasUsualRange: boolean) =>
    `${drags[kind]}; double-click to ${hasUsualRange ? "reset" : "auto-scale"}`,
  searchModalities: "Search modalities",
  noModality: "No modality is called so.",
  storedUnknown: (reason: string) => `What runs of analyses stored could not be listed: ${reason}`,
  tryAgain: "Try again",
  noMarks: "Annotations are made over traces, in a window with a time axis.",
  otherUnit: (label: string, unit: string, expected: string) =>
    `${label} is in ${unit || "no known unit"}, not ${expected}`,
  problems: {
    lacking: "not in this file",
    several: "several signals have this name: choose one in the window settings",
    noColumn: "the file of the run has no such column",
    "not-fetched": "its file could not be read",
    "no-clock": "its file does not say when it began, so it stands on no common clock",
    "other-patient": "not a file of this patient",
  },
  loading: "Loading",
  allMasked: "Artifacts mask all samples in view.",
  maskedOrMissing: "All samples in view are masked or missing.",
  facts: {
    artifacts: {
      counted: "samples that artifacts mask are counted",
      out: "samples that artifacts mask are left out",
    },
    share: (label: string, masked: number, missing: number) =>
      `${label}: ${percent(masked)} masked, ${percent(missing)} missing`,
    shareOfRun: (masked: number, missing: number) =>
      `In the whole span of the run: ${percent(masked)} masked, ${percent(missing)} missing`,
    ofView: (from: string, to: string) => `Masked and missing samples are counted from ${from} to ${to}.`,
    noSource: "not all of its signals are here",
    nothing: "not recorded here",
    open: "About this analysis",
    definition: "Definition",
    parameters: "Parameters",
    source: "Source",
    left: "Masked and missing",
    core: "Computed by",
    none: "nothing yet",
    version: (hash: string) => `signal core ${hash}`,
  },
} as const;
