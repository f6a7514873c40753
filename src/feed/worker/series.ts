/** What tiles are made of: one modality of a recording through one recipe, as the worker keeps it. */
import type { Recipe, Term } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { filterSetsOf } from "../../signal/filter-sets.ts";
import type { Engine } from "../../signal/types.ts";
import { feedTexts } from "./texts.ts";

export interface Series {
  id: number;
  recording: RecordingDetail;
  recordingKey: string;
  group: SignalGroup;
  recipe: Recipe;
  /** Samples a seek needs before what is shown. */
  warmup: number;
}

/** A series that cannot be shown, with the user's sentence. */
export interface RefusedSeries {
  id: number;
  refusal: string;
}

export const isRefused = (series: Series | RefusedSeries): series is RefusedSeries => "refusal" in series;

const indexesOf = (term: Term): readonly number[] => {
  if (term.kind === "channel") return [term.index];
  return term.kind === "average" || term.kind === "neighbours" ? term.members : [];
};

/** Opens a series: finds its group, checks the recipe against it and asks the engine for the filters. */
export function openSeries(
  { id, recordingKey, modality, recipe }: { id: number; recordingKey: string; modality: string; recipe: Recipe },
  recording: RecordingDetail,
  engine: Engine,
): Series | RefusedSeries {
  const group = recording.groups.find((candidate) => candidate.modality === modality);
  if (group === undefined) return { id, refusal: feedTexts.unknownModality };
  const used = recipe.derivations.flatMap(({ first, second }) => [...indexesOf(first), ...indexesOf(second)]);
  if (used.some((index) => index >= group.channels.length)) return { id, refusal: feedTexts.noSuchChannel };
  try {
    const warmup = Math.max(...filterSetsOf(recipe).map((set) => engine.plan(set, group.sampling_hz).warmup));
    return { id, recording, recordingKey, group, recipe, warmup };
  } catch (error) {
    console.warn("feed.filters_refused", error);
    return { id, refusal: feedTexts.filterRefused };
  }
}
