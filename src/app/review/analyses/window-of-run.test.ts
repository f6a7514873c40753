import { expect, it } from "vitest";
import { readGraphs } from "../../../domain/graphs/read-graphs.ts";
import { parametersOf, withParameters } from "../../../domain/pipelines/parameters.ts";
import { sampleAnalyses } from "../../../domain/pipelines/samples.ts";
import { windowOfRun } from "./window-of-run.ts";

const run = (k: number, id = 5) => withParameters(sampleAnalyses[k], parametersOf(sampleAnalyses[k], id));

it("shows PRx and CPP as graphs of the same signals, which a window reads as they are", () => {
  for (const k of [0, 1]) {
    const shown = windowOfRun(run(k), 5);
    expect(shown?.kind).toBe("time_series_group");
    const { graphs } = shown?.props as { graphs: unknown };
    expect(readGraphs(graphs)).toEqual(graphs);
  }
  const { graphs } = windowOfRun(run(1), 5)?.props as { graphs: { traces: { content: unknown }[] }[] };
  const signal = (dataKey: string) => ({ dataSource: "current_patient", dataKey, rawDataKey: "" });
  expect(graphs[0].traces[0].content).toEqual({
    signal: null,
    onDemandAnalysis: {
      ...{ analytic: "prx", ABP: signal("ABP_na"), ICP: signal("ICP_na") },
      ...{ calculationWindowMs: 300_000, calculationPeriodMs: 60_000 },
    },
  });
});

it("shows the graphs that the analysis describes: their names, colours and axes, without the traces that no window computes", () => {
  const analysis = run(1);
  const trace = { name: "A label that is much too long", dataKey: "PRx", units: "", color: "#B54708" };
  const other = { ...trace, dataKey: "Statistics.mean", color: "red" };
  const graph = { name: "Reactivity", traces: [trace, other], min: -0.5, max: 0.5, autoScale: true };
  const graphs = [{ ...graph, traces: [other] }, graph, { ...graph, min: 3, max: 3 }];
  const shown = windowOfRun({ ...analysis, display_json: { name: "", window_size: 60_000, graphs } }, 5);
  const { graphs: opened } = shown?.props as { graphs: { traces: object[] }[] };
  expect(readGraphs(opened)).toEqual(opened);
  expect(opened).toMatchObject([
    {
      name: "Reactivity",
      min: -0.5,
      max: 0.5,
      autoScale: true,
      traces: [{ name: "A label that is much", color: "#b54708" }],
    },
    { min: 0, max: 120, autoScale: true },
  ]);
  expect(opened[0].traces).toHaveLength(1);
});

it("shows an optimum as its plot, and signals of another file as that file's", () => {
  expect(windowOfRun(run(3), 5)).toMatchObject({ kind: "cppopt_plot", props: { viewDuration: 28_800_000 } });
  const { abp } = windowOfRun(run(2), 6)?.props as { abp: unknown };
  expect(abp).toEqual({ dataSource: 5, dataKey: "ABP_na", rawDataKey: "" });
});

it("leaves artifacts out, and begins where the run does", () => {
  expect(windowOfRun(run(1), 5)).toMatchObject({ props: { artifacts: "show" }, startMs: null });
  const parameters = parametersOf(sampleAnalyses[1], 5);
  const span = { startMs: 60_000, endMs: 120_000 };
  const masked = withParameters(sampleAnalyses[1], { ...parameters, span, leavesOutArtifacts: true });
  expect(windowOfRun(masked, 5)).toMatchObject({ props: { artifacts: "out" }, startMs: 60_000 });
});

it("shows nothing where nothing of the run is a window's", () => {
  const analysis = run(1);
  const [source] = analysis.pipeline_json.nodes;
  const architecture = { inputs: [[]], output_indexes: [0] };
  const only = { ...analysis, pipeline_json: { ...analysis.pipeline_json, nodes: [source], architecture } };
  expect(windowOfRun(only, 5)).toBeNull();
});

it("tells what it computes anew, and what of the run is in its file alone", () => {
  expect(windowOfRun(run(0), 5)).toMatchObject({ shown: ["CPP"], onlyInFile: ["CPP by minute"] });
  expect(windowOfRun(run(1), 5)).toMatchObject({ shown: ["PRx"], onlyInFile: [] });
  expect(windowOfRun(run(3), 5)).toMatchObject({ shown: ["CPPOpt"], onlyInFile: ["Statistics", "Histogram"] });
  expect(windowOfRun({ ...run(3), exports: ["CPPOpt"] }, 5)).toMatchObject({ onlyInFile: [] });
});

it("opens the plot of an optimum as long as the run's windows are", () => {
  const parameters = parametersOf(sampleAnalyses[2], 5);
  const windows = { sizeMs: 14_400_000, offsetMs: 0, deltaMs: 600_000 };
  const shorter = withParameters(sampleAnalyses[2], { ...parameters, windows });
  expect(windowOfRun(shorter, 5)).toMatchObject({ kind: "cppopt_plot", props: { viewDuration: 14_400_000 } });
});
