import { expect, it } from "vitest";
import {
  draftOf,
  fieldOf,
  type GraphsDraft,
  hasProblem,
  problemsIn,
  traceCount,
  withAutoScale,
  withAxisEnd,
  withBound,
  withGraphMoved,
  withNewGraph,
  withoutGraph,
  withTitle,
  withType,
} from "./edit-graphs.ts";
import {
  deltasOf,
  hexOf,
  linesOf,
  mayHaveDelta,
  withColour,
  withContent,
  withDelta,
  withDeltaEnd,
  withLabel,
  withoutTrace,
  withSpectrum,
  withTrace,
} from "./edit-traces.ts";
import type { HeatmapGraph, LineGraph, SignalName, TraceContent } from "./graph.ts";
import { readGraphs } from "./read-graphs.ts";

const signal = (dataKey: string): SignalName => ({ dataSource: "current_patient", dataKey, rawDataKey: "" });
const source = (dataKey: string): TraceContent => ({ signal: signal(dataKey), onDemandAnalysis: null });
const averaged: TraceContent = {
  signal: signal("ABP_na"),
  onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 60_000 },
};

/** One graph of lines. */
function lines(...keys: string[]): GraphsDraft {
  let draft = withNewGraph(draftOf([]));
  for (const key of keys) draft = withTrace(draft, "graph-1", source(key));
  return draft;
}
const graphOf = ({ graphs }: GraphsDraft) => graphs[0] as LineGraph;
const heatmapOf = ({ graphs }: GraphsDraft) => graphs[0] as HeatmapGraph;

it("adds graphs with names of their own, 32 at most, moves and removes them", () => {
  let draft = withNewGraph(withNewGraph(draftOf([])));
  expect(draft.graphs.map(({ id, name }) => [id, name])).toEqual([
    ["graph-1", "Graph 1"],
    ["graph-2", "Graph 2"],
  ]);
  expect(graphOf(draft)).toMatchObject({ renderStrategy: "line", min: 0, max: 100, autoScale: true, traces: [] });
  draft = withNewGraph(withoutGraph(draft, "graph-1"));
  expect(draft.graphs.map(({ id, name }) => [id, name])).toEqual([
    ["graph-2", "Graph 2"],
    ["graph-1", "Graph 3"],
  ]);
  expect(withGraphMoved(draft, "graph-1", -1).graphs.map(({ id }) => id)).toEqual(["graph-1", "graph-2"]);
  expect(withGraphMoved(draft, "graph-1", 1)).toBe(draft);
  for (let k = 0; k < 40; k++) draft = withNewGraph(draft);
  expect(draft.graphs).toHaveLength(32);
  expect(new Set(draft.graphs.map(({ name }) => name)).size).toBe(32);
});

it("calls an empty graph without a title of its own after the analytic that it is made for", () => {
  const pressures = { ABP: signal("ABP_na"), ICP: signal("ICP_na") };
  const prx = { analytic: "prx", ...pressures, calculationWindowMs: 300_000, calculationPeriodMs: 60_000 } as const;
  const computed: TraceContent = { signal: null, onDemandAnalysis: prx };
  const names = (draft: GraphsDraft) => withTrace(draft, "graph-1", computed).graphs.map(({ name }) => name);
  expect(names(lines())).toEqual(["PRx"]);
  expect(names(withType(lines(), "graph-1", "heatmap"))).toEqual(["PRx"]);
  expect(names(withTitle(lines(), "graph-1", "Reactivity"))).toEqual(["Reactivity"]);
  expect(names(withTitle(lines(), "graph-1", ""))).toEqual([""]);
  expect(names(lines("ABP_na"))).toEqual(["Graph 1"]);
});

it("keeps 25 characters of a title and 20 of a label", () => {
  expect(withTitle(lines(), "graph-1", "x".repeat(30)).graphs[0].name).toBe("x".repeat(25));
  const [trace] = linesOf(graphOf(withLabel(lines("ABP_na"), "graph-1", "trace-1", "y".repeat(30))));
  expect(trace.name).toBe("y".repeat(20));
});

it("draws the lines of a graph in colours that are told apart; 64 traces are as many as there may be", () => {
  let draft = lines("ABP_na", "ICP_na", "HR");
  const colours = linesOf(graphOf(draft)).map(({ color }) => color);
  expect(new Set(colours).size).toBe(3);
  for (let k = 0; k < 70; k++) draft = withTrace(draft, "graph-1", source("HR"));
  expect(traceCount(draft.graphs)).toBe(64);
  expect(withDelta(draft, "graph-1")).toBe(draft);
});

it("switching Line or Heatmap resets every trace, drops delta regions and clears validation errors", () => {
  let draft = withDelta(lines("ABP_na", "ICP_na"), "graph-1");
  draft = withLabel(withColour(draft, "graph-1", "trace-1", "#ff0000"), "graph-1", "trace-1", "Pressure");
  draft = withAutoScale(draft, "graph-1", false);
  draft = withAxisEnd(draft, "graph-1", "min", "abc");
  expect(Object.keys(problemsIn(draft))).toHaveLength(1);
  draft = withType(draft, "graph-1", "heatmap");
  expect(problemsIn(draft)).toEqual({});
  const look = { renderStrategy: "heatmap", colorSpectrum: "Inferno", lowerBound: 0, upperBound: 100 };
  expect(heatmapOf(draft).traces).toEqual([
    { id: "trace-1", name: "Pressure", content: source("ABP_na"), ...look },
    { id: "trace-2", name: "", content: source("ICP_na"), ...look },
  ]);
  draft = withSpectrum(draft, "graph-1", "trace-1", "Viridis");
  draft = withBound(withBound(draft, "trace-1", "upperBound", "20"), "trace-2", "lowerBound", "x");
  expect(problemsIn(draft)).toEqual({ [fieldOf("trace-2", "lowerBound")]: "Enter a number." });
  expect(withType(draft, "graph-1", "heatmap")).toBe(draft);
  draft = withType(draft, "graph-1", "line");
  expect(problemsIn(draft)).toEqual({});
  expect(linesOf(graphOf(draft)).map(({ color }) => color)).toEqual(["#000000", "#000000"]);
  expect(graphOf(draft)).toMatchObject({ min: 0, max: 100, autoScale: true });
});

it("removing a trace removes the delta regions that use it, and a heatmap's the errors of its bounds", () => {
  let draft = withDelta(withDelta(withDelta(lines("ABP_na", "ICP_na", "HR"), "graph-1"), "graph-1"), "graph-1");
  expect(deltasOf(graphOf(draft)).map(({ first, second }) => `${first} ${second}`)).toEqual([
    "trace-1 trace-2",
    "trace-1 trace-3",
    "trace-2 trace-3",
  ]);
  draft = withoutTrace(draft, "graph-1", "trace-1");
  expect(graphOf(draft).traces.map(({ id }) => id)).toEqual(["trace-2", "trace-3", "delta-3"]);
  expect(withoutTrace(draft, "graph-1", "delta-3").graphs[0].traces).toHaveLength(2);
  let heat = withType(lines("ABP_na", "ICP_na"), "graph-1", "heatmap");
  heat = withBound(withBound(heat, "trace-1", "lowerBound", "-"), "trace-2", "upperBound", "-");
  heat = withoutTrace(heat, "graph-1", "trace-1");
  expect(Object.keys(problemsIn(heat))).toEqual([fieldOf("trace-2", "upperBound")]);
  expect(withoutGraph(heat, "graph-1")).toEqual({ graphs: [], wrong: {} });
});

it("editing a label leaves no analysis where there was none, and keeps one that there is", () => {
  const draft = withContent(lines("ABP_na", "ICP_na"), "graph-1", "trace-1", averaged);
  const renamed = withLabel(withLabel(draft, "graph-1", "trace-1", "A"), "graph-1", "trace-2", "B");
  expect(linesOf(graphOf(renamed)).map(({ name, content }) => [name, content.onDemandAnalysis])).toEqual([
    ["A", averaged.onDemandAnalysis],
    ["B", null],
  ]);
});

it("a delta region needs two traces; its ends are two different ones", () => {
  expect(mayHaveDelta(graphOf(lines("ABP_na")))).toBe(false);
  expect(graphOf(withDelta(lines("ABP_na"), "graph-1")).traces).toHaveLength(1);
  let draft = withDelta(lines("ABP_na", "ICP_na", "HR"), "graph-1");
  expect(hexOf(deltasOf(graphOf(draft))[0].color)).toBe("#808080");
  draft = withDeltaEnd(draft, "graph-1", "delta-1", "second", "trace-3");
  expect(deltasOf(graphOf(draft))[0]).toMatchObject({ first: "trace-1", second: "trace-3" });
  draft = withDeltaEnd(draft, "graph-1", "delta-1", "first", "trace-3");
  expect(deltasOf(graphOf(draft))[0]).toMatchObject({ first: "trace-3", second: "trace-1" });
  draft = withColour(draft, "graph-1", "delta-1", "#0a6b0c");
  expect(deltasOf(graphOf(draft))[0].color).toEqual({ r: 10, g: 107, b: 12 });
  // Two traces that are delta regions themselves are not enough.
  expect(mayHaveDelta(graphOf(withoutTrace(withoutTrace(draft, "graph-1", "trace-1"), "graph-1", "trace-2")))).toBe(
    false,
  );
});

it("bounds that are empty are 0, and must not cross", () => {
  const heat = withType(lines("ABP_na"), "graph-1", "heatmap");
  const wrong = withBound(heat, "trace-1", "upperBound", "1,5");
  expect(problemsIn(wrong)).toEqual({ [fieldOf("trace-1", "upperBound")]: "Enter a number." });
  expect(heatmapOf(wrong).traces[0].upperBound).toBe(100);
  const empty = withBound(wrong, "trace-1", "upperBound", " ");
  expect(heatmapOf(empty).traces[0].upperBound).toBe(0);
  expect(problemsIn(empty)).toEqual({
    [fieldOf("trace-1", "lowerBound")]: "The lower bound must be less than the upper bound.",
  });
  expect(problemsIn(withBound(empty, "trace-1", "lowerBound", "\u22122.5"))).toEqual({});
});

it("the ends of an axis are numbers in order, unless it follows the values", () => {
  let draft = withAutoScale(lines("ABP_na"), "graph-1", false);
  draft = withAxisEnd(draft, "graph-1", "max", "-5");
  expect(problemsIn(draft)).toEqual({ [fieldOf("graph-1", "min")]: "The minimum must be less than the maximum." });
  expect(hasProblem(problemsIn(draft), graphOf(draft))).toBe(true);
  draft = withAxisEnd(draft, "graph-1", "min", "");
  expect(problemsIn(draft)).toEqual({ [fieldOf("graph-1", "min")]: "Enter a number." });
  draft = withAutoScale(draft, "graph-1", true);
  expect(problemsIn(draft)).toEqual({});
  expect(graphOf(draft)).toMatchObject({ min: 0, max: 100, autoScale: true });
  expect(hasProblem(problemsIn(draft), graphOf(draft))).toBe(false);
});

it("is read again as it was written", () => {
  let draft = withDelta(lines("ABP_na", "ICP_na"), "graph-1");
  draft = withContent(draft, "graph-1", "trace-1", averaged);
  draft = withTrace(withNewGraph(draft), "graph-2", source("HR"));
  draft = withType(draft, "graph-2", "heatmap");
  expect(readGraphs(JSON.parse(JSON.stringify(draft.graphs)))).toEqual(draft.graphs);
});

it("CPPOpt is one value in a graph of lines, and its bins in a heatmap, in bounds of an index", () => {
  const content: TraceContent = {
    signal: null,
    onDemandAnalysis: {
      ...{ analytic: "cppopt", ABP: signal("ABP_na"), ICP: signal("ICP_na") },
      ...{ calculationWindowMs: 1000, calculationPeriodMs: 1000, isCompositePart: false, compositeIndex: 0 },
    },
  };
  const line = withTrace(lines(), "graph-1", content);
  const chosen = (draft: GraphsDraft) => (draft.graphs[0].traces[0] as { content: TraceContent }).content;
  expect(chosen(line)).toMatchObject({ onDemandAnalysis: { isCompositePart: true, compositeIndex: 0 } });
  const heat = withTrace(withType(lines(), "graph-1", "heatmap"), "graph-1", content);
  expect(heatmapOf(heat).traces[0]).toMatchObject({ content, lowerBound: -1, upperBound: 1 });
  expect(chosen(withType(heat, "graph-1", "line"))).toMatchObject({ onDemandAnalysis: { isCompositePart: true } });
});
