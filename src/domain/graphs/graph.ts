/**
 * Graphs of a time series window as people configure them (spec 001 sections 2.10, 3 "Time-series graph", 4 "Graph editing", 5).
 * Documents keep them under these names. Pure values.
 */

export const graphLimits = {
  /** Characters. */
  title: 25,
  label: 20,
  /** Of one window: more cannot be read, and every one costs. */
  graphs: 32,
  traces: 64,
} as const;

/** Spectra of heatmaps, as they are offered. */
export const colourSpectra = ["Inferno", "Viridis", "Grays", "Greens", "Reds", "Red-Blue", "Red-Yellow-Green"] as const;
export type ColourSpectrum = (typeof colourSpectra)[number];

/**
 * A signal by the names that a display keeps, so that it fits every patient: which channel of a recording it is, is found when
 * the window opens.
 */
export interface SignalName {
  /** The review's own file, or another one of the patient. */
  readonly dataSource: "current_patient" | number;
  /** A channel's label, or one of the default modalities (`ABP_na`, `ICP_na`, `stO2_na`). */
  readonly dataKey: string;
  /** The group (modality) it was chosen from, which tells equal labels apart; "": whichever has it. */
  readonly rawDataKey: string;
}

/** Post processing of one signal (algorithms.md 7). ms */
export interface RollingAverage {
  readonly analytic: "rolling_average";
  readonly calculationWindowMs: number;
}

/** Pressure reactivity index of two signals (algorithms.md 8). ms */
export interface Prx {
  readonly analytic: "prx";
  readonly ABP: SignalName;
  readonly ICP: SignalName;
  readonly calculationWindowMs: number;
  readonly calculationPeriodMs: number;
}

/** Cerebral oximetry index: PRx with the oxygen saturation of brain tissue in place of ICP (algorithms.md 8). ms */
export interface Cox {
  readonly analytic: "cox";
  readonly ABP: SignalName;
  readonly StO2: SignalName;
  readonly calculationWindowMs: number;
  readonly calculationPeriodMs: number;
}

/** Cerebral perfusion pressure, ABP minus ICP, at the times of the slower of both: a plain trace, without parameters. */
export interface Cpp {
  readonly analytic: "cpp";
  readonly ABP: SignalName;
  readonly ICP: SignalName;
}

/** Which values of a composite series (src/protocol/composites.ts) a trace shows. */
export interface CompositeChoice {
  /** One of its channels, `compositeIndex`; else, of heatmaps alone, the index of every bin as a row of its own. */
  readonly isCompositePart: boolean;
  readonly compositeIndex: number;
}

/** Optimal cerebral perfusion pressure, made once a minute (algorithms.md 9.2). ms */
export interface CppOpt extends CompositeChoice {
  readonly analytic: "cppopt";
  readonly ABP: SignalName;
  readonly ICP: SignalName;
  readonly calculationWindowMs: number;
  readonly calculationPeriodMs: number;
}

/** Optimal arterial pressure, likewise (algorithms.md 10). ms */
export interface MapOpt extends CompositeChoice {
  readonly analytic: "mapopt";
  readonly ABP: SignalName;
  readonly StO2: SignalName;
  readonly calculationWindowMs: number;
  readonly calculationPeriodMs: number;
}

export type CompositeAnalytic = CppOpt | MapOpt;

/** A column of what a run of an analysis stored (src/protocol/pipelines.ts): read from its file, and computed by nobody anew. */
export interface StoredRun {
  readonly analytic: "stored_run";
  /** A recording that the run read. */
  readonly dataSource: number;
  readonly run: number;
  readonly output: string;
  readonly column: string;
}

export type StoredColumn = Pick<StoredRun, "run" | "output" | "column">;

/** What a chart is made of: a signal; or a column of what a run stored, of which `dataSource` is a recording that the run read and `dataKey` says what it is called. */
export interface ChartSource extends SignalName {
  readonly storedRun?: StoredColumn | undefined;
}

/** What is computed of signals when it is looked at. */
export type ComputedAnalytic = Prx | Cox | Cpp | CompositeAnalytic;
/** What stands in the table 'Analytics'. */
export type TraceAnalytic = ComputedAnalytic | StoredRun;

export const isComposite = (analysis: TraceAnalytic | RollingAverage | null): analysis is CompositeAnalytic =>
  analysis !== null && (analysis.analytic === "cppopt" || analysis.analytic === "mapopt");

/** As a trace of that type can show it: bins are rows of heatmaps alone. */
export const fittingChoice = (content: TraceContent, type: "line" | "heatmap"): TraceContent =>
  content.signal === null && type === "line" && isComposite(content.onDemandAnalysis)
    ? { ...content, onDemandAnalysis: { ...content.onDemandAnalysis, isCompositePart: true } }
    : content;

/** What a signal is to an analytic. */
export type SignalRole = "ABP" | "ICP" | "StO2";

/** The two signals of an analytic, in its order; none of what is stored. */
export const signalsOf = (analysis: TraceAnalytic): readonly (readonly [SignalRole, SignalName])[] =>
  analysis.analytic === "stored_run"
    ? []
    : [["ABP", analysis.ABP], "StO2" in analysis ? ["StO2", analysis.StO2] : ["ICP", analysis.ICP]];

/** The analytic with other signals, in its order. */
export function withSignals<Of extends TraceAnalytic>(analysis: Of, [ABP, other]: readonly SignalName[]): Of {
  if (analysis.analytic === "stored_run") return analysis;
  return "StO2" in analysis ? { ...analysis, ABP, StO2: other } : { ...analysis, ABP, ICP: other };
}

/** How often an analytic is computed, and over what (ms); null: the analytic has no such durations. */
export const durationsOf = (analysis: TraceAnalytic): { windowMs: number; periodMs: number } | null =>
  analysis.analytic === "cpp" || analysis.analytic === "stored_run"
    ? null
    : { windowMs: analysis.calculationWindowMs, periodMs: analysis.calculationPeriodMs };

/** What a trace shows: a signal, perhaps after post processing, or an analytic of others. */
export type TraceContent =
  | { readonly signal: SignalName; readonly onDemandAnalysis: RollingAverage | null }
  | { readonly signal: null; readonly onDemandAnalysis: TraceAnalytic };

interface TraceBase {
  /** Unique in its window. */
  readonly id: string;
  /** The label; "": the name of what it shows. */
  readonly name: string;
  readonly content: TraceContent;
}

export interface LineTrace extends TraceBase {
  readonly renderStrategy: "line";
  /** "#rrggbb" */
  readonly color: string;
}

export interface HeatmapTrace extends TraceBase {
  readonly renderStrategy: "heatmap";
  readonly colorSpectrum: ColourSpectrum;
  readonly lowerBound: number;
  readonly upperBound: number;
}

/** The area between two lines of the same graph. */
export interface DeltaTrace {
  readonly id: string;
  readonly renderStrategy: "delta";
  /** Ids of lines. */
  readonly first: string;
  readonly second: string;
  /** 0 to 255. */
  readonly color: { readonly r: number; readonly g: number; readonly b: number };
}

interface GraphBase {
  /** Unique in its window. */
  readonly id: string;
  /** The title. */
  readonly name: string;
}

export interface LineGraph extends GraphBase {
  readonly renderStrategy: "line";
  readonly traces: readonly (LineTrace | DeltaTrace)[];
  /** The y axis, in the unit of its traces; not used while it follows the values (`autoScale`). */
  readonly min: number;
  readonly max: number;
  readonly autoScale: boolean;
}

export interface HeatmapGraph extends GraphBase {
  readonly renderStrategy: "heatmap";
  readonly traces: readonly HeatmapTrace[];
}

export type Graph = LineGraph | HeatmapGraph;

/** Of new graphs and traces (spec 001 section 9 "Defaults", section 4 "Graph editing"). ms */
export const graphDefaults = {
  min: 0,
  max: 100,
  autoScale: true,
  color: "#000000",
  deltaColor: { r: 128, g: 128, b: 128 },
  colorSpectrum: "Inferno",
  lowerBound: 0,
  upperBound: 100,
  rollingAverageMs: 60_000,
  prxWindowMs: 300_000,
  prxPeriodMs: 60_000,
  /** Of inputs and result of a composite (spec 001 section 9); it is no window of the fit. */
  compositeMs: 1000,
  /** Bounds of a heatmap of the bins of an index, which lies between -1 and 1. */
  indexBound: 1,
} as const;
