/**
 * Means of recipe columns, kept in memory: no level holds a mean, so a heatmap of a whole stay reads every sample of it. Asked for again, after a reload or by
 * another reader, it is there.
 */
import { createHash } from "node:crypto";
import type { Recipe } from "../../protocol/recipe.ts";
import type { ColumnGrid, ColumnResult } from "../../signal/types.ts";
import { KeptResults } from "../platform/kept-results.ts";
import type { ComputePool } from "./compute-pool.ts";
import { chunkKey, pyramidKey } from "./derived-cache.ts";
import { meansOfSamples } from "./tasks/recipe-means.ts";
import type { Making, PageSource } from "./tasks/task.ts";
import type { Asker } from "./turns.ts";

/** A heatmap of a day is some 30 kB a row. */
const defaultBudgetBytes = 32 * 1024 * 1024;

export class KeptMeans {
  private readonly pages: KeptResults<ColumnResult>;

  constructor(
    private readonly pool: Pick<ComputePool, "run">,
    private readonly coreHash: string,
    budgetBytes = defaultBudgetBytes,
  ) {
    this.pages = new KeptResults(({ data, breaks }) => data.byteLength + breaks.byteLength, budgetBytes);
  }

  /** The columns of `grid` as (mean, how many samples it is of), the caller's own: what was kept stays as it is. Fails as ComputePool.run does. */
  read(
    { recording, group }: Pick<PageSource, "recording" | "group">,
    { recipe, grid }: { recipe: Recipe; grid: ColumnGrid },
    asker: Asker,
  ): Making<ColumnResult> {
    const key = this.keyOf({ recording, group }, recipe, grid);
    const known = this.pages.get(key);
    if (known !== undefined) return { result: Promise.resolve(copyOf(known)), progress: () => 1 };
    const work = { recording, modality: group.modality, task: meansOfSamples, input: { recipe, grid }, key };
    const { result, progress } = this.pool.run(work, asker);
    return { result: result.then((made) => copyOf(this.pages.keep(key, made))), progress };
  }

  /** Everything the means depend on. Of the runs all up to the end of the page: filters look back, and what grows grows behind it. */
  private keyOf(
    { recording, group }: Pick<PageSource, "recording" | "group">,
    recipe: Recipe,
    { firstColumn, columns, samplesPerColumn }: ColumnGrid,
  ): string {
    const pyramid = pyramidKey(recording, group, recipe, this.coreHash);
    const end = Math.min((firstColumn + columns) * samplesPerColumn, group.sample_count);
    const made = chunkKey(pyramid, { recording, group }, 0, end);
    return createHash("sha256")
      .update(JSON.stringify(["means", made, end, firstColumn, columns, samplesPerColumn]))
      .digest("hex");
  }
}

const copyOf = ({ data, breaks }: ColumnResult): ColumnResult => ({ data: data.slice(), breaks: breaks.slice() });
