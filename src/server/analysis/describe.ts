/** Describes an analysis as a recording of one group, from the descriptions of its sources. */
import { createHash } from "node:crypto";
import { maskedOf } from "../../domain/annotations/masks.ts";
import { isSameUnit } from "../../domain/graphs/signal-names.ts";
import { firstEndingAfter, runsWithin } from "../../domain/time/runs.ts";
import { timeInSegment, timeOfSample } from "../../domain/time/sample-time.ts";
import { type Analysis, analysisKey, sourcesOf } from "../../protocol/analysis.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { StoredRecording } from "../recordings/index.ts";
import { cppGrid } from "./cpp-grid.ts";
import type { GridMemo } from "./grid-memo.ts";
import { minuteMs, optimumGrid, seriesReachMs } from "./optimum-grid.ts";
import { prxGrid } from "./prx-grid.ts";
import { rollingGrid } from "./rolling-grid.ts";
import { firstSampleFrom } from "./source-times.ts";
import { trendGrid } from "./trend-grid.ts";
import { demandTrends } from "./trend-pairs.ts";
import {
  AnalysisRefused,
  analysisRefusals,
  type DerivedGrid,
  type DerivedRecording,
  isDerived,
  type SourceChannel,
  type SourceMasks,
} from "./types.ts";

/** Its number among recordings, below those of all of them: equal analyses have the same one everywhere. */
export function analysisId(analysis: Analysis): number {
  const digest = createHash("sha256").update(analysisKey(analysis)).digest();
  return -1 - digest.readUIntBE(0, 6);
}

/** The channels that it reads, none of what a run stored. @throws AnalysisRefused when the recordings have no such ones */
export function channelsOf(
  analysis: Analysis,
  recordings: readonly StoredRecording[],
  masked: DerivedRecording["masked"] = [],
): SourceChannel[] {
  if (analysis.analytic === "stored_run") return [];
  return sourcesOf(analysis).map(({ modality, channel }, k) => {
    const recording = recordings[k];
    const group = recording.groups.find((candidate) => candidate.modality === modality);
    if (group === undefined) throw new AnalysisRefused(analysisRefusals.unknownModality);
    if (channel >= group.channels.length) throw new AnalysisRefused(analysisRefusals.unknownChannel);
    return { recording, group, channel, masked: masked[k] ?? [] };
  });
}

function gridOf(analysis: Analysis, sources: readonly SourceChannel[]): DerivedGrid {
  switch (analysis.analytic) {
    case "stored_run":
      throw new Error("What a run stored is told by its run (stored-run.ts).");
    case "rolling_average":
      return rollingGrid(sources[0]);
    case "prx":
    case "cox":
      return prxGrid(analysis, sources);
    case "cpp":
      return cppGrid(sources);
    case "eeg_trend":
      return trendGrid(analysis, sources[0]);
    case "cppopt":
    case "mapopt":
      return optimumGrid(analysis, sources);
  }
}

/** Files do not always say a unit; one that is said must be right, in any of the spellings that windows take for it. */
const isPressure = (unit: string) => unit.trim() === "" || isSameUnit(unit, "mmHg");

/** Of StO2, likewise. */
const isPercent = (unit: string) => unit.trim() === "" || isSameUnit(unit, "%");

/** Slower signals never fill half of the blocks of PRx and COx. */
const slowestPrxSeconds = 20;

/** @throws AnalysisRefused */
function demandFitting(analysis: Analysis, sources: readonly SourceChannel[]): void {
  const [{ recording: first }] = sources;
  for (const { recording } of sources) {
    if (recording.patient_key !== first.patient_key || recording.patient_id !== first.patient_id)
      throw new AnalysisRefused(analysisRefusals.otherPatients);
    if (recording.data_object_id !== first.data_object_id && !(recording.is_start_known && first.is_start_known))
      throw new AnalysisRefused(analysisRefusals.unknownStart);
  }
  const { analytic } = analysis;
  if (analytic === "rolling_average" || analytic === "stored_run") return;
  if (analytic === "eeg_trend") demandTrends(analysis, sources[0].group);
  else if (analytic === "cox" || analytic === "mapopt") demandSaturation(analytic, sources);
  else demandPressures(analytic, sources);
}

const refusalsOf = {
  prx: pressureRefusals("notPressure", "uncalibrated", "tooSlow"),
  cpp: pressureRefusals("notPressure", "uncalibrated", "tooSlow"),
  cppopt: pressureRefusals("notPressureCppOpt", "uncalibratedCppOpt", "tooSlowCppOpt"),
  cox: { ...pressureRefusals("noPressureCox", "uncalibratedCox", "tooSlowCox"), notSaturation: "notSaturation" },
  mapopt: {
    ...pressureRefusals("noPressureMapOpt", "uncalibratedMapOpt", "tooSlowMapOpt"),
    notSaturation: "notSaturationMapOpt",
  },
} as const;

/** What is not calibrated has no unit that limits and differences could be in. @throws AnalysisRefused */
function demandPressures(analytic: "prx" | "cpp" | "cppopt", sources: readonly SourceChannel[]): void {
  const said = refusalsOf[analytic];
  const channels = sources.map(({ group, channel }) => group.channels[channel]);
  if (channels.some(({ is_uncalibrated }) => is_uncalibrated)) refuse(said.uncalibrated);
  if (!channels.every(({ unit }) => isPressure(unit))) refuse(said.notPressure);
  const unsaid = channels.filter(({ unit }) => unit.trim() === "").length;
  if (analytic === "cpp" && unsaid === 1) refuse("oneUnit");
  if (analytic !== "cpp" && sources.some(isTooSlow)) refuse(said.tooSlow);
}

/** Of ABP and StO2. @throws AnalysisRefused */
function demandSaturation(analytic: "cox" | "mapopt", sources: readonly SourceChannel[]): void {
  const said = refusalsOf[analytic];
  const [abp, sto2] = sources.map(({ group, channel }) => group.channels[channel]);
  if (abp.is_uncalibrated || sto2.is_uncalibrated) refuse(said.uncalibrated);
  if (!isPressure(abp.unit)) refuse(said.notPressure);
  if (!isPercent(sto2.unit)) refuse(said.notSaturation);
  if (sources.some(isTooSlow)) refuse(said.tooSlow);
}

type Refusals = typeof analysisRefusals;
/** Those that are one sentence. */
type Refusal = { [Name in keyof Refusals]: Refusals[Name] extends string ? Name : never }[keyof Refusals];

function pressureRefusals(notPressure: Refusal, uncalibrated: Refusal, tooSlow: Refusal) {
  return { notPressure, uncalibrated, tooSlow };
}

/** @throws AnalysisRefused */
function refuse(why: Refusal): never {
  throw new AnalysisRefused(analysisRefusals[why]);
}

/** Half a sample a block is the least that can be half of a block's; a millionth is rounding. */
const isTooSlow = ({ group }: SourceChannel) => group.sampling_hz * slowestPrxSeconds < 1 - 1e-6;

/**
 * `recordings`: one for each source, in their order, as they are now; `masks` likewise, where artifacts are left out. What it says follows from them alone. `memo` keeps
 * where values are.
 * @throws AnalysisRefused
 */
export function describeAs(
  analysis: Analysis,
  recordings: readonly StoredRecording[],
  memo?: GridMemo,
  masks: readonly SourceMasks[] = [],
): DerivedRecording {
  const sources = channelsOf(analysis, recordings);
  const masked = masks.map((each, k) => maskedOf(each, [sources[k].group.channels[sources[k].channel].label]));
  const revisions = new Map(masks.map(({ revision }, k) => [recordings[k].data_object_id, revision]));
  demandFitting(analysis, sources);
  const made = () => gridOf(analysis, sources);
  const { of: owner, startMs, group: grid } = memo?.of(analysis, recordings, made) ?? made();
  const of = recordings.find(({ data_object_id }) => data_object_id === owner.data_object_id) ?? owner;
  const group: SignalGroup = {
    ...grid,
    modality: analysisKey(analysis),
    sample_type: "float32",
    missing_code: null,
  };
  const { sample_count, segments, sampling_hz } = group;
  const different = [...new Map(recordings.map((one) => [one.data_object_id, one])).values()];
  const end_ms = timeOfSample(startMs, sampling_hz, sample_count);
  const isGrowing = different.some(({ tail }) => tail !== undefined);
  const { anchors: _anchors, tail: _tail, ...facts } = of;
  return {
    ...facts,
    data_object_id: analysisId(analysis),
    // Each of them only rises: with whatever changes there is another version.
    data_version: [...different.map((one) => one.data_version), ...revisions.values()].reduce(
      (sum, one) => sum + one,
      0,
    ),
    start_ms: startMs,
    end_ms,
    size_bytes: 0,
    channel_count: group.channels.length,
    gap_count: Math.max(0, segments.length - 1),
    annotation_count: 0,
    repair_count: 0,
    repairs: [],
    groups: [group],
    damage: [],
    is_damaged: different.some(({ is_damaged }) => is_damaged),
    has_damaged_annotations: false,
    is_unverified: different.some(({ is_unverified }) => is_unverified),
    ...(isGrowing
      ? {
          tail: {
            revision: sources.reduce((sum, source) => sum + source.group.sample_count, 0),
            end_ms,
            groups: [{ sealed_count: 0, sample_count, segments }],
          },
        }
      : {}),
    analysis,
    sources: recordings,
    masked,
  };
}

/** So much of its sources a value looks back at. ms */
function preRollMs(analysis: Analysis): number {
  switch (analysis.analytic) {
    case "cppopt":
    case "mapopt":
      return seriesReachMs + minuteMs; // the last minute's value is held
    default:
      return "calculationWindowMs" in analysis ? analysis.calculationWindowMs : 0;
  }
}

/** What else of the sources values depend on than where there are samples: part of every key of what is kept of them. */
export function sourceFacts(recording: RecordingDetail): unknown[] {
  if (!isDerived(recording)) return [];
  return channelsOf(recording.analysis, recording.sources, recording.masked).map(
    ({ recording: source, group, channel }) => {
      const { gain, offset } = group.channels[channel];
      const { data_object_id, data_version, start_ms } = source;
      return [data_object_id, data_version, start_ms, group.sampling_hz, group.missing_code, gain, offset];
    },
  );
}

/** The samples of the sources that the values of grid indexes [from, to) are made of, as numbers: equal ones, equal values. */
export function sourceRuns(
  recording: RecordingDetail,
  { segments, sampling_hz }: SignalGroup,
  from: number,
  to: number,
): number[] {
  if (!isDerived(recording)) return [];
  const timeOf = (index: number) => {
    const held = segments[Math.min(firstEndingAfter(segments, index), segments.length - 1)];
    return held === undefined ? recording.start_ms : timeInSegment(held, sampling_hz, index);
  };
  // A sample more on each side: clocks of segments differ from that of the grid by up to a period.
  const startMs = timeOf(from) - preRollMs(recording.analysis) - 1000 / sampling_hz;
  const endMs = timeOf(to) + 1000 / sampling_hz;
  return channelsOf(recording.analysis, recording.sources, recording.masked).flatMap(({ group }) => {
    const [first, end] = [firstSampleFrom(group, startMs), firstSampleFrom(group, endMs)];
    return runsWithin(group.segments, first, end).flatMap((run) => [run.first, run.count]);
  });
}
