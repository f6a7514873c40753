/** The built-in analyses (spec 001 sections 3 and 9): CPP, PRx, CPPOpt, and the chart statistics of CPPOpt. Read only; a copy is one's own. */
import type { AnalysisDisplay, Epoching, PipelineAnalysis, PipelineNode } from "../../protocol/pipelines.ts";

const second = 1_000_000;
const hour = 3600 * second;

const pressures: PipelineNode = {
  ...{ type: "source", subtype: "hdf5", name: "Pressures" },
  args: { modalities: ["ABP_na", "ICP_na"] },
};
const analytic = (subtype: string, name: string, args: PipelineNode["args"] = {}): PipelineNode => ({
  ...{ type: "analytic", subtype, name, args },
});
/** Windows of 8 h that begin 6 h before the recording, every 10 minutes. */
export const sampleWindows: Epoching = {
  ...{ epoching_type: "sliding_window", window_size: 8 * hour, offset: -6 * hour, delta: 600 * second },
};

interface Sample {
  id: number;
  name: string;
  description: string;
  nodes: PipelineNode[];
  inputs: number[][];
  outputs: number[];
  display: AnalysisDisplay;
  windows?: Epoching;
}

type Graph = AnalysisDisplay["graphs"][number];
const graph = (name: string, [min, max]: readonly [number, number], traces: Graph["traces"]): Graph => ({
  ...{ name, traces, min, max, autoScale: false },
});
const trace = (name: string, dataKey: string, units: string, color: string) => ({ name, dataKey, units, color });

const sample = ({ id, name, description, nodes, inputs, outputs, display, windows }: Sample): PipelineAnalysis => ({
  ...{ id, exports: [], display_json: display },
  pipeline_json: { name, description, version: "1", nodes, architecture: { inputs, output_indexes: outputs } },
  ...(windows === undefined ? {} : { multiprocess_epoching_args: windows }),
  ...{ patient_file_uid: null, clear_cache: false },
});

const optimumGraph = graph(
  "CPPopt",
  [40, 120],
  [
    trace("CPPopt", "CPPOpt.optimum", "mmHg", "#0B6E99"),
    trace("LLA", "CPPOpt.LLA", "mmHg", "#B54708"),
    trace("ULA", "CPPOpt.ULA", "mmHg", "#7A3E9D"),
  ],
);

export const sampleAnalyses: readonly PipelineAnalysis[] = [
  sample({
    ...{ id: 1, name: "CPP", description: "Cerebral perfusion pressure: ABP minus ICP, and its mean of each minute." },
    nodes: [
      pressures,
      analytic("cpp", "CPP"),
      { type: "filter", subtype: "resample", name: "CPP by minute", args: { period: 60 * second } },
    ],
    ...{ inputs: [[], [0], [1]], outputs: [2] },
    display: {
      ...{ name: "CPP", window_size: 3_600_000 },
      graphs: [graph("CPP", [0, 120], [trace("CPP", "CPP by minute", "mmHg", "#0B6E99")])],
    },
  }),
  sample({
    ...{
      id: 2,
      name: "PRx",
      description: "Pressure reactivity index: correlation of ABP and ICP over 5 minutes, every minute.",
    },
    nodes: [pressures, analytic("prx", "PRx", { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 })],
    ...{ inputs: [[], [0]], outputs: [1] },
    display: {
      ...{ name: "PRx", window_size: 3_600_000 },
      graphs: [graph("PRx", [-1, 1], [trace("PRx", "PRx", "", "#0B6E99")])],
    },
  }),
  sample({
    ...{
      id: 3,
      name: "CPPOpt",
      description: "Optimal CPP of windows of 8 hours, every 10 minutes, with what each is made of.",
    },
    nodes: [pressures, analytic("cppopt", "CPPOpt")],
    ...{ inputs: [[], [0]], outputs: [1], windows: sampleWindows },
    display: { name: "CPPopt", window_size: 28_800_000, graphs: [optimumGraph] },
  }),
  sample({
    ...{ id: 4, name: "CPPOpt chart statistics" },
    description:
      "Count, mean, deviation, range and missing share of what CPPOpt says over the whole file, and how often each optimum comes.",
    nodes: [
      pressures,
      analytic("cppopt", "CPPOpt"),
      { type: "statistics", subtype: "summary", name: "Statistics", args: { over: "run" } },
      { type: "filter", subtype: "column", name: "Optimum", args: { column: "optimum" } },
      {
        ...{ type: "statistics", subtype: "histogram", name: "Histogram" },
        args: { over: "run", binMinimum: 0, binMaximum: 100, binSize: 10 },
      },
    ],
    ...{ inputs: [[], [0], [1], [1], [3]], outputs: [1, 2, 4], windows: sampleWindows },
    display: { name: "CPPopt", window_size: 28_800_000, graphs: [optimumGraph] },
  }),
];
