/** Edits of the traces of a graph (spec 001 sections 2.10, 4 "Graph editing", 5 "Time-series configuration"). Pure. */
import { traceColours } from "./default-graphs.ts";
import {
  boundsFor,
  freeId,
  type GraphsDraft,
  heatmapLook,
  isUnnamed,
  lineLook,
  traceCount,
  withGraph,
  withoutEntries,
} from "./edit-graphs.ts";
import {
  type ColourSpectrum,
  type DeltaTrace,
  fittingChoice,
  type Graph,
  graphDefaults,
  graphLimits,
  type HeatmapTrace,
  type LineGraph,
  type LineTrace,
  type TraceContent,
} from "./graph.ts";
import { titleOfContent } from "./trace-title.ts";

/** What a delta region is drawn between. */
export const linesOf = ({ traces }: LineGraph): readonly LineTrace[] =>
  traces.filter((trace) => trace.renderStrategy === "line");
export const deltasOf = ({ traces }: LineGraph): readonly DeltaTrace[] =>
  traces.filter((trace) => trace.renderStrategy === "delta");
/** What shows values of its own. */
export const valueTracesOf = (graph: Graph): readonly (LineTrace | HeatmapTrace)[] =>
  graph.renderStrategy === "line" ? linesOf(graph) : graph.traces;

/**
 * With one more trace, which looks as its graph's type does; as it is where the window has as many as it may. An empty graph without a title of its own
 * is called after the analytic that it is made for.
 */
export function withTrace(draft: GraphsDraft, graphId: string, content: TraceContent): GraphsDraft {
  if (traceCount(draft.graphs) >= graphLimits.traces) return draft;
  const base = { id: freeId(draft.graphs, "trace"), name: "", content };
  return withGraph(draft, graphId, (graph) => {
    const fitting = fittingChoice(content, graph.renderStrategy);
    const isNamed = content.signal === null && graph.traces.length === 0 && isUnnamed(graph);
    const name = isNamed ? titleOfContent(fitting).slice(0, graphLimits.title) : graph.name;
    if (graph.renderStrategy === "heatmap")
      return { ...graph, name, traces: [...graph.traces, { ...base, ...heatmapLook, ...boundsFor(content) }] };
    const lines = linesOf(graph);
    const free = traceColours.find((each) => lines.every((line) => line.color !== each));
    const color = free ?? traceColours[lines.length % traceColours.length];
    const trace = { ...base, content: fitting, ...lineLook, color };
    return { ...graph, name, traces: [...graph.traces, trace] };
  });
}

/** Without a trace, the delta regions that use it, and what was typed wrongly in its fields; or without a delta region. */
export function withoutTrace(draft: GraphsDraft, graphId: string, id: string): GraphsDraft {
  const changed = withGraph(draft, graphId, (graph) =>
    graph.renderStrategy === "line"
      ? { ...graph, traces: graph.traces.filter((trace) => trace.id !== id && !isBetween(trace, id)) }
      : { ...graph, traces: graph.traces.filter((trace) => trace.id !== id) },
  );
  return withoutEntries(changed, [id]);
}

/**
 * With another label. "Editing a trace's label when it has no analysis clears its analysis" (spec 4): an analysis is whole or
 * null here, so a trace without one has null afterwards as before, and one with an analysis keeps it.
 */
export const withLabel = (draft: GraphsDraft, graphId: string, id: string, label: string): GraphsDraft =>
  withValueTrace(draft, graphId, id, { name: label.slice(0, graphLimits.label) });

/** With another source, post processing or calculation. */
export const withContent = (draft: GraphsDraft, graphId: string, id: string, content: TraceContent): GraphsDraft =>
  withValueTrace(draft, graphId, id, { content });

/** `color`: "#rrggbb"; of a delta region as well. */
export const withColour = (draft: GraphsDraft, graphId: string, id: string, color: string): GraphsDraft =>
  withGraph(draft, graphId, (graph) =>
    graph.renderStrategy === "heatmap"
      ? graph
      : {
          ...graph,
          traces: graph.traces.map((trace) => {
            if (trace.id !== id) return trace;
            return trace.renderStrategy === "delta" ? { ...trace, color: partsOf(color) } : { ...trace, color };
          }),
        },
  );

export const withSpectrum = (
  draft: GraphsDraft,
  graphId: string,
  id: string,
  colorSpectrum: ColourSpectrum,
): GraphsDraft =>
  withGraph(draft, graphId, (graph) =>
    graph.renderStrategy === "line"
      ? graph
      : { ...graph, traces: graph.traces.map((trace) => (trace.id === id ? { ...trace, colorSpectrum } : trace)) },
  );

/** Whether a delta region can be drawn: between two traces that are none. */
export const mayHaveDelta = (graph: LineGraph): boolean => linesOf(graph).length >= 2;

/** With a delta region between the first two lines that have none between them; as it is where it cannot be. */
export function withDelta(draft: GraphsDraft, graphId: string): GraphsDraft {
  if (traceCount(draft.graphs) >= graphLimits.traces) return draft;
  return withGraph(draft, graphId, (graph) => {
    if (graph.renderStrategy !== "line" || !mayHaveDelta(graph)) return graph;
    const ids = linesOf(graph).map(({ id }) => id);
    const pairs = ids.flatMap((first, k) => ids.slice(k + 1).map((second) => ({ first, second })));
    const known = deltasOf(graph);
    const free = pairs.find(({ first, second }) => !known.some((delta) => isBetween(delta, first, second)));
    const delta: DeltaTrace = {
      id: freeId(draft.graphs, "delta"),
      renderStrategy: "delta",
      ...(free ?? pairs[0]),
      color: graphDefaults.deltaColor,
    };
    return { ...graph, traces: [...graph.traces, delta] };
  });
}

/** With another line at one of its ends; the line at the other end changes places with it. */
export const withDeltaEnd = (
  draft: GraphsDraft,
  graphId: string,
  id: string,
  end: "first" | "second",
  line: string,
): GraphsDraft =>
  withGraph(draft, graphId, (graph) =>
    graph.renderStrategy === "heatmap"
      ? graph
      : { ...graph, traces: graph.traces.map((trace) => (trace.id === id ? deltaWith(trace, end, line) : trace)) },
  );

/** "#rrggbb" of a delta region. */
export const hexOf = ({ r, g, b }: DeltaTrace["color"]): string =>
  `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

function deltaWith(trace: LineTrace | DeltaTrace, end: "first" | "second", line: string): LineTrace | DeltaTrace {
  if (trace.renderStrategy !== "delta") return trace;
  const other = end === "first" ? "second" : "first";
  return { ...trace, [end]: line, ...(trace[other] === line ? { [other]: trace[end] } : {}) };
}

const partsOf = (hex: string): DeltaTrace["color"] => {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return { r, g, b };
};

const isBetween = (trace: LineTrace | DeltaTrace, ...ids: readonly string[]): boolean =>
  trace.renderStrategy === "delta" && ids.every((id) => trace.first === id || trace.second === id);

const withValueTrace = (
  draft: GraphsDraft,
  graphId: string,
  id: string,
  change: Partial<Pick<LineTrace, "name" | "content">>,
): GraphsDraft =>
  withGraph(draft, graphId, (graph) =>
    graph.renderStrategy === "line"
      ? {
          ...graph,
          traces: graph.traces.map((trace) =>
            trace.id === id && trace.renderStrategy === "line" ? { ...trace, ...change } : trace,
          ),
        }
      : { ...graph, traces: graph.traces.map((trace) => (trace.id === id ? { ...trace, ...change } : trace)) },
  );
