/** Edits of the graphs of a window (spec 001 sections 2.10, 4 "Graph editing", 5 "Time-series configuration"). Pure. */
import { graphsText } from "../../protocol/text/graphs-text.ts";
import type { ValueRange } from "../montage/value-axis.ts";
import { plainNumber } from "../plain-number.ts";
import {
  fittingChoice,
  type Graph,
  graphDefaults,
  graphLimits,
  type HeatmapTrace,
  isComposite,
  type LineGraph,
  type LineTrace,
  type TraceContent,
} from "./graph.ts";

/** Graphs as they are being edited. */
export interface GraphsDraft {
  readonly graphs: readonly Graph[];
  /** What was typed where it is no number, by `fieldOf`. The graphs hold the last number. */
  readonly wrong: Readonly<Record<string, string>>;
}

export type AxisEnd = "min" | "max";
export type Bound = "lowerBound" | "upperBound";

/** Names a number field of a graph or a trace: their ids are unique in the window. */
export const fieldOf = (id: string, member: AxisEnd | Bound): string => `${id}/${member}`;

export const draftOf = (graphs: readonly Graph[]): GraphsDraft => ({ graphs, wrong: {} });

/** Lines, heatmaps and delta regions of all graphs. */
export const traceCount = (graphs: readonly Graph[]): number =>
  graphs.reduce((count, { traces }) => count + traces.length, 0);

/** An id that nothing in the window has. */
export function freeId(graphs: readonly Graph[], kind: "graph" | "trace" | "delta"): string {
  const ids = new Set(graphs.flatMap(({ id, traces }) => [id, ...traces.map((trace) => trace.id)]));
  let n = 1;
  while (ids.has(`${kind}-${n}`)) n++;
  return `${kind}-${n}`;
}

/** With an empty graph behind the others; as it is where there are as many as there may be. */
export function withNewGraph(draft: GraphsDraft): GraphsDraft {
  const { graphs } = draft;
  if (graphs.length >= graphLimits.graphs) return draft;
  const names = new Set(graphs.map(({ name }) => name));
  let n = graphs.length + 1;
  while (names.has(graphsText.newGraph(n))) n++;
  const graph = { id: freeId(graphs, "graph"), name: graphsText.newGraph(n), ...emptyLines };
  return { ...draft, graphs: [...graphs, graph] };
}

/** Nobody has given it a title. */
export const isUnnamed = ({ name }: Graph): boolean =>
  Array.from({ length: graphLimits.graphs * 2 }, (_, k) => graphsText.newGraph(k + 1)).includes(name);

export function withoutGraph(draft: GraphsDraft, id: string): GraphsDraft {
  const gone = draft.graphs.filter((graph) => graph.id === id);
  return withoutEntries({ ...draft, graphs: draft.graphs.filter((graph) => graph.id !== id) }, idsIn(gone));
}

/** The graph that takes the place of one that goes, or the one above it; null: there is no other. */
export const neighbourOf = (graphs: readonly Graph[], id: string): string | null => {
  const at = graphs.findIndex((graph) => graph.id === id);
  return (graphs[at + 1] ?? graphs[at - 1])?.id ?? null;
};

/** One place up (-1) or down (+1). */
export function withGraphMoved(draft: GraphsDraft, id: string, by: -1 | 1): GraphsDraft {
  const at = draft.graphs.findIndex((graph) => graph.id === id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= draft.graphs.length) return draft;
  return { ...draft, graphs: draft.graphs.with(at, draft.graphs[to]).with(to, draft.graphs[at]) };
}

export const withTitle = (draft: GraphsDraft, id: string, title: string): GraphsDraft =>
  withGraph(draft, id, (graph) => ({ ...graph, name: title.slice(0, graphLimits.title) }));

/**
 * Line or Heatmap. Another type begins anew: every trace has that type's defaults, delta regions go, and so does what was
 * typed wrongly.
 */
export function withType(draft: GraphsDraft, id: string, type: Graph["renderStrategy"]): GraphsDraft {
  const before = draft.graphs.find((graph) => graph.id === id);
  if (before === undefined || before.renderStrategy === type) return draft;
  const changed = withGraph(draft, id, (graph): Graph => {
    const base = { id: graph.id, name: graph.name };
    const kept = graph.traces.flatMap((trace) =>
      trace.renderStrategy === "delta" ? [] : [{ id: trace.id, name: trace.name, content: trace.content }],
    );
    return type === "line"
      ? {
          ...base,
          ...emptyLines,
          traces: kept.map(({ content, ...trace }) => ({
            ...trace,
            content: fittingChoice(content, "line"),
            ...lineLook,
          })),
        }
      : {
          ...base,
          renderStrategy: "heatmap",
          traces: kept.map((trace) => ({ ...trace, ...heatmapLook, ...boundsFor(trace.content) })),
        };
  });
  return withoutEntries(changed, idsIn([before]));
}

/** An end of the y axis, as typed. */
export const withAxisEnd = (draft: GraphsDraft, id: string, end: AxisEnd, typed: string): GraphsDraft =>
  withNumber(draft, fieldOf(id, end), numberIn(typed), typed, (value) =>
    withLines(draft, id, (graph) => ({ ...graph, [end]: value })),
  );

/** Whether the axis follows the values: then its ends are not used, and what was typed wrongly there goes. */
export function withAutoScale(draft: GraphsDraft, id: string, autoScale: boolean): GraphsDraft {
  const { min, max } = graphDefaults;
  const changed = withLines(draft, id, (graph) => ({
    ...graph,
    ...(autoScale && graph.min >= graph.max ? { min, max } : {}),
    autoScale,
  }));
  return autoScale ? withoutEntries(changed, [id]) : changed;
}

/** A bound of a heatmap, as typed; an empty one is 0 (spec 5). */
export const withBound = (draft: GraphsDraft, id: string, bound: Bound, typed: string): GraphsDraft =>
  withNumber(draft, fieldOf(id, bound), typed.trim() === "" ? 0 : numberIn(typed), typed, (value) => ({
    ...draft,
    graphs: draft.graphs.map((graph) =>
      graph.renderStrategy === "heatmap"
        ? { ...graph, traces: graph.traces.map((trace) => (trace.id === id ? { ...trace, [bound]: value } : trace)) }
        : graph,
    ),
  }));

/** Both bounds of a heatmap. */
export const withBounds = (draft: GraphsDraft, id: string, { min, max }: ValueRange): GraphsDraft =>
  withBound(withBound(draft, id, "lowerBound", String(min)), id, "upperBound", String(max));

/** What is wrong with number fields, by `fieldOf`: nothing is saved while there is anything. */
export function problemsIn({ graphs, wrong }: GraphsDraft): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const graph of graphs) {
    if (graph.renderStrategy === "line") {
      if (!graph.autoScale && graph.min >= graph.max) found[fieldOf(graph.id, "min")] = graphsText.minAboveMax;
      continue;
    }
    for (const { id, lowerBound, upperBound } of graph.traces)
      if (lowerBound >= upperBound) found[fieldOf(id, "lowerBound")] = graphsText.boundsCrossed;
  }
  for (const field of Object.keys(wrong)) found[field] = graphsText.notANumber;
  return found;
}

/** Whether something is wrong in one graph. */
export const hasProblem = (problems: Readonly<Record<string, string>>, graph: Graph): boolean =>
  idsIn([graph]).some((id) => Object.keys(problems).some((field) => field.startsWith(`${id}/`)));

/** What a new line and a new heatmap look like. */
export const lineLook = { renderStrategy: "line", color: graphDefaults.color } as const satisfies Partial<LineTrace>;
export const heatmapLook = {
  renderStrategy: "heatmap",
  colorSpectrum: graphDefaults.colorSpectrum,
  lowerBound: graphDefaults.lowerBound,
  upperBound: graphDefaults.upperBound,
} as const satisfies Partial<HeatmapTrace>;

/** Rows of bins show an index, which the usual bounds would show in one colour. */
export const boundsFor = ({ onDemandAnalysis }: TraceContent): Partial<HeatmapTrace> =>
  isComposite(onDemandAnalysis) && !onDemandAnalysis.isCompositePart
    ? { lowerBound: -graphDefaults.indexBound, upperBound: graphDefaults.indexBound }
    : {};

const emptyLines = {
  renderStrategy: "line",
  traces: [],
  min: graphDefaults.min,
  max: graphDefaults.max,
  autoScale: graphDefaults.autoScale,
} as const;

export const withGraph = (draft: GraphsDraft, id: string, edit: (graph: Graph) => Graph): GraphsDraft => ({
  ...draft,
  graphs: draft.graphs.map((graph) => (graph.id === id ? edit(graph) : graph)),
});

const withLines = (draft: GraphsDraft, id: string, edit: (graph: LineGraph) => LineGraph): GraphsDraft =>
  withGraph(draft, id, (graph) => (graph.renderStrategy === "line" ? edit(graph) : graph));

/** Without what was typed wrongly in fields of these. */
export const withoutEntries = (draft: GraphsDraft, ids: readonly string[]): GraphsDraft => ({
  ...draft,
  wrong: Object.fromEntries(
    Object.entries(draft.wrong).filter(([field]) => ids.every((id) => !field.startsWith(`${id}/`))),
  ),
});

const idsIn = (graphs: readonly Graph[]): string[] =>
  graphs.flatMap(({ id, traces }) => [id, ...traces.map((trace) => trace.id)]);

/** With a real minus sign too. */
const numberIn = (typed: string): number | null => plainNumber(typed.replace("\u2212", "-"));

function withNumber(
  draft: GraphsDraft,
  field: string,
  value: number | null,
  typed: string,
  edit: (value: number) => GraphsDraft,
): GraphsDraft {
  if (value === null) return { ...draft, wrong: { ...draft.wrong, [field]: typed } };
  const { [field]: _, ...wrong } = draft.wrong;
  return { ...edit(value), wrong };
}
