/** What a file says of its values: how they are made, of what, and what is missing. No name of a patient or a file is in it. */
import { trendDefinitions, trendName } from "../../protocol/text/trend-text.ts";
import type { ExportTrends } from "../../protocol/trend-export.ts";
import { trendRows } from "../../protocol/trends.ts";
import type { OutputFacts } from "../pipelines/index.ts";
import type { Series } from "./series.ts";

const utc = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export const parametersOf = ({ isArtifactReduced, notch, leavesOutArtifacts }: ExportTrends, { epochMs }: Series) => ({
  epoch_ms: epochMs,
  artifact_reduction: isArtifactReduced ? "On" : "Off",
  notch_hz: notch,
  annotated_artifacts: leavesOutArtifacts === true ? "left out" : "count like all samples",
});

/** Of a trend that is compared with one: what was asked for, what was taken, and whether there is one. */
export const baselineOf = ({ baseline: chosen }: ExportTrends, { baseline }: Series) =>
  baseline === null
    ? null
    : {
        chosen: chosen === undefined ? "first valid hour" : `${utc(chosen.start_ms)} to ${utc(chosen.end_ms)}`,
        state: baseline.state,
        start: utc(baseline.start_ms),
        end: utc(baseline.end_ms),
        valid_ms: baseline.valid_ms,
      };

export const sourceOf = ({ source }: ExportTrends, { pairs }: Series) => ({
  data_object_id: source.data_object_id,
  modality: source.modality,
  pairs,
});

/** 0 to 1, of the epochs. What is masked is missing, too, where annotated artifacts are left out. */
export const sharesOf = ({ tally: { expected, masked, present } }: Series) => ({
  missing_share: expected === 0 ? 1 : 1 - present / expected,
  masked_share: expected === 0 ? 0 : masked / expected,
});

export const outputFacts = (wanted: ExportTrends, series: Series): OutputFacts => {
  const rows = trendRows[series.of.trend];
  return {
    columns: rows.map(({ label }) => label),
    units: rows.map(({ unit }) => unit),
    attributes: {
      definition: trendDefinitions[series.of.trend],
      parameters: JSON.stringify(parametersOf(wanted, series)),
      sources: JSON.stringify([sourceOf(wanted, series)]),
      ...(series.baseline === null ? {} : { baseline: JSON.stringify(baselineOf(wanted, series)) }),
      ...sharesOf(series),
    },
  };
};

type Notes = (readonly [name: string, value: string])[];

/** Of a CSV, before its values. */
export function headNotes(wanted: ExportTrends, all: readonly Series[]): Notes {
  const [first] = all;
  const baselines = all.flatMap((series): Notes => {
    const told = baselineOf(wanted, series);
    if (told === null) return [];
    const used = told.state === "used" ? `${told.start} to ${told.end}, ${told.valid_ms / 60_000} min valid` : "none";
    return [[`Baseline of ${nameOf(series)}`, `${told.chosen}; ${used}`]];
  });
  const sources = all.map(
    (series) => [`Source of ${nameOf(series)}`, JSON.stringify(sourceOf(wanted, series))] as const,
  );
  return [
    ["Parameters", JSON.stringify(parametersOf(wanted, first))],
    ["Core", first.core],
    ...[...new Set(all.map(({ of }) => of.trend))].map(
      (trend) => [`Definition of ${trendName(trend, null)}`, trendDefinitions[trend]] as const,
    ),
    ...baselines,
    ...sources,
  ];
}

/** Of a CSV, behind its values. */
export const footNotes = (all: readonly Series[]): Notes =>
  all.map((series) => {
    const { missing_share, masked_share } = sharesOf(series);
    return [`Shares of ${nameOf(series)}`, `missing ${missing_share}, masked ${masked_share}`];
  });

export const nameOf = ({ of: { trend, side } }: Series): string => trendName(trend, side);
