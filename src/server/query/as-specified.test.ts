import { expect, it } from "vitest";
import { type Analysis, analysisKey } from "../../protocol/analysis.ts";
import type { RenderModalities } from "../../protocol/pages.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { analysisId } from "../analysis/index.ts";
import { asSpecified, namedRecordings } from "./as-specified.ts";
import { PageRefused } from "./page-refused.ts";

const asking = (source: object, more: object = {}) =>
  ({
    ...{ patient_id: "A", data_object_id: 3, page_id: 1, start: 0, end: 1, pixel_count: 2 },
    modality_sources: [{ modality: "CPPOpt,Composite,SampleSeries", data_object_id: 3, ...source }],
    ...more,
  }) as RenderModalities;
const channel = (modality: string) => ({ data_object_id: 3, modality, channel: 0 });
const sourceOf = (analysis: Analysis, named: string) => ({
  modality: analysisKey(analysis),
  data_object_id: analysisId(analysis),
  named,
});
const second = { calculationWindowMs: 1000, calculationPeriodMs: 1000 };
const [ABP, ICP] = [channel("ABP_na"), channel("ICP_na")];

it("knows composites by their names alone, of the default modalities", () => {
  const cppopt = sourceOf({ analytic: "cppopt", ABP, ICP, ...second }, "CPPOpt,Composite,SampleSeries");
  expect(asSpecified(asking({})).modality_sources).toEqual([cppopt]);
  const StO2 = channel("stO2_na");
  expect(asSpecified(asking({ modality: "MAPOpt,Composite,SampleSeries" })).modality_sources).toEqual([
    sourceOf({ analytic: "mapopt", ABP, StO2, ...second }, "MAPOpt,Composite,SampleSeries"),
  ]);
});

it("takes analytics with their modalities and durations beside the source, in it, or beside all of them", () => {
  const onDemandAnalysis = { analytic: "PRx", ABP: "ART_na", ICP: "ICP_na", calculationPeriodMs: 10_000 };
  const durations = { calculationWindowMs: 300_000, calculationPeriodMs: 10_000 };
  const prx = sourceOf({ analytic: "prx", ABP: channel("ART_na"), ICP, ...durations }, "PRx");
  const other = { modality: "ABP_na", data_object_id: 3 };
  for (const request of [
    asking({ modality: "PRx", onDemandAnalysis }),
    asking({ modality: "PRx", ...onDemandAnalysis }),
    asking({ modality: "PRx" }, { onDemandAnalysis }),
  ])
    expect(asSpecified(request).modality_sources).toEqual([prx]);
  const both = asking({}, { modality_sources: [other, { modality: "PRx", data_object_id: 3, onDemandAnalysis }] });
  expect(asSpecified(both).modality_sources).toEqual([other, prx]);
  const rolling = { analytic: "rolling average", rawDataKey: "ICP_na", calculationWindowMs: 5000 };
  expect(asSpecified(asking({ modality: "mine", onDemandAnalysis: rolling })).modality_sources).toEqual([
    sourceOf({ analytic: "rolling_average", source: ICP, calculationWindowMs: 5000 }, "mine"),
  ]);
});

it("finds default modalities as displays do where the file calls them something else", () => {
  const group = (modality: string, label: string, unit: string) =>
    ({ modality, kind: "numeric", sampling_hz: 1, channels: [{ label, unit }] }) as unknown as SignalGroup;
  const groups = [group("ART_na", "ART", "mmHg"), group("StO2_na", "StO2", "%")];
  const named = new Map([[3, { groups }]]);
  const [pressure, StO2] = [channel("ART_na"), channel("StO2_na")];
  const mapopt = sourceOf({ analytic: "mapopt", ABP: pressure, StO2, ...second }, "MAPOpt,Composite,SampleSeries");
  expect(asSpecified(asking({ modality: "MAPOpt,Composite,SampleSeries" }), named).modality_sources).toEqual([mapopt]);
});

it("takes the file of the page where the source is the placeholder of analyses", () => {
  const cppopt = sourceOf({ analytic: "cppopt", ABP, ICP, ...second }, "CPPOpt,Composite,SampleSeries");
  const request = asking({ data_object_id: 999_999 });
  expect(asSpecified(request).modality_sources).toEqual([cppopt]);
  expect(namedRecordings(request)).toEqual([3]);
});

it("asks for SD events by the analytic and the pairs of electrodes", () => {
  const pages = { calculationWindowMs: 1_800_000, calculationPeriodMs: 1_800_000 };
  const onDemandAnalysis = { analytic: "auto SD detection", channels: ["Fp1-F7"], ...pages };
  const request = asking({ modality: "EEG Composite SampleSeries", onDemandAnalysis });
  const form = { kind: "events", analytic: "auto_sd_detection", channels: ["Fp1-F7"], ...pages };
  expect(asSpecified(request)).toEqual({ ...request, form });
});

it("leaves other requests as they are, and refuses what is no analysis", () => {
  const plain = asking({ modality: "EEG" });
  expect(asSpecified(plain)).toBe(plain);
  for (const onDemandAnalysis of [
    "PRx",
    {},
    { analytic: "magic" },
    { analytic: "prx", ABP: 3 },
    { analytic: "prx", calculationWindowMs: 0.5 },
    { analytic: "auto_sd_detection" },
    { analytic: "auto_sd_detection", channels: ["a-b"], calculationWindowMs: 1 },
  ])
    expect(() => asSpecified(asking({ onDemandAnalysis }))).toThrow(PageRefused);
});
