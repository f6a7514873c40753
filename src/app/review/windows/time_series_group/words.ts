/** What the window says. */
import type { SignalPlace } from "../../../../domain/graphs/signal-names.ts";
import { unitName } from "../../../../domain/montage/display.ts";
import { bareLabel } from "../../../../domain/montage/montage.ts";
import { text } from "../../../../protocol/text/text.ts";
import type { TraceState } from "./shown.ts";

export const words = {
  /** Of the placeholder's list (spec 2.6). */
  title: "Time Series Group",
  open: "Open a time series window",
  graphs: "Graphs",
  /** Of the list of graphs (spec 2.10). */
  noGraphs: "No Graphs",
  allHidden: "This patient has no data for any of the graphs, so all of them are hidden.",
  hideEmpty: "Hide empty graphs",
  showEmpty: (count: number) => (count === 0 ? "Show empty graphs" : `Show empty graphs (${count} hidden)`),
  noTraces: "No traces",
  nothingDrawn: "No data",
  mixedUnits: (units: readonly string[]) => `Different units on one axis: ${units.join(", ")}`,
  which: (label: string) => `Which signal is ${label}?`,
  choose: "Choose\u2026",
  candidate: ({ label, unit, samplingHz, modality }: SignalPlace) =>
    `${bareLabel(label)}, ${unit === "" ? "" : `${unitName(unit)}, `}${Number(samplingHz.toPrecision(4))} Hz (${modality})`,
  problem: (state: Exclude<TraceState, { kind: "drawn" } | { kind: "several" }>): string => {
    if (state.kind === "unit")
      return `${bareLabel(state.place.label)} is in ${unitName(state.place.unit) || "no known unit"}, not ${state.expected}`;
    return state.kind === "refused" ? state.said : problems[state.kind];
  },
  /** Spec 001 section 8: in the window's bar; the graph says which. */
  notAllLoaded: "not all data objects loaded!",
  outside: (file: string, from: string, to: string) => `${file} holds data from ${from} to ${to}.`,
  goThere: "Go there",
  label: (signals: string, span: string) => `Time series of ${signals}, ${span}`,
} as const;

const problems = {
  lacking: "not in this file",
  loading: text.review.loading,
  "not-fetched": "its file could not be read",
  "no-clock": "its file does not say when it began, so it stands on no common clock",
  "other-patient": "not a file of this patient",
} as const;
