/** What the file of a run says of itself and of its outputs (README.md "The file"). */
import { runsWithin } from "../../domain/time/runs.ts";
import type { RunOutput } from "../../protocol/pipelines.ts";
import type { OutputFacts } from "./h5-file.ts";
import { timeAt } from "./series-values.ts";
import type { Plan, PlannedChannel, PlannedSeries, ResultFacts, StoredSeries } from "./types.ts";

/** Attributes of every file: where it comes from, and for what it is not. */
export const commonAttributes = (title: string, { core, createdMs }: { core: string; createdMs: number }) => ({
  title,
  notice: "Investigational. Not validated for treatment decisions.",
  format_version: "1",
  core,
  created: new Date(createdMs).toISOString(),
});

export const attributesOfRun = (
  { analysisName, pipeline, core, createdMs }: ResultFacts,
  recordings: Plan["recordings"],
): Record<string, string> => ({
  ...commonAttributes("Result of an analysis of CONNECT", { core, createdMs }),
  analysis: analysisName,
  pipeline,
  recordings: JSON.stringify(recordings),
});

export const factsOfOutput = (
  { columns, units, definition, parameters, sources }: PlannedSeries,
  told: RunOutput,
  all: readonly PlannedSeries[],
): OutputFacts => ({
  columns: columns.map((column) => column || told.name),
  units,
  attributes: {
    definition,
    parameters: JSON.stringify(parameters),
    missing_share: told.missing_share,
    masked_share: told.masked_share,
    sources: JSON.stringify(sources.map((k) => sourceOf(all[k]))),
  },
});

/** What is kept of an output beside its file. */
export function storedSeries(series: PlannedSeries, told: RunOutput, all: readonly PlannedSeries[]): StoredSeries {
  const { grid, first, end, units, definition, parameters, sources } = series;
  const runs = runsWithin(grid.segments, first, end);
  const from = runs[0]?.first ?? 0;
  return {
    ...{ name: told.name, columns: told.columns, units, sampling_hz: grid.sampling_hz },
    segments: runs.map((run) => [run.first - from, run.count, timeAt(grid, run.first)] as const),
    ...{ definition, parameters: JSON.stringify(parameters), sources: sources.map((k) => nameOf(all[k])) },
    ...{ missing_share: told.missing_share, masked_share: told.masked_share },
  };
}

/** "ABP (mmHg)" of a recorded channel. */
function nameOf({ work, units: [unit], name }: PlannedSeries): string {
  const label = work.kind === "channel" ? channelOf(work.channel)?.label : undefined;
  return `${label ?? name}${unit === "" ? "" : ` (${unit})`}`;
}

const channelOf = ({ recording, modality, channel }: PlannedChannel) =>
  recording.groups.find((group) => group.modality === modality)?.channels[channel];

function sourceOf({ work, definition }: PlannedSeries): unknown {
  if (work.kind !== "channel") return { definition };
  const { recording, modality } = work.channel;
  const { label, unit } = channelOf(work.channel) ?? {};
  return { data_object_id: recording.data_object_id, modality, channel: label, unit };
}
