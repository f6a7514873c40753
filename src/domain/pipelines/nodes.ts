/** The catalogue of nodes: what each takes, what it is told, and what it brings. The server's work on them is src/server/pipelines. */

import { filterOptions } from "../montage/filter-options.ts";

/** What an argument may be. Numbers are finite. */
export type ArgRule = { readonly isOptional?: true } & (
  | { readonly kind: "number"; readonly low: number; readonly high: number; readonly isNotZero?: true }
  | { readonly kind: "whole"; readonly low: number; readonly high: number; readonly step?: number }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "yes or no" }
  | { readonly kind: "name" }
  | { readonly kind: "names"; readonly most: number }
  | { readonly kind: "files" }
  /** One of these frequencies; null is Off. */
  | { readonly kind: "frequency"; readonly options: readonly (number | null)[] }
);

/** "recorded": a channel as it lies in a file; "filtered": the same through filters; "series": one column; "table": several. */
export type SeriesShape = "recorded" | "filtered" | "series" | "table";

export interface NodeKind {
  readonly type: string;
  readonly subtype: string;
  /** Series that reach it, all inputs one after the other. */
  readonly inputs: { readonly least: number; readonly most: number };
  /** "waves": recorded or filtered. */
  readonly takes: "nothing" | "recorded" | "waves" | "single" | "table" | "any";
  readonly brings: SeriesShape | "as it takes";
  readonly args: Readonly<Record<string, ArgRule>>;
  readonly needsWindows?: true;
}

const second = 1_000_000;
const day = 86_400 * second;
const far = 1e12;
/** 1900 to 2200 in microseconds: what a clock can say. */
const moment = { kind: "whole", low: -2.3e15, high: 7.3e15, isOptional: true } as const;
const windowMs = { kind: "whole", low: 1000, high: 86_400_000, step: 1000 } as const;
const over = { kind: "choice", choices: ["run", "windows"] } as const;
const none = { least: 0, most: 0 } as const;
const one = { least: 1, most: 1 } as const;
const two = { least: 2, most: 2 } as const;

const arithmetic = ["add", "subtract", "multiply", "divide"].map(
  (subtype): NodeKind => ({ type: "arithmetic", subtype, inputs: two, takes: "single", brings: "series", args: {} }),
);
const indexes = ["prx", "cox"].map(
  (subtype): NodeKind => ({
    ...{ type: "analytic", subtype, inputs: two, takes: "recorded", brings: "series" },
    args: { calculationWindowMs: windowMs, calculationPeriodMs: windowMs },
  }),
);
const optima = ["cppopt", "mapopt"].map(
  (subtype): NodeKind => ({
    ...{ type: "analytic", subtype, inputs: two, takes: "recorded", brings: "table", args: {}, needsWindows: true },
  }),
);

/** LFF, HFF and notch of an EEG window, with its choices: nodes of one channel, in whatever order, are its one cascade. */
const filters = (["lff", "hff", "notch"] as const).map(
  (subtype): NodeKind => ({
    ...{ type: "filter", subtype, inputs: one, takes: "waves", brings: "filtered" },
    args: { frequency: { kind: "frequency", options: filterOptions[subtype] } },
  }),
);

export const nodeKinds: readonly NodeKind[] = [
  {
    ...{ type: "source", subtype: "hdf5", inputs: none, takes: "nothing", brings: "recorded" },
    args: {
      modalities: { kind: "names", most: 8 },
      patient_file_uids: { kind: "files", isOptional: true },
      start_time: moment,
      end_time: moment,
      leaves_out_artifacts: { kind: "yes or no", isOptional: true },
    },
  },
  ...arithmetic,
  {
    ...{ type: "arithmetic", subtype: "scale", inputs: one, takes: "single", brings: "series" },
    args: {
      factor: { kind: "number", low: -far, high: far, isNotZero: true },
      offset: { kind: "number", low: -far, high: far },
    },
  },
  ...filters,
  {
    ...{ type: "filter", subtype: "range", inputs: one, takes: "single", brings: "series" },
    args: { low: { kind: "number", low: -far, high: far }, high: { kind: "number", low: -far, high: far } },
  },
  {
    ...{ type: "filter", subtype: "resample", inputs: one, takes: "single", brings: "series" },
    args: { period: { kind: "whole", low: second, high: day, step: second } },
  },
  {
    ...{ type: "filter", subtype: "column", inputs: one, takes: "table", brings: "series" },
    args: { column: { kind: "name" } },
  },
  {
    ...{ type: "rolling", subtype: "average", inputs: one, takes: "recorded", brings: "series" },
    args: { window_size: { kind: "whole", low: second, high: day, step: 1000 } },
  },
  ...indexes,
  { type: "analytic", subtype: "cpp", inputs: two, takes: "recorded", brings: "series", args: {} },
  ...optima,
  {
    ...{ type: "statistics", subtype: "summary", inputs: one, takes: "any", brings: "table" },
    args: { over },
  },
  {
    ...{ type: "statistics", subtype: "histogram", inputs: one, takes: "single", brings: "table" },
    args: {
      over,
      binMinimum: { kind: "number", low: -10_000, high: 10_000, isOptional: true },
      binMaximum: { kind: "number", low: -10_000, high: 10_000, isOptional: true },
      binSize: { kind: "number", low: 0, high: 10_000, isNotZero: true, isOptional: true },
    },
  },
  {
    ...{
      type: "export",
      subtype: "hdf5",
      inputs: { least: 1, most: 16 },
      takes: "any",
      brings: "as it takes",
      args: {},
    },
  },
];

export const nodeKindOf = ({ type, subtype }: { type: string; subtype: string }): NodeKind | undefined =>
  nodeKinds.find((kind) => kind.type === type && kind.subtype === subtype);

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, k) => `${name}_${k + 1}`);

/** Columns of an optimum, by the specification's names ("CPPOpt result"), bins numbered from 1. */
export const optimumColumns = (subtype: "cppopt" | "mapopt"): readonly string[] => {
  const bins = subtype === "cppopt" ? 16 : 51;
  return [
    ...["optimum", "LLA", "ULA", "fitType", "fitSpan", "includedDataPercentage"],
    ...numbered("coefficient", 3),
    ...["weight", ...numbered("yValue", bins), ...numbered("error", bins)],
    ...[...numbered("dataPercentage", bins), ...numbered("includedInFit", bins)],
  ];
};

/** Of every column that is summed up. */
export const summaries = ["count", "mean", "sd", "min", "max", "missing_share"] as const;
/** Columns of a table that are summed up: what a window says of its bins is no value of its own. */
export const summedColumns = (columns: readonly string[]): readonly string[] =>
  columns.filter((column) => !/_\d+$/.test(column));
export const summaryColumns = (columns: readonly string[]): readonly string[] =>
  summedColumns(columns).flatMap((column) => summaries.map((each) => (column === "" ? each : `${column}.${each}`)));
