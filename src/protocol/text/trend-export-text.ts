/** Words of the export of EEG trends. */
import { type TrendExportFormat, trendExportLimits } from "../trend-export.ts";

const days = trendExportLimits.spanMs / 86_400_000;

export const trendExportText = {
  open: "Export\u2026",
  refused: {
    empty: "The end of the span must be after its start, and within the recording.",
    tooLong: `A file holds ${days} days at most. Choose a shorter time.`,
    noRoom: "There is no room for the file on the server. Tell your administrator, and export again.",
    changed: "The recording or its artifacts changed while the file was being written. Export again.",
  },
  title: "Export trends",
  close: "Close",
  cancel: "Cancel",
  stop: "Stop",
  save: "Export",
  span: "Time",
  spans: { view: "Time in view", file: "Whole file" },
  from: (start: string, end: string, duration: string) => `${start} to ${end} (${duration})`,
  format: "Format",
  formats: {
    csv: {
      name: "CSV",
      holds:
        "Two files: a line every 10 s with all rows but aEEG, and one every 15 s with aEEG. Lines that begin with # say how values are made, their units, source, baseline, and what is masked or missing.",
    },
    hdf5: {
      name: "HDF5",
      holds:
        "One file: a group for each row and side with times, values, units, definition, parameters, source, baseline, and what is masked or missing.",
    },
  } satisfies Record<TrendExportFormat, { name: string; holds: string }>,
  values: "Values",
  valuesHint:
    "One value for each epoch, as under the cursor where a column is one epoch. Where there is none the cell is empty (CSV) or NaN (HDF5), never 0.",
  settings: "As in the window",
  settingsOf: (reduction: string, baseline: string, artifacts: string) =>
    `Artifact Reduction ${reduction}; baseline: ${baseline}; ${artifacts}`,
  artifacts: { in: "annotated artifacts count", out: "annotated artifacts are left out" },
  making: "Computing and writing on the server",
  coming: (k: number, of: number) => (of === 1 ? "Receiving the file" : `Receiving file ${k} of ${of}`),
  done: (n: number) => (n === 1 ? "1 file was exported" : `${n} files were exported`),
  failed: (sentence: string) => `Nothing was exported. ${sentence}`,
  /** In the file. */
  file: {
    title: "EEG trends of CONNECT",
    values:
      "one value for each epoch, named by its beginning; empty: no value; -100 dB: the least that is told, as of a flat signal",
  },
} as const;
