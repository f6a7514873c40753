import { describe, expect, it } from "vitest";
import type { Graph, SignalName, TraceContent } from "../../../../domain/graphs/graph.ts";
import type { Analysis } from "../../../../protocol/analysis.ts";
import { compositeParts } from "../../../../protocol/composites.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import type { RecordingState } from "../../sources/recordings.ts";
import { periodIn, recordingsIn, type Sources, shownGraphs } from "./shown.ts";

const group = (modality: string, hz: number, ...channels: [string, string][]) =>
  ({
    ...{ modality, kind: "waveform", sampling_hz: hz, sample_count: 100 },
    channels: channels.map(([label, unit]) => ({ label, unit, is_uncalibrated: false })),
  }) as SignalGroup;
const file = (data_object_id: number, ...groups: SignalGroup[]) => ({ data_object_id, groups }) as RecordingDetail;
const own = file(
  7,
  group("ABP_na", 125, ["ABP", "mmHg"]),
  group("ICP_na", 125, ["ICP", "mmHg"]),
  group("HR_na", 1, ["HR", "bpm"]),
);

const asked: Analysis[] = [];
const from = (states: Record<number, RecordingState> = {}, derived?: RecordingState): Sources => ({
  of: (source) => (source === "current_patient" ? { recording: own } : (states[source] ?? { problem: "loading" })),
  derived(analysis) {
    asked.push(analysis);
    return derived ?? { recording: file(-1, group("made", 1, ["Made", ""])) };
  },
});
const name = (dataKey: string, dataSource: SignalName["dataSource"] = "current_patient"): SignalName => ({
  ...{ dataSource, dataKey, rawDataKey: "" },
});
const plain = (dataKey: string, dataSource?: number): TraceContent => ({
  signal: name(dataKey, dataSource),
  onDemandAnalysis: null,
});
const lines = (...contents: TraceContent[]): Graph => ({
  ...{ id: "g", name: "G", renderStrategy: "line", min: 0, max: 1, autoScale: true },
  traces: contents.map((content, k) => ({ id: `t${k}`, name: "", renderStrategy: "line", color: "#000000", content })),
});
const heat = (content: TraceContent): Graph => ({
  ...{ id: "h", name: "H", renderStrategy: "heatmap" },
  traces: [
    { id: "h1", name: "", renderStrategy: "heatmap", colorSpectrum: "Inferno", lowerBound: 0, upperBound: 1, content },
  ],
});
const show = (graphs: Graph[], sources = from(), viewMs = Number.POSITIVE_INFINITY) =>
  shownGraphs(graphs, false, sources, viewMs);
const states = (graphs: Graph[], sources = from()) =>
  show(graphs, sources).graphs.flatMap(({ traces }) => traces.map(({ state }) => state));

describe("what is drawn of graphs", () => {
  it("has a source for each group and file, and a row for each channel", () => {
    const other = file(9, group("ABP_na", 250, ["ABP", "mmHg"]));
    const { sources, graphs } = show(
      [lines(plain("ABP_na"), plain("HR"), plain("ABP", 9)), lines(plain("ABP"))],
      from({ 9: { recording: other } }),
    );
    expect(sources.map(({ key, isExact }) => [key, isExact])).toEqual([
      ["7 ABP_na", true],
      ["7 HR_na", true],
      ["9 ABP_na", true],
    ]);
    expect(graphs[1].traces[0].state).toEqual({ kind: "drawn", source: 0, row: 0 });
    expect(graphs[0].units).toEqual(["mmHg", "bpm"]);
  });

  it("is of the recording under review, of others, or of both; what is computed is of what it is made of", () => {
    const other = { 9: { recording: file(9, group("ABP_na", 250, ["ABP", "mmHg"])) } };
    const whose = (...contents: TraceContent[]) => recordingsIn(show([lines(...contents)], from(other)), 7);
    const cpp = (ABP: SignalName): TraceContent => ({
      signal: null,
      onDemandAnalysis: { analytic: "cpp", ABP, ICP: name("ICP") },
    });
    expect(whose(plain("ABP"), plain("HR", 7))).toBe("own");
    expect(whose(plain("ABP", 9))).toBe("others");
    expect(whose(plain("ABP", 9), plain("HR"))).toBe("both");
    expect(whose(cpp(name("ABP", 9)))).toBe("both");
    // Nothing is drawn that could be taken for another's.
    expect(whose(plain("XYZ"))).toBe("own");
  });

  it("has means for heatmaps, which are no exact traces", () => {
    const { sources } = show([lines(plain("ABP")), heat(plain("ABP"))]);
    expect(sources.map(({ key, recipe, isExact }) => [key, recipe.reduction, isExact])).toEqual([
      ["7 ABP_na", undefined, true],
      ["7 ABP_na mean", "mean", false],
    ]);
  });

  it("says why there is nothing", () => {
    const twice = file(8, group("a", 1, ["ABP", "kPa"]));
    const sources = from({
      8: { recording: twice },
      9: { problem: "no-clock" },
      10: { problem: "other-patient" },
    });
    const all = [plain("stO2_na"), plain("ABP_na", 8), plain("X", 9), plain("X", 10), plain("X", 11)];
    expect(states([lines(...all)], sources).map(({ kind }) => kind)).toEqual([
      ...["lacking", "unit", "no-clock", "other-patient", "loading"],
    ]);
    const refused = from({}, { refused: "Not of one patient." });
    const average = {
      signal: name("HR"),
      onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 1000 },
    } as const;
    expect(states([lines(average)], refused)).toEqual([{ kind: "refused", said: "Not of one patient." }]);
  });

  it("leaves out graphs of which this patient has nothing, when asked to", () => {
    const graphs = [lines(plain("stO2_na")), lines(plain("HR")), lines(plain("X", 11)), lines()];
    const { graphs: left, hidden } = shownGraphs(graphs, true, from(), 0);
    expect(left.map(({ graph }) => graph)).toEqual([graphs[1], graphs[2]]);
    expect(hidden).toBe(2);
  });
});

describe("what is computed", () => {
  const [ABP, ICP] = [name("ABP_na"), name("ICP_na")];
  const [abp, icp] = ["ABP_na", "ICP_na"].map((modality) => ({ data_object_id: 7, modality, channel: 0 }));
  const cpp: TraceContent = { signal: null, onDemandAnalysis: { analytic: "cpp", ABP, ICP } };
  const prx: TraceContent = {
    signal: null,
    onDemandAnalysis: { analytic: "prx", ABP, ICP, calculationWindowMs: 300_000, calculationPeriodMs: 60_000 },
  };

  it("is asked for with the channels that the names mean here", () => {
    asked.length = 0;
    const { sources, graphs } = show([lines(cpp, prx)]);
    expect(asked).toEqual([
      { analytic: "cpp", ABP: abp, ICP: icp },
      { analytic: "prx", ABP: abp, ICP: icp, calculationWindowMs: 300_000, calculationPeriodMs: 60_000 },
    ]);
    expect(sources.every(({ isExact }) => !isExact)).toBe(true);
    expect(graphs[0].traces[0].label).toBe("Made");
  });

  it("is COx where the second signal is the oxygen saturation of brain tissue, in percent", () => {
    asked.length = 0;
    const durations = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
    const cox = (StO2: SignalName): TraceContent => ({
      signal: null,
      onDemandAnalysis: { analytic: "cox", ABP: name("ABP_na", 8), StO2, ...durations },
    });
    const monitor = file(8, group("P", 125, ["ABP", "mmHg"], ["ICP", "mmHg"]), group("N", 1, ["rSO2 L", "%"]));
    const sources = from({ 8: { recording: monitor } });
    expect(states([lines(cox(name("stO2_na", 8)))], sources)).toMatchObject([{ kind: "drawn" }]);
    const channel = (modality: string) => ({ data_object_id: 8, modality, channel: 0 });
    expect(asked).toEqual([{ analytic: "cox", ABP: channel("P"), StO2: channel("N"), ...durations }]);
    expect(recordingsIn(show([lines(cox(name("stO2_na", 8)))], sources), 8)).toBe("own");
    asked.length = 0;
    expect(states([lines(cox(name("ICP", 8)))], sources)).toMatchObject([{ kind: "unit", expected: "%" }]);
    show([lines(cox(name("stO2_na", 8)))], sources, 30_000);
    expect(asked).toMatchObject([{ calculationPeriodMs: 3000 }]);
  });

  it("is not asked for of what is no pressure", () => {
    asked.length = 0;
    const content: TraceContent = { signal: null, onDemandAnalysis: { analytic: "cpp", ABP, ICP: name("HR") } };
    expect(states([lines(content)])).toMatchObject([{ kind: "unit", place: { label: "HR" }, expected: "mmHg" }]);
    expect(asked).toEqual([]);
  });

  it("is a derivation where both pressures are in one group", () => {
    asked.length = 0;
    const both = file(8, group("P", 125, ["ABP", "mmHg"], ["ICP", "mmHg"]));
    const content: TraceContent = {
      signal: null,
      onDemandAnalysis: { analytic: "cpp", ABP: name("ABP_na", 8), ICP: name("ICP_na", 8) },
    };
    const { sources, graphs } = show([lines(content)], from({ 8: { recording: both } }));
    expect(asked).toEqual([]);
    const [first, second] = [0, 1].map((index) => ({ kind: "channel", index }));
    expect(sources[0].recipe.derivations).toEqual([{ first, second }]);
    expect(graphs[0].traces[0]).toMatchObject({ label: "CPP", unit: "mmHg" });
  });

  it("more often than asked where the view is shorter than the period (algorithms.md 8)", () => {
    const every = { calculationPeriodMs: 60_000 } as Parameters<typeof periodIn>[0];
    expect(periodIn(every, 60_000)).toBe(60_000);
    expect(periodIn(every, 59_000)).toBe(5000);
    expect(periodIn(every, 9000)).toBe(1000);
    asked.length = 0;
    show([lines(prx)], from(), 30_000);
    expect(asked[0]).toMatchObject({ calculationPeriodMs: 3000 });
  });

  it("of a composite is one of its channels, or its bins as rows one under the other, once a minute in long views", () => {
    const composite = (isCompositePart: boolean, compositeIndex: number): TraceContent => ({
      signal: null,
      onDemandAnalysis: {
        ...{ analytic: "cppopt", ABP: name("ABP_na"), ICP: name("ICP_na"), isCompositePart, compositeIndex },
        ...{ calculationWindowMs: 1000, calculationPeriodMs: 1000 },
      },
    });
    const parts = compositeParts.cppopt.map(({ label, unit }): [string, string] => [label, unit]);
    const made = { recording: file(-1, group("CPPOpt", 1 / 60, ...parts)) };
    asked.length = 0;
    const { graphs, sources } = show(
      [lines(composite(true, 0), composite(true, 1)), heat(composite(false, 0))],
      from({}, made),
      3_600_000,
    );
    expect(asked.map((analysis) => "calculationPeriodMs" in analysis && analysis.calculationPeriodMs)).toEqual([
      ...[60_000, 60_000, 60_000],
    ]);
    expect(graphs[0].traces.map(({ label, unit }) => `${label} ${unit}`)).toEqual(["CPPOpt mmHg", "CPPOpt LLA mmHg"]);
    const [bins] = graphs[1].traces;
    expect([bins.label, bins.state]).toEqual([
      "CPPOpt bins",
      { kind: "drawn", source: 1, row: 0, bins: { count: 16, range: { min: 40, max: 120 } } },
    ]);
    expect(sources[1].recipe.derivations.map(({ first }) => first.kind === "channel" && first.index)).toEqual(
      Array.from({ length: 16 }, (_, k) => 9 + k),
    );
    show([lines(composite(true, 0))], from({}, made), 300_000);
    expect(asked.at(-1)).toMatchObject({ analytic: "cppopt", calculationPeriodMs: 1000, calculationWindowMs: 1000 });
  });
});

describe("what a run stored", () => {
  const storedRun = (over: object = {}): TraceContent => ({
    signal: null,
    onDemandAnalysis: { analytic: "stored_run", dataSource: 9, run: 12, output: "CPPOpt", column: "LLA", ...over },
  });
  const made = { recording: file(-3, group("made", 1, ["optimum", "mmHg"], ["LLA", "mmHg"])) };

  it("is the column of its name, of the recording that the run read, and masks and signals are none of its", () => {
    asked.length = 0;
    const { sources, graphs } = show([lines(storedRun())], from({ 9: { recording: file(9) } }, made));
    expect(asked).toEqual([{ analytic: "stored_run", data_object_id: 9, run_id: 12, output: "CPPOpt" }]);
    const [trace] = graphs[0].traces;
    expect([trace.state.kind, trace.label, trace.unit, trace.inputs]).toEqual(["drawn", "LLA", "mmHg", []]);
    expect([sources[0].isExact, sources[0].recipe.derivations[0].first]).toEqual([
      false,
      { kind: "channel", index: 1 },
    ]);
  });

  it("is not shown where the recording is another patient's or the file has no such column, and belongs to that recording", () => {
    asked.length = 0;
    expect(states([lines(storedRun())], from({ 9: { problem: "other-patient" } }, made))).toEqual([
      { kind: "other-patient" },
    ]);
    expect(asked).toEqual([]);
    const known = from({ 9: { recording: file(9) } }, made);
    expect(states([lines(storedRun({ column: "ULA" }))], known)).toEqual([{ kind: "lacking", name: "CPPOpt ULA" }]);
    expect(recordingsIn(show([lines(storedRun())], known), 7)).toBe("others");
    expect(recordingsIn(show([lines(storedRun())], known), 9)).toBe("own");
  });
});
