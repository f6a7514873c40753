/** What is drawn of a window's graphs for this patient: which channel each trace is, or why there is none. Pure. */
import type {
  DeltaTrace,
  Graph,
  HeatmapTrace,
  LineTrace,
  SignalName,
  TraceContent,
} from "../../../../domain/graphs/graph.ts";
import { isSameUnit, resolveSignal, type SignalPlace, titleOfSignal } from "../../../../domain/graphs/signal-names.ts";
import { titleOfContent } from "../../../../domain/graphs/trace-title.ts";
import { bareLabel } from "../../../../domain/montage/montage.ts";
import type { Derivation, Recipe } from "../../../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import type { RecordingProblem, RecordingState } from "./recordings.ts";

/** What the feed is asked for: rows of one group. */
export interface SourceNeed {
  /** Equal for equal sources, whatever their rows. */
  readonly key: string;
  readonly recording: RecordingDetail;
  readonly group: SignalGroup;
  readonly recipe: Recipe;
}

export type TraceState =
  /** `source`: position among the sources; `row`: of its recipe. */
  | { readonly kind: "drawn"; readonly source: number; readonly row: number }
  | { readonly kind: "lacking"; readonly name: string }
  | { readonly kind: "several"; readonly signal: SignalName; readonly candidates: readonly SignalPlace[] }
  | { readonly kind: "unit"; readonly place: SignalPlace; readonly expected: string }
  | { readonly kind: RecordingProblem };

export interface ShownTrace {
  readonly trace: LineTrace | HeatmapTrace;
  readonly state: TraceState;
  readonly label: string;
  /** "" where it is not known. */
  readonly unit: string;
  readonly isUncalibrated: boolean;
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
type Located =
  | {
      readonly kind: "at";
      readonly recording: RecordingDetail;
      readonly group: SignalGroup;
      readonly derivation: Derivation;
      readonly label: string;
      readonly unit: string;
      readonly isUncalibrated: boolean;
    }
  | Exclude<TraceState, { kind: "drawn" }>;

export type RecordingOf = (dataSource: SignalName["dataSource"]) => RecordingState;

const noFilters = { lff: null, hff: null, notch: null } as const;

/** Where the samples of a trace come from. */
export function sourceOf(content: TraceContent, recordingOf: RecordingOf): Located {
  if (content.signal !== null) return channelOf(content.signal, recordingOf);
  const { ABP, ICP } = content.onDemandAnalysis;
  const [first, second] = [channelOf(ABP, recordingOf), channelOf(ICP, recordingOf)];
  if (first.kind !== "at") return first;
  if (second.kind !== "at") return second;
  if (content.onDemandAnalysis.analytic === "cpp" && first.group === second.group)
    return { ...first, label: "CPP", derivation: { first: first.derivation.first, second: second.derivation.first } };
  return { kind: "lacking", name: content.onDemandAnalysis.analytic === "cpp" ? "CPP" : "PRx" };
}

function channelOf(signal: SignalName, recordingOf: RecordingOf): Located {
  const state = recordingOf(signal.dataSource);
  if ("problem" in state) return { kind: state.problem };
  const { recording } = state;
  const found = resolveSignal(recording, signal);
  if (found.kind === "lacking") return { kind: "lacking", name: titleOfSignal(signal) };
  if (found.kind === "several") return { kind: "several", signal, candidates: found.candidates };
  if (found.kind === "unit") return found;
  const group = recording.groups.find(({ modality }) => modality === found.place.modality) as SignalGroup;
  const { label, unit, is_uncalibrated } = group.channels[found.place.channel];
  const derivation: Derivation = { first: { kind: "channel", index: found.place.channel }, second: { kind: "zero" } };
  return { kind: "at", recording, group, derivation, label: bareLabel(label), unit, isUncalibrated: is_uncalibrated };
}

/** All graphs of a window, and what they ask of the feed. `hideEmpty`: those of which this patient has nothing are left out. */
export function shownGraphs(graphs: readonly Graph[], hideEmpty: boolean, recordingOf: RecordingOf): ShownGraphs {
  const needs: { key: string; recording: RecordingDetail; group: SignalGroup; derivations: Derivation[] }[] = [];
  const rowOf = ({ recording, group, derivation }: Extract<Located, { kind: "at" }>) => {
    const key = `${recording.data_object_id} ${group.modality}`;
    let source = needs.findIndex((need) => need.key === key);
    if (source < 0) source = needs.push({ key, recording, group, derivations: [] }) - 1;
    const { derivations } = needs[source];
    const text = JSON.stringify(derivation);
    let row = derivations.findIndex((each) => JSON.stringify(each) === text);
    if (row < 0) row = derivations.push(derivation) - 1;
    return { kind: "drawn", source, row } as const;
  };
  const shown: ShownGraph[] = [];
  for (const graph of graphs) {
    const located = graph.traces.flatMap((trace) =>
      trace.renderStrategy === "delta" ? [] : [{ trace, at: sourceOf(trace.content, recordingOf) }],
    );
    if (hideEmpty && located.every(({ at }) => isEmpty(at))) continue;
    const traces = located.map(({ trace, at }): ShownTrace => {
      const isAt = at.kind === "at";
      return {
        trace,
        state: isAt ? rowOf(at) : at,
        label: trace.name || (isAt ? at.label : titleOfContent(trace.content)),
        unit: isAt ? at.unit : "",
        isUncalibrated: isAt && at.isUncalibrated,
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
  const sources = needs.map(({ derivations, ...need }) => ({ ...need, recipe: { derivations, filters: noFilters } }));
  return { graphs: shown, hidden: graphs.length - shown.length, sources };
}

/** This patient has nothing of it, and never will: what is on its way or asked for is not empty. */
const isEmpty = (at: Located): boolean =>
  at.kind === "lacking" ||
  at.kind === "unit" ||
  at.kind === "other-patient" ||
  (at.kind === "at" && at.group.sample_count === 0);
