/** The levels of one piece of a derived pyramid: columns [firstColumn, firstColumn + columns) of the finest one. */
import { pyramidBase, pyramidFactor, pyramidLevels } from "../../../domain/time/grid.ts";
import type { Recipe } from "../../../protocol/recipe.ts";
import { type GridColumns, mergeColumns } from "../../../signal/levels.ts";
import { streamColumns } from "../column-stream.ts";
import type { ThreadTask } from "./task.ts";

interface PieceInput {
  recipe: Recipe;
  firstColumn: number;
  columns: number;
}

/** Gives the levels, finest first. */
export const piece: ThreadTask<PieceInput, GridColumns[]> = {
  name: "piece",
  lane: "slow",
  async run(source, { recipe, firstColumn, columns }, onSlice) {
    const grid = { firstColumn, columns, samplesPerColumn: pyramidBase };
    const levels = [await streamColumns(source, recipe, grid, onSlice)];
    while (levels.length < pyramidLevels.length)
      levels.push(mergeColumns(source.core, levels[levels.length - 1], pyramidFactor));
    onSlice(1);
    return levels;
  },
  handsBack: (levels) =>
    levels.flatMap(({ data, breaks }) => [data.buffer as ArrayBuffer, breaks.buffer as ArrayBuffer]),
};
