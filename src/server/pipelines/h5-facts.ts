/** What the file of a run says of itself and of its outputs (README.md "The file"). */
import type { RunOutput } from "../../protocol/pipelines.ts";
import type { OutputFacts } from "./h5-file.ts";
import type { Plan, PlannedSeries, ResultFacts } from "./types.ts";

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

function sourceOf({ work, definition }: PlannedSeries): unknown {
  if (work.kind !== "channel") return { definition };
  const { recording, modality, channel } = work.channel;
  const { label, unit } = recording.groups.find((group) => group.modality === modality)?.channels[channel] ?? {};
  return { data_object_id: recording.data_object_id, modality, channel: label, unit };
}
