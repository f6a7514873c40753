import { describe, expect, it } from "vitest";
import type { Graph, SignalName } from "./graph.ts";
import { readGraphs } from "./read-graphs.ts";

const signal = (dataKey: string): SignalName => ({ dataSource: "current_patient", dataKey, rawDataKey: "" });
const line = (id: string, over: object = {}) => ({
  id,
  name: "",
  renderStrategy: "line",
  color: "#0b6a7d",
  content: { signal: signal("HR"), onDemandAnalysis: null },
  ...over,
});
const graph = (traces: unknown[], over: object = {}) => ({
  id: "g",
  name: "Graph",
  renderStrategy: "line",
  min: 0,
  max: 100,
  autoScale: false,
  traces,
  ...over,
});
const tracesOf = (...traces: unknown[]) => readGraphs([graph(traces)])?.[0].traces;

it("are read as the specification has them: source, analytic and part of a composite beside one another", () => {
  const plain = { name: "", rawDataKey: "", dataSource: "current_patient", color: "#000000", renderStrategy: "line" };
  const none = { onDemandAnalysis: null, isCompositePart: false, compositeIndex: 0, units: "mmHg" };
  const durations = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
  const prx = { analytic: "PRx", ABP: "ABP_na", ICP: "ICP_na", rawDataKey: "", ...durations };
  const rolling = { analytic: "rolling average", calculationWindowMs: 5000 };
  const mapopt = { analytic: "mapopt", ABP: "ABP_na", STO2: "stO2_na", calculationWindowMs: 1000 };
  const shown = tracesOf(
    { ...plain, ...none, id: "a", dataKey: "ABP_na" },
    { ...plain, ...none, id: "r", dataKey: "ICP_na", onDemandAnalysis: rolling },
    { ...plain, ...none, id: "p", dataKey: "PRx", dataSource: 999_999, onDemandAnalysis: prx },
    { ...plain, id: "m", dataKey: "MAPOpt", onDemandAnalysis: mapopt, isCompositePart: true, compositeIndex: 2 },
    { id: "d", renderStrategy: "delta", first: { id: "a" }, second: "r", color: { r: 1, g: 2, b: 3 } },
  );
  const base = { name: "", renderStrategy: "line", color: "#000000" };
  const signals = { ABP: signal("ABP_na"), ICP: signal("ICP_na") };
  expect(shown).toEqual([
    { ...base, id: "a", content: { signal: signal("ABP_na"), onDemandAnalysis: null } },
    {
      ...{ ...base, id: "r" },
      content: {
        signal: signal("ICP_na"),
        onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 5000 },
      },
    },
    { ...base, id: "p", content: { signal: null, onDemandAnalysis: { analytic: "prx", ...signals, ...durations } } },
    {
      ...{ ...base, id: "m" },
      content: {
        signal: null,
        onDemandAnalysis: {
          ...{ analytic: "mapopt", ABP: signal("ABP_na"), StO2: signal("stO2_na"), isCompositePart: true },
          ...{ compositeIndex: 2, calculationWindowMs: 1000, calculationPeriodMs: 1000 },
        },
      },
    },
    { id: "d", renderStrategy: "delta", first: "a", second: "r", color: { r: 1, g: 2, b: 3 } },
  ]);
  const heatmap = { ...plain, ...none, dataKey: "ICP_na", colorSpectrum: "Reds", lowerBound: 1, upperBound: 2 };
  const kept = readGraphs([graph([{ ...heatmap, id: "h", renderStrategy: "heatmap" }], { renderStrategy: "heatmap" })]);
  expect(kept?.[0].traces).toMatchObject([{ content: { signal: signal("ICP_na") }, colorSpectrum: "Reds" }]);
  expect(tracesOf({ ...plain, ...none, id: "x", dataKey: "x", onDemandAnalysis: { analytic: "magic" } })).toEqual([]);
  expect(tracesOf({ ...plain, ...none, id: "x", dataKey: "" })).toEqual([]);
});

describe("stored graphs", () => {
  it("are read back as they were kept", () => {
    const kept: Graph[] = [
      {
        id: "1",
        name: "Pressures",
        renderStrategy: "line",
        min: -10,
        max: 140,
        autoScale: true,
        traces: [
          {
            ...{ id: "a", name: "ABP", renderStrategy: "line", color: "#ad241d" },
            content: {
              signal: { dataSource: 12, dataKey: "ABP_na", rawDataKey: "ART_na" },
              onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 60_000 },
            },
          },
          {
            ...{ id: "p", name: "", renderStrategy: "line", color: "#000000" },
            content: {
              signal: null,
              onDemandAnalysis: {
                ...{ analytic: "prx", ABP: signal("ABP_na"), ICP: signal("ICP_na") },
                ...{ calculationWindowMs: 300_000, calculationPeriodMs: 60_000 },
              },
            },
          },
          { id: "d", renderStrategy: "delta", first: "a", second: "p", color: { r: 1, g: 2, b: 255 } },
        ],
      },
      {
        ...{ id: "2", name: "", renderStrategy: "heatmap" },
        traces: [
          {
            ...{
              id: "h",
              name: "",
              renderStrategy: "heatmap",
              colorSpectrum: "Red-Blue",
              lowerBound: -1,
              upperBound: 1,
            },
            content: {
              signal: null,
              onDemandAnalysis: { analytic: "cpp", ABP: signal("ABP_na"), ICP: signal("ICP_na") },
            },
          },
        ],
      },
    ];
    expect(readGraphs(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it("read COx as it was kept, with durations of whole seconds, and none without one of its signals", () => {
    const [ABP, StO2, ICP] = ["ABP_na", "stO2_na", "ICP_na"].map(signal);
    const cox = (onDemandAnalysis: unknown) =>
      tracesOf(line("a", { content: { signal: null, onDemandAnalysis } }))?.map((trace) =>
        "content" in trace ? trace.content : null,
      );
    const durations = { calculationWindowMs: 300_000, calculationPeriodMs: 10_000 };
    expect(cox({ analytic: "cox", ABP, StO2, ...durations, calculationPeriodMs: 10_400 })).toEqual([
      { signal: null, onDemandAnalysis: { analytic: "cox", ABP, StO2, ...durations } },
    ]);
    expect(cox({ analytic: "cox", ABP, ICP, ...durations })).toEqual([]);
    expect(cox({ analytic: "cox", StO2, ...durations })).toEqual([]);
  });

  it("read CPPOpt and MAPOpt as they were kept, the optimum of an index that is none, durations within their limits", () => {
    const [ABP, ICP, StO2] = ["ABP_na", "ICP_na", "stO2_na"].map(signal);
    const kept = (onDemandAnalysis: unknown) =>
      tracesOf(line("a", { content: { signal: null, onDemandAnalysis } }))?.map((trace) =>
        "content" in trace ? trace.content.onDemandAnalysis : null,
      );
    const durations = { calculationWindowMs: 1000, calculationPeriodMs: 1000 };
    const lla = { analytic: "cppopt", ABP, ICP, ...durations, isCompositePart: true, compositeIndex: 1 };
    expect(kept(lla)).toEqual([lla]);
    expect(kept({ analytic: "cppopt", ABP, ICP })).toEqual([{ ...lla, compositeIndex: 0 }]);
    // A line shows one value.
    expect(kept({ ...lla, isCompositePart: false, compositeIndex: 73 })).toEqual([{ ...lla, compositeIndex: 0 }]);
    expect(kept({ ...lla, calculationWindowMs: 20_000, calculationPeriodMs: 600_000 })).toEqual([
      { ...lla, calculationWindowMs: 10_000, calculationPeriodMs: 60_000 },
    ]);
    const weight = { analytic: "mapopt", ABP, StO2, ...durations, isCompositePart: true, compositeIndex: 213 };
    expect(kept(weight)).toEqual([weight]);
    expect(kept({ ...weight, StO2: undefined })).toEqual([]);
    const heat = { ...line("h", { content: { signal: null, onDemandAnalysis: { ...lla, isCompositePart: false } } }) };
    const [read] = readGraphs([graph([{ ...heat, renderStrategy: "heatmap" }], { renderStrategy: "heatmap" })]) ?? [];
    expect(read.traces[0]).toMatchObject({ content: { onDemandAnalysis: { isCompositePart: false } } });
  });

  it("are none where none were kept, which is not an empty list", () => {
    expect(readGraphs(undefined)).toBeNull();
    expect(readGraphs({})).toBeNull();
    expect(readGraphs([])).toEqual([]);
  });

  it("that cannot be read are left out, and so are their traces", () => {
    expect(readGraphs([null, 3, "x", [], graph([], { renderStrategy: "pie" })])).toEqual([]);
    expect(tracesOf(null, {}, line("a", { content: null }), line("b", { renderStrategy: "heatmap" }))).toEqual([]);
    expect(tracesOf(line("a", { content: { signal: { ...signal(""), dataKey: "" } } }))).toEqual([]);
    expect(tracesOf(line("a", { content: { signal: { ...signal("HR"), dataSource: "elsewhere" } } }))).toEqual([]);
    expect(tracesOf(line("a", { content: { signal: null, onDemandAnalysis: { analytic: "cppopt" } } }))).toEqual([]);
  });

  it("have the defaults for what is no number, colour or spectrum", () => {
    const [read] = readGraphs([graph([line("a", { color: "red", name: 7 })], { min: 5, max: 5, name: null })]) ?? [];
    expect(read).toMatchObject({ name: "", min: 0, max: 100, autoScale: true });
    expect(read.traces[0]).toMatchObject({ name: "", color: "#000000" });
    const heat = { ...line("h"), renderStrategy: "heatmap", colorSpectrum: "Jet", lowerBound: "0", upperBound: null };
    expect(readGraphs([graph([heat], { renderStrategy: "heatmap" })])?.[0].traces[0]).toMatchObject({
      ...{ colorSpectrum: "Inferno", lowerBound: 0, upperBound: 100 },
    });
    const content = { signal: signal("HR"), onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 0 } };
    const usual = { analytic: "rolling_average", calculationWindowMs: 60_000 };
    expect(tracesOf(line("a", { content }))?.[0]).toMatchObject({ content: { onDemandAnalysis: usual } });
  });

  it("never show a signal in place of an analysis of it that is not known", () => {
    const content = { signal: signal("HR"), onDemandAnalysis: { analytic: "cppopt" } };
    expect(tracesOf(line("a", { content }))).toEqual([]);
  });

  it("keep within the limits, with ids of their own", () => {
    const read = readGraphs(Array.from({ length: 40 }, () => graph([line("a"), line("a")], { name: "n".repeat(60) })));
    expect(read?.length).toBe(32);
    const traces = (read ?? []).flatMap(({ traces }): readonly { id: string }[] => traces);
    expect(traces.length).toBe(64);
    const ids = [...(read ?? []), ...traces].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(read?.[0].name.length).toBe(25);
  });

  it("lose delta regions without both of their lines", () => {
    const delta = (first: unknown, second: unknown) => ({
      id: "d",
      renderStrategy: "delta",
      first,
      second,
      color: "x",
    });
    const lines = [line("a"), line("b")];
    expect(tracesOf(...lines, delta("a", "b"))?.[2]).toMatchObject({ first: "a", second: "b", color: { r: 128 } });
    expect(tracesOf(...lines, delta("a", "c"))?.length).toBe(2);
    expect(tracesOf(...lines, delta("a", "a"))?.length).toBe(2);
    expect(tracesOf(...lines, delta("a", 3))?.length).toBe(2);
  });
});

it("keep columns of stored runs as they are, and no stored run that names none", () => {
  const stored = { analytic: "stored_run", dataSource: 5, run: 12, output: "CPPOpt", column: "LLA" };
  const of = (onDemandAnalysis: object) => line("a", { content: { signal: null, onDemandAnalysis } });
  expect(tracesOf(of(stored))).toEqual([of(stored)]);
  for (const over of [{ run: 0 }, { run: 2 ** 31 }, { dataSource: "current_patient" }, { output: "" }, { column: 3 }])
    expect(tracesOf(of({ ...stored, ...over }))).toEqual([]);
});
