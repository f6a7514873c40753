/** Columns of a recipe as means, on a compute thread. They are always made of the samples: levels hold extremes alone. */
import type { Recipe } from "../../../protocol/recipe.ts";
import type { ColumnGrid, ColumnResult } from "../../../signal/types.ts";
import { streamMeans } from "../mean-stream.ts";
import type { ThreadTask } from "./task.ts";

export const meansOfSamples: ThreadTask<{ recipe: Recipe; grid: ColumnGrid }, ColumnResult> = {
  name: "recipe_means",
  lane: "slow",
  run: (source, { recipe, grid }, onSlice) => streamMeans(source, recipe, grid, onSlice),
  handsBack: ({ data, breaks }) => [data.buffer as ArrayBuffer, breaks.buffer as ArrayBuffer],
};
