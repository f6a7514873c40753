/**
 * Analyses of channels of recordings (spec 001 section 5 "On-demand analysis", algorithms.md 7, 8 and 12). Each is described as a
 * recording of one group, and its pages are asked for in the same way: the group's key in page requests carries the analysis.
 */
import Type, { type Static } from "typebox";
import { compositeNames } from "./composites.ts";
import { RecordingDetail } from "./recordings.ts";
import { route } from "./route.ts";
import { TrendOf } from "./trends.ts";

const closed = { additionalProperties: false };

/** A channel of a recorded group, by its position in the group. */
export const ChannelSource = Type.Object(
  {
    data_object_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    modality: Type.String({ minLength: 1, maxLength: 200 }),
    channel: Type.Integer({ minimum: 0, maximum: 4095 }),
  },
  closed,
);
export type ChannelSource = Static<typeof ChannelSource>;

const oneDayMs = 86_400_000;
/** Spec 001 section 4, durations: from a second to a day. */
const Duration = Type.Integer({ minimum: 1000, maximum: oneDayMs });

/** PRx is made on whole seconds: its values share the blocks of 10 s they are made of. */
const WholeSeconds = Type.Integer({ minimum: 1000, maximum: oneDayMs, multipleOf: 1000 });

/** What artifacts mask of the sources is missing before anything is computed; absent: they count like all samples. */
const leavesOutArtifacts = Type.Optional(Type.Literal(true));

/** Mean of what lies behind each sample: a sample wherever the source has one. */
export const RollingAverageOf = Type.Object(
  {
    analytic: Type.Literal("rolling_average"),
    source: ChannelSource,
    calculationWindowMs: Duration,
    leavesOutArtifacts,
  },
  closed,
);
export type RollingAverageOf = Static<typeof RollingAverageOf>;

/** Pressure reactivity index: a sample every period of the epoch grid. */
export const PrxOf = Type.Object(
  {
    analytic: Type.Literal("prx"),
    ABP: ChannelSource,
    ICP: ChannelSource,
    calculationWindowMs: WholeSeconds,
    calculationPeriodMs: WholeSeconds,
    leavesOutArtifacts,
  },
  closed,
);
export type PrxOf = Static<typeof PrxOf>;

/** Cerebral oximetry index, PRx with the oxygen saturation of brain tissue in place of ICP: a sample every period of the epoch grid. */
export const CoxOf = Type.Object(
  {
    analytic: Type.Literal("cox"),
    ABP: ChannelSource,
    StO2: ChannelSource,
    calculationWindowMs: WholeSeconds,
    calculationPeriodMs: WholeSeconds,
    leavesOutArtifacts,
  },
  closed,
);
export type CoxOf = Static<typeof CoxOf>;

/** Cerebral perfusion pressure, ABP minus ICP: a sample wherever the slower one of both has one. */
export const CppOf = Type.Object(
  { analytic: Type.Literal("cpp"), ABP: ChannelSource, ICP: ChannelSource, leavesOutArtifacts },
  closed,
);
export type CppOf = Static<typeof CppOf>;

/** Window and period of a composite: its inputs are means of 10 s, and it is made once a minute (algorithms.md 9.2). ms */
export const compositeLimits = { windowMs: 10_000, periodMs: 60_000 } as const;

/** How the inputs are reduced, and from one value of the series to the next, which holds the last minute's (algorithms.md 9.2): neither is the window of the fit. */
const compositeDurations = {
  calculationWindowMs: Type.Integer({ minimum: 1000, maximum: compositeLimits.windowMs, multipleOf: 1000 }),
  calculationPeriodMs: Type.Integer({ minimum: 1000, maximum: compositeLimits.periodMs, multipleOf: 1000 }),
};

/** Optimal cerebral perfusion pressure as a composite series (composites.ts). */
export const CppOptOf = Type.Object(
  {
    analytic: Type.Literal("cppopt"),
    ABP: ChannelSource,
    ICP: ChannelSource,
    ...compositeDurations,
    leavesOutArtifacts,
  },
  closed,
);
export type CppOptOf = Static<typeof CppOptOf>;

/** Optimal arterial pressure as a composite series (composites.ts). */
export const MapOptOf = Type.Object(
  {
    analytic: Type.Literal("mapopt"),
    ABP: ChannelSource,
    StO2: ChannelSource,
    ...compositeDurations,
    leavesOutArtifacts,
  },
  closed,
);
export type MapOptOf = Static<typeof MapOptOf>;

/** What a run of an analysis (pipelines.ts) wrote to its file, one output with all of its columns: it is read, and computed by nobody anew. */
export const StoredRunOf = Type.Object(
  {
    analytic: Type.Literal("stored_run"),
    /** A recording that the run read. */
    data_object_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    run_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    /** Its name in the file. */
    output: Type.String({ minLength: 1, maxLength: 220 }),
  },
  closed,
);
export type StoredRunOf = Static<typeof StoredRunOf>;

export const Analysis = Type.Union([RollingAverageOf, PrxOf, CoxOf, CppOf, CppOptOf, MapOptOf, TrendOf, StoredRunOf]);
export type Analysis = Static<typeof Analysis>;

/** What it reads, one after the other. A trend reads channels of a group, and is known by the first; of what a run stored only the recording counts. */
export function sourcesOf(analysis: Analysis): readonly ChannelSource[] {
  if (analysis.analytic === "stored_run")
    return [{ data_object_id: analysis.data_object_id, modality: analysis.output, channel: 0 }];
  if (analysis.analytic === "eeg_trend") return [{ ...analysis.source, channel: 0 }];
  if (analysis.analytic === "rolling_average") return [analysis.source];
  return [analysis.ABP, "StO2" in analysis ? analysis.StO2 : analysis.ICP];
}

type Sent = readonly [id: number, modality: string, channel: number];
const sent = ({ data_object_id, modality, channel }: ChannelSource): Sent => [data_object_id, modality, channel];

/** The end of such a text, of one that leaves artifacts out. */
export const withoutArtifacts = "without artifacts";

/** The one text of an analysis: `modality` of the group that its description tells. Equal analyses have equal texts. */
export function analysisKey(analysis: Analysis): string {
  const { analytic } = analysis;
  if (analytic === "eeg_trend") return trendKey(analysis);
  if (analytic === "stored_run")
    return JSON.stringify([analytic, analysis.data_object_id, analysis.run_id, analysis.output]);
  const sources = sourcesOf(analysis).map(sent);
  const last = analysis.leavesOutArtifacts === true ? [withoutArtifacts] : [];
  if (analytic === "cpp") return JSON.stringify([analytic, sources, ...last]);
  if (analytic === "rolling_average") return JSON.stringify([analytic, sources, analysis.calculationWindowMs, ...last]);
  const { calculationWindowMs, calculationPeriodMs } = analysis;
  const name = analytic === "cppopt" || analytic === "mapopt" ? compositeNames[analytic] : analytic;
  return JSON.stringify([name, sources, calculationWindowMs, calculationPeriodMs, ...last]);
}

function trendKey(analysis: TrendOf): string {
  const { analytic, source, trend, isArtifactReduced, notch } = analysis;
  const side = "side" in analysis ? [analysis.side] : [];
  const baseline =
    "baseline" in analysis && analysis.baseline !== undefined
      ? [[analysis.baseline.start_ms, analysis.baseline.end_ms]]
      : [];
  const last = analysis.leavesOutArtifacts === true ? [withoutArtifacts] : [];
  const of = [source.data_object_id, source.modality];
  return JSON.stringify([analytic, of, trend, isArtifactReduced, notch, ...side, ...baseline, ...last]);
}

/** Analyses have ids that no recording has. */
export const isAnalysisId = (dataObjectId: number): boolean => dataObjectId < 0;

export const describeAnalysis = route("/v1/recordings/describe_analysis", {
  needs: ["visualize_data"],
  summary: "A series computed from channels of one patient's recordings, as a recording with one signal.",
  body: Type.Object({ analysis: Analysis }),
  answer: RecordingDetail,
});
