/** Graphs of time series windows as displays keep them. */
import type {
  DeltaTrace,
  HeatmapGraph,
  HeatmapTrace,
  LineGraph,
  LineTrace,
  SignalName,
} from "../../src/domain/graphs/graph.ts";

let made = 0;
const id = () => `id-${++made}`;

export const signalOf = (dataKey: string, over: Partial<SignalName>): SignalName => ({
  ...{ dataSource: "current_patient", dataKey, rawDataKey: "" },
  ...over,
});

export const lineTrace = (dataKey: string, signal: Partial<SignalName> = {}, color = "#ad241d"): LineTrace => ({
  ...{ id: id(), name: "", renderStrategy: "line", color },
  content: { signal: signalOf(dataKey, signal), onDemandAnalysis: null },
});

export const deltaOf = (first: LineTrace, second: LineTrace): DeltaTrace => ({
  ...{ id: id(), renderStrategy: "delta", color: { r: 0, g: 0, b: 255 } },
  ...{ first: first.id, second: second.id },
});

export const lineGraph = (name: string, ...traces: (LineTrace | DeltaTrace)[]): LineGraph => ({
  ...{ id: id(), name, renderStrategy: "line", min: 0, max: 100, autoScale: true },
  traces,
});

/** CPP of the default modalities, ABP from the group of AO. */
export const cppTrace = (color: string): LineTrace => ({
  ...{ id: id(), name: "", renderStrategy: "line", color },
  content: {
    signal: null,
    onDemandAnalysis: {
      analytic: "cpp",
      ABP: signalOf("ABP_na", { rawDataKey: "AO_na" }),
      ICP: signalOf("ICP_na", {}),
    },
  },
});

export const heatmapTrace = (
  dataKey: string,
  lowerBound: number,
  upperBound: number,
  dataSource: SignalName["dataSource"] = "current_patient",
): HeatmapTrace => ({
  ...{ id: id(), name: "", renderStrategy: "heatmap", colorSpectrum: "Viridis", lowerBound, upperBound },
  content: { signal: signalOf(dataKey, { dataSource }), onDemandAnalysis: null },
});

export const heatmapGraph = (name: string, ...traces: HeatmapTrace[]): HeatmapGraph => ({
  ...{ id: id(), name, renderStrategy: "heatmap" },
  traces,
});
