/**
 * "recipe_columns": derived, filtered, decimated. From the finest level of the derived pyramid on it is made of the levels, of the stored
 * ones where the recipe changes nothing; below that of the samples at once. Means are always made of the samples: levels hold extremes alone.
 */
import { pyramidBase } from "../../../domain/time/grid.ts";
import type { ColumnsBlock, Sent } from "../../../protocol/page-codec.ts";
import type { PageCode } from "../../../protocol/pages.ts";
import type { Recipe } from "../../../protocol/recipe.ts";
import { compileRecipe } from "../../../signal/compile.ts";
import { ParameterError } from "../../../signal/parameter-error.ts";
import type { ColumnGrid, ColumnResult } from "../../../signal/types.ts";
import { isDerived } from "../../analysis/index.ts";
import { streamColumns } from "../column-stream.ts";
import { levelDividing, positionsOf } from "../page-geometry.ts";
import { PageRefused, refusals } from "../page-refused.ts";
import { asSent, bufferOf } from "./coded-values.ts";
import { piece } from "./piece.ts";
import { meansOfSamples } from "./recipe-means.ts";
import { storedChannels, storedRecipeColumns } from "./stored-recipe.ts";
import { headOf, type Making, mostColumnBytes, type PageTask, type ThreadTask } from "./task.ts";

type SentColumns = Omit<ColumnResult, "data"> & { data: Sent<ColumnsBlock>["data"] };

const directColumns: ThreadTask<{ recipe: Recipe; grid: ColumnGrid; code: PageCode | undefined }, SentColumns> = {
  name: "recipe_columns",
  lane: "quick",
  async run(source, { recipe, grid, code }, onSlice) {
    const { data, breaks } = await streamColumns(source, recipe, grid, onSlice);
    const shape = { kind: "pairs", rows: recipe.derivations.length, count: grid.columns } as const;
    return { data: asSent(source.core, data, { shape, code }), breaks };
  },
  handsBack: ({ data, breaks }) => [bufferOf(data), breaks.buffer as ArrayBuffer],
};

/** Of a derived group each takes as long as computing its samples does. */
const computedColumns: typeof directColumns = { ...directColumns, name: "computed_recipe_columns", lane: "slow" };

export const recipeColumns: PageTask<"recipe_columns"> = {
  kind: "recipe_columns",
  check({ recipe, first_column, samples_per_column }, count, group) {
    try {
      compileRecipe(recipe, group.sampling_hz, group.channels.length);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      throw new PageRefused("bad_request", refusals.badRecipe(error.message));
    }
    if (!Number.isSafeInteger((first_column + count) * samples_per_column) || samples_per_column >= 2 ** 31)
      throw new PageRefused("bad_request", refusals.badRequest);
    if (samples_per_column >= pyramidBase && levelDividing(samples_per_column) === null)
      throw new PageRefused("bad_request", refusals.badColumnWidth(pyramidBase));
  },
  bytes: ({ recipe }, count) => recipe.derivations.length * count * 8,
  mostBytes: mostColumnBytes,
  tooLarge: refusals.tooManyColumns,
  make({ source, form, columns, asker }, tools) {
    const { recording, group } = source;
    const { recipe, first_column, samples_per_column } = form;
    const grid: ColumnGrid = { firstColumn: first_column, columns, samplesPerColumn: samples_per_column };
    const { result, progress } = columnsOf();
    const from = first_column * samples_per_column;
    const block = result.then(
      ({ data, breaks }): Sent<ColumnsBlock> => ({
        kind: "columns",
        ...headOf(source, from, from + columns * samples_per_column, samples_per_column),
        rows: recipe.derivations.length,
        grid: { first_column, samples_per_column },
        columns,
        breaks: positionsOf(breaks),
        data,
      }),
    );
    return { result: block, progress };

    function columnsOf(): Making<SentColumns> {
      if (recipe.reduction === "mean") return tools.means(source, { recipe, grid }, asker);
      if (samples_per_column < pyramidBase) {
        const task = isDerived(recording) ? computedColumns : directColumns;
        return tools.compute(source, { task, input: { recipe, grid, code: asker.code } }, asker);
      }
      const channels = isDerived(recording) ? null : storedChannels(recipe, group);
      if (channels === null) return tools.pyramid({ recording, group, recipe, grid }, asker);
      return tools.compute(source, { task: storedRecipeColumns, input: { channels, grid } }, asker);
    }
  },
  threadTasks: [directColumns, computedColumns, meansOfSamples, piece, storedRecipeColumns],
};
