/** The window that shows what a run computed: the same analytic of the same signals, asked of the recording. */
import type { Graph, SignalName, TraceContent } from "../../../domain/graphs/graph.ts";
import type { PipelineAnalysis, PipelineNode } from "../../../protocol/pipelines.ts";
import type { ArtifactMode } from "../plot/masked-rows.ts";

export interface RunWindow {
  /** Id of a kind of window. */
  readonly kind: string;
  readonly props: Readonly<Record<string, unknown>>;
  /** Where the run begins, epoch ms; null: where its file does. */
  readonly startMs: number | null;
}

/** Null: nothing of the run is something that a window shows. */
export function windowOfRun({ pipeline_json, display_json }: PipelineAnalysis, dataObjectId: number): RunWindow | null {
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
  const starts = sources.map(({ start_time }) => start_time).filter((time) => typeof time === "number");
  const startMs = starts.length === 0 ? null : Math.min(...starts) / 1000;
  const kept = { artifacts, viewDuration: display_json.window_size };
  const optimum = nodes.findIndex(({ subtype }) => subtype === "cppopt" || subtype === "mapopt");
  if (optimum >= 0) {
    const [abp, second] = sourcesOf(optimum);
    const isCpp = nodes[optimum].subtype === "cppopt";
    const signals = isCpp ? { abp, icp: second } : { abp, stO2: second };
    return {
      kind: isCpp ? "cppopt_plot" : "mapopt_plot",
      props: { ...signals, ...kept },
      startMs,
    };
  }
  if (shown.length === 0) return null;
  const graphs = shown.map(({ node, content }, k): Graph => {
    const [min, max] = node.subtype === "prx" || node.subtype === "cox" ? [-1, 1] : [0, 120];
    const color = "#0b6e99";
    return {
      ...{ id: `graph-${k + 1}`, name: node.name.slice(0, 25), renderStrategy: "line", min, max, autoScale: false },
      traces: [{ id: `trace-${k + 1}`, name: node.name.slice(0, 20), renderStrategy: "line", color, content }],
    };
  });
  return { kind: "time_series_group", props: { graphs, ...kept }, startMs };
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
