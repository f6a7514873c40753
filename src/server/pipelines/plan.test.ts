import { expect, it } from "vitest";
import { sampleAnalyses, sampleWindows } from "../../domain/pipelines/samples.ts";
import type { PipelineAnalysis, PipelineNode } from "../../protocol/pipelines.ts";
import type { StoredRecording } from "../recordings/index.ts";
import { planOf } from "./plan.ts";

const startMs = Date.UTC(2026, 1, 2, 10);
const recording = {
  ...{ data_object_id: 1, data_version: 1, patient_id: "A", patient_key: 3, state: "ready" },
  ...{ start_ms: startMs, end_ms: startMs + 60_300 },
  groups: [
    {
      ...{ modality: "ABP_na", kind: "numeric", sampling_hz: 10, sample_count: 603 },
      segments: [{ first: 0, count: 603, start_ms: startMs }],
      channels: [{ label: "ABP", unit: "mmHg" }],
    },
  ],
} as unknown as StoredRecording;

const nodes: PipelineNode[] = [
  { type: "source", subtype: "hdf5", name: "S", args: { modalities: ["ABP_na"] } },
  { type: "statistics", subtype: "summary", name: "Whole", args: { over: "run" } },
  { type: "filter", subtype: "column", name: "Mean", args: { column: "mean" } },
  { type: "filter", subtype: "column", name: "Least", args: { column: "min" } },
  { type: "filter", subtype: "resample", name: "Seconds", args: { period: 1_000_000 } },
  { type: "arithmetic", subtype: "subtract", name: "Difference", args: {} },
];
const difference = (taken: number[]): PipelineAnalysis => ({
  ...{ id: 0, exports: [], patient_file_uid: 1, clear_cache: false },
  display_json: { name: "", graphs: [], window_size: 1 },
  pipeline_json: {
    ...{ name: "Own", description: "", version: "1", nodes },
    architecture: { inputs: [[], [0], [1], [1], [0], taken], output_indexes: [5] },
  },
});
const planned = (taken: number[], of = recording) =>
  planOf(difference(taken), { lookUp: async () => of, masksOf: async () => expect.unreachable() });

it("joins what is said of a whole span with its like alone, and with no series of seconds", async () => {
  expect((await planned([2, 3])).values).toBe(1);
  await expect(planned([4, 2])).rejects.toThrow("The series do not share their times");
  await expect(planned([2, 4])).rejects.toThrow("The series do not share their times");
});

it("tells a recording that has grown, or lacks what is damaged, from what it was: equal runs would share its result", async () => {
  const [group] = recording.groups;
  const withSegments = (...segments: typeof group.segments) => ({ ...recording, groups: [{ ...group, segments }] });
  const [whole] = group.segments;
  const states = [
    recording,
    { ...withSegments({ ...whole, count: 700 }), end_ms: startMs + 70_000 },
    withSegments({ ...whole, count: 300 }, { first: 310, count: 293, start_ms: startMs + 31_000 }),
  ];
  const told = await Promise.all(states.map(async (of) => JSON.stringify((await planned([2, 3], of)).recordings)));
  expect(new Set(told).size).toBe(3);
});

it("says of what is made of windows how long they are, where the first begins and how far they lie apart", async () => {
  const [group] = recording.groups;
  const hours = { sample_count: 36_000, sampling_hz: 1, segments: [{ first: 0, count: 36_000, start_ms: startMs }] };
  const groups = ["ABP", "ICP"].map((label) => ({
    ...{ ...group, ...hours, modality: `${label}_na` },
    channels: [{ label, unit: "mmHg" }],
  }));
  const long = { ...recording, end_ms: startMs + 36_000_000, groups } as unknown as StoredRecording;
  const { series } = await planOf(
    { ...sampleAnalyses[2], patient_file_uid: 1 },
    { lookUp: async () => long, masksOf: async () => expect.unreachable() },
  );
  expect(series.find(({ name }) => name === "CPPOpt")?.parameters).toEqual(sampleWindows);
});
