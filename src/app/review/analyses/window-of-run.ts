/** The window that shows what a run computed: the same analytic of the same signals, asked of the recording, as its `display_json` says. */
import { type Graph, graphLimits, type SignalName, type TraceContent } from "../../../domain/graphs/graph.ts";
import type { AnalysisDisplay, PipelineAnalysis, PipelineNode } from "../../../protocol/pipelines.ts";
import type { ArtifactMode } from "../plot/masked-rows.ts";

export interface RunWindow {
  /** Id of a kind of window. */
  readonly kind: string;
  readonly props: Readonly<Record<string, unknown>>;
  /** Where the run begins, epoch ms; null: where its file does. */
  readonly startMs: number | null;
  /** Names of what the window shows: nodes that it computes anew, or outputs that are stored. */
  readonly shown: readonly string[];
  /** What the run wrote to its file and the window does not show. */
  readonly onlyInFile: readonly string[];
}

/** Null: nothing of the run is something that a window shows. */
export function windowOfRun(analysis: PipelineAnalysis, dataObjectId: number): RunWindow | null {
  const { pipeline_json, display_json, multiprocess_epoching_args: windows } = analysis;
  const { nodes, architecture } = pipeline_json;
  const sourcesOf = (k: number): SignalName[] =>
    architecture.inputs[k].flatMap((index) => signalsOf(nodes[index], dataObjectId));
  const shown = nodes.flatMap((node, k) => {
    const content = contentOf(node, sourcesOf(k));
    return content === null ? [] : [{ node, content }];
  });
  const sources = nodes.filter(({ type }) => type === "source").map(({ args }) => args);
  // Values of a window that counts artifacts would be others than those of the run.
  const artifacts: ArtifactMode = sources.some((args) => args.leaves_out_artifacts === true) ? "out" : "show";
  const startMs = startOf(analysis);
  const kept = { artifacts, viewDuration: display_json.window_size };
  const told = (names: readonly string[]) => ({ startMs, shown: names, onlyInFile: writtenBut(names, analysis) });
  const optimum = nodes.findIndex(({ subtype }) => subtype === "cppopt" || subtype === "mapopt");
  if (optimum >= 0) {
    const [abp, second] = sourcesOf(optimum);
    const isCpp = nodes[optimum].subtype === "cppopt";
    const signals = isCpp ? { abp, icp: second } : { abp, stO2: second };
    // The plot is of its view: that of another length has another optimum.
    const viewDuration = windows === undefined ? kept.viewDuration : windows.window_size / 1000;
    return {
      kind: isCpp ? "cppopt_plot" : "mapopt_plot",
      props: { ...signals, ...kept, viewDuration },
      ...told([nodes[optimum].name]),
    };
  }
  if (shown.length === 0) return null;
  const contents = new Map(shown.map(({ node, content }) => [node.name, content]));
  const asked = display_json.graphs.flatMap((graph, k) => graphOf(graph, k, contents));
  // One that names nothing of what a window computes says nothing of how it looks.
  const graphs = asked.length > 0 ? asked : shown.map(({ node, content }, k) => plainGraph(node, content, k));
  const wanted = new Set(display_json.graphs.flatMap(({ traces }) => traces.map(({ dataKey = "" }) => dataKey)));
  const names = [...contents.keys()].filter((name) => asked.length === 0 || wanted.has(name));
  return { kind: "time_series_group", props: { graphs, ...kept }, ...told(names) };
}

/** Where a run begins, epoch ms; null: where its file does. */
export function startOf({ pipeline_json: { nodes } }: PipelineAnalysis): number | null {
  const starts = nodes.flatMap(({ type, args: { start_time } }) =>
    type === "source" && typeof start_time === "number" ? [start_time] : [],
  );
  return starts.length === 0 ? null : Math.min(...starts) / 1000;
}

/** Nodes that the file of a run holds, without these. */
export function writtenBut(
  names: readonly string[],
  { exports, pipeline_json: { nodes, architecture } }: PipelineAnalysis,
): string[] {
  const outputs = architecture.output_indexes.map((index) => nodes[index].name);
  return [...new Set(exports.length > 0 ? exports : outputs)].filter((name) => !names.includes(name));
}

const firstColour = "#0b6e99";

/** A graph of the display with those of its traces that a window can show; none without any. */
export function graphOf(
  { name, traces, min = 0, max = 0, autoScale = false }: AnalysisDisplay["graphs"][number],
  k: number,
  contents: ReadonlyMap<string, TraceContent>,
): Graph[] {
  const lines = traces.flatMap(({ name: label, dataKey = "", color }, j) => {
    const content = contents.get(dataKey);
    if (content === undefined) return [];
    const own = typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : firstColour;
    const id = `trace-${k + 1}-${j + 1}`;
    return { id, name: label.slice(0, graphLimits.label), renderStrategy: "line" as const, color: own, content };
  });
  if (lines.length === 0) return [];
  const isScaled = Number.isFinite(min) && Number.isFinite(max) && min < max;
  const scale = isScaled ? { min, max, autoScale } : { min: 0, max: 120, autoScale: true };
  const title = name.slice(0, graphLimits.title);
  return [{ id: `graph-${k + 1}`, name: title, renderStrategy: "line", ...scale, traces: lines }];
}

function plainGraph({ name, subtype }: PipelineNode, content: TraceContent, k: number): Graph {
  const [min, max] = subtype === "prx" || subtype === "cox" ? [-1, 1] : [0, 120];
  const trace = { id: `trace-${k + 1}`, name: name.slice(0, graphLimits.label), color: firstColour, content };
  return {
    ...{ id: `graph-${k + 1}`, name: name.slice(0, graphLimits.title), renderStrategy: "line", min, max },
    ...{ autoScale: false, traces: [{ ...trace, renderStrategy: "line" }] },
  };
}

function signalsOf({ type, args }: PipelineNode, dataObjectId: number): SignalName[] {
  if (type !== "source") return [];
  const [file] = (args.patient_file_uids as number[] | undefined) ?? [];
  const dataSource = file === undefined || file === dataObjectId ? "current_patient" : file;
  return (args.modalities as string[]).map((dataKey) => ({ dataSource, dataKey, rawDataKey: "" }));
}

function contentOf({ subtype, args }: PipelineNode, [first, second]: readonly SignalName[]): TraceContent | null {
  const { calculationWindowMs, calculationPeriodMs } = args as Record<string, number>;
  const durations = { calculationWindowMs, calculationPeriodMs };
  if (first === undefined) return null;
  if (subtype === "average")
    return {
      signal: first,
      onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: Number(args.window_size) / 1000 },
    };
  if (second === undefined) return null;
  if (subtype === "prx")
    return { signal: null, onDemandAnalysis: { analytic: "prx", ABP: first, ICP: second, ...durations } };
  if (subtype === "cox")
    return { signal: null, onDemandAnalysis: { analytic: "cox", ABP: first, StO2: second, ...durations } };
  return subtype === "cpp" ? { signal: null, onDemandAnalysis: { analytic: "cpp", ABP: first, ICP: second } } : null;
}
