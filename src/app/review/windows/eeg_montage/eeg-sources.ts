/** What an EEG Montage window asks the feed for: the traces of its montage with its filters. */
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { recipeOf } from "../../../../domain/montage/row-recipe.ts";
import type { Recipe } from "../../../../protocol/recipe.ts";
import type { PlotSource } from "../../plot/plot-content.ts";
import { rowInputsOf } from "../../rows/row-inputs.ts";
import type { EegWindow } from "./eeg-window.ts";
import { auxFiltersOf, type EegProps, filtersOf } from "./props.ts";

const none: readonly PlotSource[] = [];

/** The same array for as long as group and recipe stay; empty where there is no montage to draw. */
export function createEegSources({
  recording,
  feedWindow,
  damageOf,
  props,
  drawn,
}: Pick<EegWindow, "recording" | "feedWindow" | "damageOf" | "props" | "drawn">): () => readonly PlotSource[] {
  const recipeFor = rememberRecipe(props);
  let sources = none;
  return () => {
    const now = drawn();
    if (now === null) return none;
    const recipe = recipeFor(now);
    const { group } = now;
    if (sources[0]?.group !== group || sources[0].recipe !== recipe)
      sources = [
        {
          ...{ recording, group, recipe, feedWindow, damage: damageOf(group.modality), holdsClock: true },
          rowInputs: rowInputsOf(recording.data_object_id, now),
        },
      ];
    return sources;
  };
}

/** One recipe object for as long as montage and filters stay: whoever is given it may compare it by identity. */
function rememberRecipe(props: EegProps): (drawn: Drawn) => Recipe {
  let recipe: Recipe | null = null;
  let key: unknown[] = [];
  return (drawn) => {
    const [eeg, aux] = [filtersOf(props), auxFiltersOf(props)];
    const next = [drawn, eeg.lff, eeg.hff, eeg.notch, aux.lff, aux.hff];
    if (recipe === null || next.some((value, k) => value !== key[k])) {
      key = next;
      recipe = recipeOf(drawn.resolved, drawn.computed, {
        filters: { eeg, aux },
        samplingHz: drawn.group.sampling_hz,
      });
    }
    return recipe;
  };
}
