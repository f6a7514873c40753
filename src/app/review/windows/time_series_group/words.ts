/** What the window says. */
import { text } from "../../../../protocol/text/text.ts";

export const words = {
  /** Of the placeholder's list (spec 2.6). */
  title: "Time Series Group",
  open: "Open a time series window",
  source: "Source",
  signals: "Signals",
  signalsOf: (shown: number, all: number) => `${shown} of ${all}`,
  mostSignals: (most: number) => `At most ${most} signals are drawn at a time.`,
  loading: text.review.loading,
  none: "This recording holds no signals.",
  notFetched: "The source could not be read.",
  otherFiles: "Other files of the patient",
  filesNotFetched: "The other files of the patient could not be listed.",
  noClock: (file: string) =>
    `${file} does not say when it began, so the two files cannot stand on one clock. Open the other one in a review of its own.`,
  group: (modality: string, hz: string) => `${modality}, ${hz} Hz`,
  ofFile: (file: string, group: string) => `${file}: ${group}`,
  outside: (file: string, from: string, to: string) => `${file} holds data from ${from} to ${to}.`,
  goThere: "Go there",
  label: (signals: string, source: string, span: string) => `Time series of ${signals}, ${source}, ${span}`,
} as const;
