import { expect, it } from "vitest";
import type { ChartSource } from "../../../domain/graphs/graph.ts";
import { optimumColumns } from "../../../domain/pipelines/nodes.ts";
import type { PipelineRun } from "../../../protocol/pipelines.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { RecordingState } from "../sources/recordings.ts";
import { modalityChoices } from "./modality-choices.ts";
import { type ChartSources, findSignal } from "./signals.ts";
import { storedChoices } from "./stored-columns.ts";

const run = (id: number, over: object = {}) =>
  ({
    ...{ id, state: "done", file_problem: null, stored: { data_object_id: 5, core: "abc" } },
    outputs: [{ name: "PRx", columns: ["PRx"], units: [""] }],
    ...over,
  }) as unknown as PipelineRun;
const name: ChartSource = {
  ...{ dataSource: 5, dataKey: "PRx, stored run 12", rawDataKey: "" },
  storedRun: { run: 12, output: "PRx", column: "PRx" },
};
const read = { data_object_id: 5, groups: [] } as unknown as RecordingDetail;
const made = {
  ...{ data_object_id: -3, stored: { run_id: 12 } },
  groups: [{ modality: "key", channels: [{ label: "PRx", unit: "" }] }],
} as unknown as RecordingDetail;

it("offers each column of what runs stored but bins, named as stored with the number of the run", () => {
  const columns = optimumColumns("cppopt");
  const runs = [
    run(13, { outputs: [{ name: "CPPOpt", columns, units: columns.map(() => "mmHg") }] }),
    run(12),
    ...[run(11, { state: "failed" }), run(10, { stored: null }), run(9, { file_problem: "Lost." })],
  ];
  const choices = storedChoices(runs);
  expect(choices.map(({ title }) => title).slice(0, 3)).toEqual([
    "CPPOpt optimum, stored run 13",
    "CPPOpt LLA, stored run 13",
    "CPPOpt ULA, stored run 13",
  ]);
  expect(choices.filter(({ title }) => /_\d+/.test(title))).toEqual([]);
  expect(choices.at(-1)).toEqual({ name, title: "PRx, stored run 12", unit: "", isThere: true });
});

it("stands among the modalities once, also where its run is gone", () => {
  const choices = modalityChoices({ groups: [] }, name, storedChoices([run(12)]));
  expect(choices.map(({ title, isThere }) => [title, isThere]).slice(3)).toEqual([["PRx, stored run 12", true]]);
  expect(modalityChoices({ groups: [] }, name, []).at(-1)).toMatchObject({
    ...{ title: "PRx, stored run 12", isThere: false },
  });
});

it("is the column of the derived group of that run, masked by nothing", () => {
  const asked: unknown[] = [];
  const sources = (of: RecordingState, derived: RecordingState): ChartSources => ({
    of: () => of,
    derived(analysis) {
      asked.push(analysis);
      return derived;
    },
  });
  const label = "PRx, stored run 12";
  expect(findSignal(name, sources({ recording: read }, { recording: made }))).toEqual({
    ...{ kind: "found", recording: made, group: made.groups[0], channel: 0, label, unit: "", inputs: [] },
  });
  expect(asked).toEqual([{ analytic: "stored_run", data_object_id: 5, run_id: 12, output: "PRx" }]);
  expect(findSignal(name, sources({ recording: read }, { problem: "loading" }))).toEqual({ kind: "loading", label });
  expect(findSignal(name, sources({ recording: read }, { refused: "Deleted." }))).toMatchObject({
    ...{ kind: "lost", label, said: "Deleted." },
  });
  // Whether it is of this patient is told by what the run read.
  expect(findSignal(name, sources({ problem: "other-patient" }, { recording: made }))).toMatchObject({
    ...{ kind: "lost", said: "not a file of this patient" },
  });
  expect(asked).toHaveLength(3);
  const other = { ...name, storedRun: { run: 12, output: "PRx", column: "gone" } };
  expect(findSignal(other, sources({ recording: read }, { recording: made }))).toMatchObject({
    ...{ kind: "lost", said: "the file of the run has no such column" },
  });
});
