import { expect, it } from "vitest";
import { readGraphs } from "../../../domain/graphs/read-graphs.ts";
import { optimumColumns } from "../../../domain/pipelines/nodes.ts";
import { parametersOf, withParameters } from "../../../domain/pipelines/parameters.ts";
import { sampleAnalyses } from "../../../domain/pipelines/samples.ts";
import type { PipelineRun, RunOutput } from "../../../protocol/pipelines.ts";
import { storedWindowOf, windowsOfRun } from "./stored-window.ts";

const output = (name: string, columns: readonly string[] = [name], count = 50): RunOutput => ({
  ...{ name, columns: [...columns], units: columns.map(() => ""), count, missing_share: 0, masked_share: 0 },
});
const run = (k: number, outputs: RunOutput[], over: Partial<PipelineRun> = {}): PipelineRun => ({
  ...{ id: 12, patient_key: 3, name: "N", state: "done", progress: 1, eta_ms: null, error: null, outputs },
  ...{ analysis: withParameters(sampleAnalyses[k], parametersOf(sampleAnalyses[k], 5)) },
  ...{ file_name: "N 12.h5", size_bytes: 9, file_problem: null, stored: { data_object_id: 5, core: "abc" } },
  ...{ started_by: "U", is_own: true, may_delete: true, created_at: 0, finished_at: 1 },
  ...over,
});
const stored = (output: string, column = output) => ({
  signal: null,
  onDemandAnalysis: { analytic: "stored_run", dataSource: 5, run: 12, output, column },
});
interface Shown {
  graphs: { name: string; traces: { name: string; content: unknown }[] }[];
}

it("shows what the file holds in the graphs of the analysis, named as stored with the number of the run", () => {
  const shown = storedWindowOf(run(0, [output("CPP by minute")]));
  const { graphs } = shown?.props as unknown as Shown;
  expect(readGraphs(graphs)).toEqual(graphs);
  expect(graphs).toMatchObject([{ name: "CPP, stored run 12", traces: [{ content: stored("CPP by minute") }] }]);
  expect(shown).toMatchObject({ shown: ["CPP by minute"], onlyInFile: [], props: { viewDuration: 3_600_000 } });
});

it("shows columns of a table by their names, and says which output stays in the file", () => {
  const columns = optimumColumns("cppopt");
  const made = storedWindowOf(run(3, [output("CPPOpt", columns), output("Statistics", ["a.mean", "a.sd"], 1)]));
  const { graphs } = made?.props as unknown as Shown;
  expect(graphs[0].traces.map(({ name, content }) => [name, content])).toEqual([
    ["CPPopt", stored("CPPOpt", "optimum")],
    ["LLA", stored("CPPOpt", "LLA")],
    ["ULA", stored("CPPOpt", "ULA")],
  ]);
  expect(made).toMatchObject({ shown: ["CPPOpt"], onlyInFile: ["Statistics"] });
});

it("shows outputs that no graph of the analysis names, without bins and without what has one time alone", () => {
  const analysis = { ...sampleAnalyses[2], display_json: { name: "", window_size: 60_000, graphs: [] } };
  const outputs = [
    output("CPPOpt", optimumColumns("cppopt")),
    output("Statistics", ["a", "b"], 1),
    output("x".repeat(30)),
  ];
  const { graphs } = storedWindowOf(run(2, outputs, { analysis }))?.props as unknown as Shown;
  expect(readGraphs(graphs)).toEqual(graphs);
  expect(graphs.map(({ name, traces }) => [name, traces.length])).toEqual([
    ["CPPOpt, stored run 12", 7],
    ["xxxxxxxxxx, stored run 12", 1],
  ]);
});

it("offers the plot of an optimum beside it, which says that it computes anew", () => {
  const { windows } = windowsOfRun(run(2, [output("CPPOpt", optimumColumns("cppopt"))]), 5);
  expect(windows.map(({ label, says, made }) => [label, says, made.kind])).toEqual([
    [
      ...["Open display", "The display shows the stored values of CPPOpt, as the file of this run holds them."],
      "time_series_group",
    ],
    ["Open plot", "The plot computes CPPOpt anew from the recording.", "cppopt_plot"],
  ]);
});

it("computes anew what a file does not say how to read, and shows nothing stored of a file that is lost", () => {
  for (const over of [{ stored: null }, { file_problem: "Lost." }, { state: "failed" as const }]) {
    const { windows } = windowsOfRun(run(1, [output("PRx")], over), 5);
    expect(windows.map(({ says }) => says)).toEqual(["The display computes PRx anew from the recording."]);
  }
  expect(windowsOfRun(run(1, [output("PRx")]), 5).windows.map(({ label }) => label)).toEqual(["Open display"]);
});
