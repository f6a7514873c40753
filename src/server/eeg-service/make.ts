/** EEG images of the embedded service: what a compute thread does for one. */
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { artifactFlags } from "../../signal/artifact-flags.ts";
import type { ColumnGrid, ColumnResult } from "../../signal/types.ts";
import { encodeGif } from "./gif.ts";
import { type FlagPlan, type PagePlan, planPage } from "./page-plan.ts";
import { type Picture, paintPage } from "./paint-page.ts";
import type { ImageOrder } from "./service.ts";

/** Columns of a recipe over the group of the page. */
export type ReadColumns = (recipe: Recipe, grid: ColumnGrid) => Promise<ColumnResult>;

/** Samples of a row that are judged at once. */
const samplesAtOnce = 32_768;

/** Null: the recording has no such montage. */
export async function makeImage(
  recording: RecordingDetail,
  order: ImageOrder,
  read: ReadColumns,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const picture = await makePicture(recording, order, read);
  return picture === null ? null : encodeGif(picture);
}

/** The picture before it is encoded. */
export async function makePicture(
  recording: RecordingDetail,
  order: ImageOrder,
  read: ReadColumns,
): Promise<Picture | null> {
  const plan = planPage(recording, order);
  if (plan === null) return null;
  const columns = await read(plan.recipe, plan.grid);
  const flags = plan.flags === null ? null : await flagsOf(plan, plan.flags, read);
  return paintPage(recording, order, plan, columns, flags);
}

/** Of each row, of each block; of so many samples at once. */
async function flagsOf(
  { drawn }: PagePlan,
  { recipe, edges, warmup }: FlagPlan,
  read: ReadColumns,
): Promise<Uint8Array[]> {
  const rows = recipe.derivations.length;
  const flags = Array.from({ length: rows }, () => new Uint8Array(Math.max(0, edges.length - 1)));
  for (let from = 0; from < edges.length - 1; ) {
    let to = from + 1;
    while (to < edges.length - 1 && edges[to + 1] - edges[from] <= samplesAtOnce) to++;
    const first = Math.max(0, edges[from] - warmup);
    const count = edges[to] - first;
    const { data } = await read(recipe, { firstColumn: first, columns: count, samplesPerColumn: 1 });
    const own = edges.slice(from, to + 1).map((edge) => edge - first);
    const values = new Float32Array(count);
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < count; k++) values[k] = data[2 * (row * count + k)];
      flags[row].set(artifactFlags(values, own, drawn.group.sampling_hz), from);
    }
    from = to;
  }
  return flags;
}
