/** What is drawn of a window's graphs for this patient: which channel each trace is, or why there is none. Pure. */
import {
  type CompositeAnalytic,
  type Cox,
  type DeltaTrace,
  type Graph,
  type HeatmapTrace,
  isComposite,
  type LineTrace,
  type Prx,
  type SignalName,
  type SignalRole,
  type StoredRun,
  signalsOf,
  type TraceContent,
} from "../../../../domain/graphs/graph.ts";
import { isSameUnit, resolveSignal, type SignalPlace, titleOfSignal } from "../../../../domain/graphs/signal-names.ts";
import { titleOfContent } from "../../../../domain/graphs/trace-title.ts";
import { bareLabel } from "../../../../domain/montage/montage.ts";
import type { ValueRange } from "../../../../domain/montage/value-axis.ts";
import { type Analysis, compositeLimits, isAnalysisId } from "../../../../protocol/analysis.ts";
import { firstBinPart, optimumBins } from "../../../../protocol/composites.ts";
import type { Derivation, Recipe } from "../../../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import type { RowInputs } from "../../plot/masked-rows.ts";
import type { RecordingProblem, RecordingState } from "../../sources/recordings.ts";

/** What the feed is asked for: rows of one group. */
export interface SourceNeed {
  /** Equal for equal sources, whatever their rows. */
  readonly key: string;
  readonly recording: RecordingDetail;
  readonly group: SignalGroup;
  readonly recipe: Recipe;
  /** What each row of the recipe is made of. */
  readonly inputs: readonly RowInputs[];
  /** Traces as they were recorded; else means of them, or what is computed of others. */
  readonly isExact: boolean;
}

export type TraceState =
  /** `source`: position among the sources; `row`: of its recipe; `bins`: it is the first of several. */
  | { readonly kind: "drawn"; readonly source: number; readonly row: number; readonly bins?: ShownBins }
  | { readonly kind: "lacking"; readonly name: string }
  | { readonly kind: "several"; readonly signal: SignalName; readonly candidates: readonly SignalPlace[] }
  | { readonly kind: "unit"; readonly place: SignalPlace; readonly expected: string }
  /** With what the server said. */
  | { readonly kind: "refused"; readonly said: string }
  | { readonly kind: RecordingProblem };

/** Rows of bins from `row` on, one for each, the lowest first. */
export interface ShownBins {
  readonly count: number;
  /** Pressures from the lowest bin's lower edge to the highest one's upper edge, mmHg. */
  readonly range: ValueRange;
}

export interface ShownTrace {
  readonly trace: LineTrace | HeatmapTrace;
  readonly state: TraceState;
  readonly label: string;
  /** "" where it is not known. */
  readonly unit: string;
  readonly isUncalibrated: boolean;
  /** Its values are codes that hold until the next one: nothing lies between two of them. */
  readonly isHeld: boolean;
  /** The recorded channels that it is made of; none where it is not drawn. */
  readonly inputs: RowInputs;
}

export interface ShownGraph {
  readonly graph: Graph;
  readonly traces: readonly ShownTrace[];
  readonly deltas: readonly DeltaTrace[];
  /** Units of what is drawn, each once. */
  readonly units: readonly string[];
}

export interface ShownGraphs {
  readonly graphs: readonly ShownGraph[];
  /** So many are empty and left out. */
  readonly hidden: number;
  readonly sources: readonly SourceNeed[];
}

/** A channel, or the difference of two of one group. */
export type Located =
  | {
      readonly kind: "at";
      readonly recording: RecordingDetail;
      readonly group: SignalGroup;
      readonly channel: number;
      readonly derivation: Derivation;
      /** Of a composite that is shown by its bins. */
      readonly bins?: ShownBins;
      readonly inputs: RowInputs;
      readonly label: string;
      readonly unit: string;
      readonly isUncalibrated: boolean;
    }
  | Exclude<TraceState, { kind: "drawn" }>;

/** Whose signals are drawn: of the recording under review, of others, or both. What is computed is of what it is computed from. */
export function recordingsIn({ graphs }: ShownGraphs, review: number): "own" | "others" | "both" {
  const files = graphs
    .flatMap(({ traces }) => traces)
    .filter(({ state }) => state.kind === "drawn")
    .flatMap(({ trace: { content } }): readonly Pick<SignalName, "dataSource">[] => {
      if (content.signal !== null) return [content.signal];
      const { onDemandAnalysis: analysis } = content;
      return analysis.analytic === "stored_run" ? [analysis] : signalsOf(analysis).map(([, name]) => name);
    })
    .map(({ dataSource }) => dataSource === "current_patient" || dataSource === review);
  return files.every((isOwn) => isOwn) ? "own" : files.includes(true) ? "both" : "others";
}

/** What is known of recordings, and of analyses described as such. */
export interface Sources {
  of(dataSource: SignalName["dataSource"]): RecordingState;
  derived(analysis: Analysis): RecordingState;
}

const noFilters = { lff: null, hff: null, notch: null } as const;

/** Where the samples of a trace come from. `viewMs`: length of the view, which a period must not exceed. */
export function sourceOf(content: TraceContent, sources: Sources, viewMs: number): Located {
  const { signal, onDemandAnalysis: analysis } = content;
  if (signal !== null) {
    const at = channelOf(signal, sources);
    if (at.kind !== "at" || analysis === null) return at;
    const { calculationWindowMs } = analysis;
    return derivedOf(
      sources.derived({ analytic: "rolling_average", source: sentOf(at), calculationWindowMs }),
      at.inputs,
    );
  }
  if (analysis.analytic === "stored_run") return storedOf(analysis, sources);
  const [[, ABPName], [role, otherName]] = signalsOf(analysis);
  const [first, second] = [channelOf(ABPName, sources), channelOf(otherName, sources)];
  if (first.kind !== "at") return first;
  if (second.kind !== "at") return second;
  for (const [at, expected] of [
    [first, roleUnits.ABP],
    [second, roleUnits[role]],
  ] as const)
    if (at.unit !== "" && !isSameUnit(at.unit, expected)) return { kind: "unit", place: placeOf(at), expected };
  const [ABP, other] = [sentOf(first), sentOf(second)];
  const inputs = [...first.inputs, ...second.inputs];
  if (analysis.analytic !== "cpp") {
    const { analytic, calculationWindowMs } = analysis;
    const durations = { calculationWindowMs, calculationPeriodMs: periodIn(analysis, viewMs) };
    const sent: Analysis =
      analytic === "prx" || analytic === "cppopt"
        ? { analytic, ABP, ICP: other, ...durations }
        : { analytic, ABP, StO2: other, ...durations };
    const found = derivedOf(sources.derived(sent), inputs, isComposite(analysis) ? firstPart(analysis) : 0);
    return found.kind === "at" && isComposite(analysis) && !analysis.isCompositePart
      ? { ...found, bins: binsOf(analysis), label: titleOfContent(content) }
      : found;
  }
  const isUncalibrated = first.isUncalibrated || second.isUncalibrated; // the server says why not
  if (first.group !== second.group || !isSameUnit(first.unit, second.unit) || isUncalibrated)
    return derivedOf(sources.derived({ analytic: "cpp", ABP, ICP: other }), inputs);
  // In one group it is a derivation like any other.
  return {
    ...first,
    inputs,
    label: "CPP",
    derivation: { first: first.derivation.first, second: second.derivation.first },
  };
}

/** A column of what a run stored. The recording that it read says whether that is of this patient, and on this clock. */
function storedOf({ dataSource, run, output, column }: StoredRun, sources: Sources): Located {
  const of = sources.of(dataSource);
  if (!("recording" in of)) return unknown(of);
  const data_object_id = of.recording.data_object_id;
  const state = sources.derived({ analytic: "stored_run", data_object_id, run_id: run, output });
  if (!("recording" in state)) return unknown(state);
  const channel = state.recording.groups[0].channels.findIndex(({ label }) => label === column);
  return channel < 0 ? { kind: "lacking", name: `${output} ${column}` } : derivedOf(state, [], channel);
}

/**
 * The period that an analytic is computed with in a view. One that is longer than the view is shorter there (algorithms.md 8). A composite is made every
 * minute and held between: views of 10 minutes and more show each of them once (9.2).
 */
export function periodIn(analysis: Prx | Cox | CompositeAnalytic, viewMs: number): number {
  const { calculationPeriodMs: periodMs } = analysis;
  if (viewMs < periodMs) return Math.max(1000, 1000 * Math.floor(viewMs / 10_000));
  return isComposite(analysis) && viewMs >= 10 * compositeLimits.periodMs ? compositeLimits.periodMs : periodMs;
}

const firstPart = ({ isCompositePart, compositeIndex }: CompositeAnalytic): number =>
  isCompositePart ? compositeIndex : firstBinPart;

function binsOf({ analytic }: CompositeAnalytic): ShownBins {
  const { low, size, count } = optimumBins[analytic];
  return { count, range: { min: low, max: low + count * size } };
}

/** Of what analytics are made; a file need not say it. */
const roleUnits: Readonly<Record<SignalRole, string>> = { ABP: "mmHg", ICP: "mmHg", StO2: "%" };

const placeOf = ({ group, channel, label, unit }: Extract<Located, { kind: "at" }>): SignalPlace => ({
  ...{ modality: group.modality, channel, label, unit, samplingHz: group.sampling_hz, kind: group.kind },
});

const sentOf = ({ recording, group, channel }: Extract<Located, { kind: "at" }>) => ({
  data_object_id: recording.data_object_id,
  modality: group.modality,
  channel,
});

/** The channel that a name means for this patient, or why there is none. */
export function channelOf(signal: SignalName, sources: Sources): Located {
  const state = sources.of(signal.dataSource);
  if (!("recording" in state)) return unknown(state);
  const { recording } = state;
  const found = resolveSignal(recording, signal);
  if (found.kind === "lacking") return { kind: "lacking", name: titleOfSignal(signal) };
  if (found.kind === "several") return { kind: "several", signal, candidates: found.candidates };
  if (found.kind === "unit") return found;
  const group = recording.groups.find(({ modality }) => modality === found.place.modality) as SignalGroup;
  return atOf(recording, group, found.place.channel);
}

const derivedOf = (state: RecordingState, inputs: RowInputs, channel = 0): Located =>
  "recording" in state ? { ...atOf(state.recording, state.recording.groups[0], channel), inputs } : unknown(state);

const channelsFrom = (first: number, count: number): Derivation[] =>
  Array.from({ length: count }, (_, k) => ({ first: { kind: "channel", index: first + k }, second: { kind: "zero" } }));

function atOf(recording: RecordingDetail, group: SignalGroup, channel: number): Extract<Located, { kind: "at" }> {
  const { label, unit, is_uncalibrated } = group.channels[channel];
  const derivation: Derivation = { first: { kind: "channel", index: channel }, second: { kind: "zero" } };
  return {
    kind: "at",
    ...{ recording, group, channel, derivation },
    inputs: [{ dataObjectId: recording.data_object_id, label }],
    ...{ label: bareLabel(label), unit, isUncalibrated: is_uncalibrated },
  };
}

const unknown = (state: Exclude<RecordingState, { recording: unknown }>): Located =>
  "refused" in state ? { kind: "refused", said: state.refused } : { kind: state.problem };

/** All graphs of a window, and what they ask of the feed. `hideEmpty`: those of which this patient has nothing are left out. */
export function shownGraphs(graphs: readonly Graph[], hideEmpty: boolean, from: Sources, viewMs: number): ShownGraphs {
  const needs: {
    key: string;
    recording: RecordingDetail;
    group: SignalGroup;
    derivations: Derivation[];
    inputs: RowInputs[];
    isMean: boolean;
  }[] = [];
  const rowOf = (at: Extract<Located, { kind: "at" }>, isMean: boolean) => {
    const { recording, group, derivation, inputs, bins } = at;
    const key = `${recording.data_object_id} ${group.modality}${isMean ? " mean" : ""}`;
    let source = needs.findIndex((need) => need.key === key);
    if (source < 0) source = needs.push({ key, recording, group, derivations: [], inputs: [], isMean }) - 1;
    const { derivations } = needs[source];
    const wanted = bins === undefined ? [derivation] : channelsFrom(at.channel, bins.count);
    const isAt = (row: number) =>
      wanted.every((each, k) => JSON.stringify(each) === JSON.stringify(derivations[row + k]));
    let row = derivations.findIndex((_, k) => isAt(k));
    if (row < 0) {
      row = derivations.push(...wanted) - wanted.length;
      needs[source].inputs.push(...wanted.map(() => inputs));
    }
    return { kind: "drawn", source, row, ...(bins === undefined ? {} : { bins }) } as const;
  };
  const shown: ShownGraph[] = [];
  for (const graph of graphs) {
    const located = graph.traces.flatMap((trace) =>
      trace.renderStrategy === "delta" ? [] : [{ trace, at: sourceOf(trace.content, from, viewMs) }],
    );
    if (hideEmpty && located.every(({ at }) => isEmpty(at))) continue;
    const traces = located.map(({ trace, at }): ShownTrace => {
      const isAt = at.kind === "at";
      return {
        trace,
        state: isAt ? rowOf(at, graph.renderStrategy === "heatmap") : at,
        label: trace.name || (isAt ? at.label : titleOfContent(trace.content)),
        unit: isAt ? at.unit : "",
        isUncalibrated: isAt && at.isUncalibrated,
        isHeld: isAt && trace.content.signal !== null && trace.content.onDemandAnalysis === null && isCode(at),
        inputs: isAt ? at.inputs : [],
      };
    });
    const units: string[] = [];
    for (const { state, unit } of traces)
      if (state.kind === "drawn" && !units.some((known) => isSameUnit(known, unit))) units.push(unit);
    shown.push({
      graph,
      traces,
      deltas: graph.traces.flatMap((trace) => (trace.renderStrategy === "delta" ? [trace] : [])),
      units,
    });
  }
  const sources = needs.map(
    ({ key, recording, group, derivations, inputs, isMean }): SourceNeed => ({
      ...{ key, recording, group, inputs },
      recipe: { derivations, filters: noFilters, ...(isMean ? { reduction: "mean" } : {}) },
      isExact: !isMean && !isAnalysisId(recording.data_object_id),
    }),
  );
  return { graphs: shown, hidden: graphs.length - shown.length, sources };
}

/** Recorded codes, as of sleep stages, by what they are called; what has a unit is measured. */
const isCode = ({ label, unit }: { label: string; unit: string }) =>
  unit === "" && /^(hypnogram|sleep ?stages?|stages?|(body ?)?position|body ?pos)$/i.test(label.trim());

/** This patient has nothing of it, and never will: what is on its way or asked for is not empty. */
const isEmpty = (at: Located): boolean =>
  at.kind === "lacking" ||
  at.kind === "unit" ||
  at.kind === "other-patient" ||
  (at.kind === "at" && at.group.sample_count === 0);
