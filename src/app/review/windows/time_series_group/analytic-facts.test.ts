import { expect, it } from "vitest";
import type { Graph, SignalName, TraceContent } from "../../../../domain/graphs/graph.ts";
import type { Page } from "../../../../protocol/page-codec.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { analyticsOf, shareOf, tallyPage } from "./analytic-facts.ts";
import type { Sources } from "./shown.ts";

const group = (modality: string, label: string, unit: string) => ({
  ...{ modality, kind: "waveform", sampling_hz: 125, sample_count: 1000, segments: [] },
  channels: [{ label, unit, is_uncalibrated: false }],
});
const recording = {
  ...{ data_object_id: 7, data_version: 2, patient_id: "P", obj_name: "Night.cns", start_ms: 0 },
  groups: [group("ABP_na", "ABP", "mmHg"), group("ICP_na", "ICP", "mmHg")],
} as unknown as RecordingDetail;
const sources: Sources = { of: () => ({ recording }), derived: () => ({ problem: "loading" }) };
const name = (dataKey: string): SignalName => ({ dataSource: "current_patient", dataKey, rawDataKey: "" });
const durations = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
const [ABP, ICP, StO2] = ["ABP_na", "ICP_na", "stO2_na"].map(name);
const graph = (...contents: TraceContent[]) =>
  ({
    traces: contents.map((content, k) => ({
      id: `t${k}`,
      name: "",
      renderStrategy: "line",
      color: "#000000",
      content,
    })),
  }) as unknown as Graph;
const graphs = [
  graph(
    { signal: ABP, onDemandAnalysis: null },
    { signal: ABP, onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 60_000 } },
    { signal: null, onDemandAnalysis: { analytic: "prx", ABP, ICP, ...durations } },
    { signal: null, onDemandAnalysis: { analytic: "cox", ABP, StO2, ...durations } },
  ),
];

it("says what analytics are made of, and with which period this view has them", () => {
  const said = analyticsOf(graphs, sources, 30_000);
  expect(said.map(({ title, parameters, source, channels }) => [title, parameters, source, channels.length])).toEqual([
    ["ABP", "Rolling average, 1 min", "ABP (Night.cns)", 1],
    ["PRx", "5 min every 3 s", "ABP (Night.cns); ICP (Night.cns)", 2],
    ["COx", "5 min every 3 s", "ABP (Night.cns)", 0],
  ]);
  expect(analyticsOf(graphs, sources, 60_000)[1].parameters).toBe("5 min every 1 min");
});

it("counts what of a channel is masked and missing in the view, by what is masked now", () => {
  const [{ channels }] = analyticsOf(graphs, sources, 30_000);
  const span = { startMs: 0, endMs: 4000 };
  const { key, request } = tallyPage(channels[0], span, 3);
  expect(request).toMatchObject({
    start: 0,
    end: 4000,
    form: { kind: "bins", channel: 0, leaves_out_artifacts: true },
  });
  expect(tallyPage(channels[0], span, 4).key).not.toBe(key);
  const page = (expected: number, masked: number, present: number) =>
    ({ blocks: [{ kind: "bins", tally: { expected, masked, present } }] }) as unknown as Page;
  expect(shareOf(channels[0], page(500, 50, 425))).toBe("ABP: 10.0 % masked, 5.0 % missing");
  expect(shareOf(channels[0], page(0, 0, 0))).toBe("ABP: not recorded here");
  expect(shareOf(channels[0], undefined)).toBeNull();
});

it("says of stored values what their file says, and counts nothing of the view", () => {
  const stored = {
    ...{ run_id: 12, name: "PRx", finished_at: 5, core: "abc", definition: "Correlation.", missing_share: 0.1 },
    ...{ parameters: '{"calculationWindowMs":300000}', sources: ["ABP (mmHg)", "ICP (mmHg)"], masked_share: 0 },
  };
  const made = {
    ...recording,
    data_object_id: -3,
    groups: [group("made", "PRx", "")],
    stored,
  } as unknown as RecordingDetail;
  const from: Sources = { ...sources, derived: () => ({ recording: made }) };
  const onDemandAnalysis = { analytic: "stored_run", dataSource: 7, run: 12, output: "PRx", column: "PRx" } as const;
  const [said] = analyticsOf([graph({ signal: null, onDemandAnalysis })], from, 30_000);
  expect(said).toEqual({
    ...{ id: "t0", title: "PRx", definition: "Correlation.", parameters: "(none)" },
    ...{ source: "ABP (mmHg); ICP (mmHg)", channels: [], stored },
  });
  expect(analyticsOf([graph({ signal: null, onDemandAnalysis })], sources, 30_000)[0].stored).toBeNull();
});
