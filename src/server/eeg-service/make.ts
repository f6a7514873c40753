/** EEG images of the embedded service: what a compute thread does for one. */
import type { Derivation, Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { Frame } from "../../render/types.ts";
import { artifactFlags, isAtRail } from "../../signal/artifact-flags.ts";
import type { ColumnGrid, ColumnResult } from "../../signal/types.ts";
import { drawFrame, type Picture, withFrame } from "./draw-frame.ts";
import { encodeGif } from "./gif.ts";
import { type FlagPlan, type PagePlan, planPage } from "./page-plan.ts";
import { pageFrame } from "./paint-page.ts";
import type { ImageOrder } from "./service.ts";

/** Columns of a recipe over the group of the page. */
export type ReadColumns = (recipe: Recipe, grid: ColumnGrid) => Promise<ColumnResult>;

/** Samples of a row that are judged at once, with those of its electrodes. */
const samplesAtOnce = 16_384;

/** Their extremes in columns of so many tell that no channel is at its rail, as in most pages. */
const coarseSamples = 256;

/** Codes beyond it may round to the last of 16 bits. */
const nearRail = 32_766;

type Channel = SignalGroup["channels"][number];

const isNearRail = (uv: number, { gain, offset }: Channel): boolean => Math.abs((uv - offset) / gain) > nearRail;

/** Null: the recording has no such montage. */
export async function makeImage(
  recording: RecordingDetail,
  order: ImageOrder,
  read: ReadColumns,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const frame = await frameOfPage(recording, order, read);
  return frame === null ? null : withFrame(frame, (picture) => encodeGif(picture));
}

/** The picture before it is encoded. */
export async function makePicture(
  recording: RecordingDetail,
  order: ImageOrder,
  read: ReadColumns,
): Promise<Picture | null> {
  const frame = await frameOfPage(recording, order, read);
  return frame === null ? null : drawFrame(frame);
}

async function frameOfPage(recording: RecordingDetail, order: ImageOrder, read: ReadColumns): Promise<Frame | null> {
  const plan = planPage(recording, order);
  if (plan === null) return null;
  const columns = await read(plan.recipe, plan.grid);
  const flags = plan.flags === null ? null : await flagsOf(plan, plan.flags, read);
  return pageFrame(recording, order, plan, columns, flags);
}

/** Of each row, of each block; of so many samples at once. */
async function flagsOf(
  { drawn: { group } }: PagePlan,
  { recipe, inputs, edges, warmup }: FlagPlan,
  read: ReadColumns,
): Promise<Uint8Array[]> {
  const rows = recipe.derivations.length;
  const flags = Array.from({ length: rows }, () => new Uint8Array(Math.max(0, edges.length - 1)));
  for (let from = 0; from < edges.length - 1; ) {
    let to = from + 1;
    while (to < edges.length - 1 && edges[to + 1] - edges[from] <= samplesAtOnce) to++;
    const first = Math.max(0, edges[from] - warmup);
    const count = edges[to] - first;
    const grid = { firstColumn: first, columns: count, samplesPerColumn: 1 };
    const { data } = await read(recipe, grid);
    const own = edges.slice(from, to + 1).map((edge) => edge - first);
    const near = inputs === null ? null : nearRails(await read(inputs, coarse(first, count)), inputs, group);
    const railed = near === null ? null : railsOf(await read(near, grid), near, group, own);
    const values = new Float32Array(count);
    for (let row = 0; row < rows; row++) {
      const rails = railed === null ? undefined : eitherOf(recipe.derivations[row], railed, own.length - 1);
      for (let k = 0; k < count; k++) values[k] = data[2 * (row * count + k)];
      flags[row].set(artifactFlags(values, own, group.sampling_hz, rails), from);
    }
    from = to;
  }
  return flags;
}

/** Columns that hold all of those samples. */
const coarse = (first: number, count: number): ColumnGrid => {
  const firstColumn = Math.floor(first / coarseSamples);
  const columns = Math.ceil((first + count) / coarseSamples) - firstColumn;
  return { firstColumn, columns, samplesPerColumn: coarseSamples };
};

/** Those of `inputs` that come near a rail; null: none does. */
function nearRails({ data }: ColumnResult, inputs: Recipe, { channels }: SignalGroup): Recipe | null {
  const values = data.length / inputs.derivations.length;
  const derivations = inputs.derivations.filter(({ first }, row) => {
    if (first.kind !== "channel") return false;
    const channel = channels[first.index];
    return data.subarray(row * values, (row + 1) * values).some((uv) => isNearRail(uv, channel));
  });
  return derivations.length === 0 ? null : { ...inputs, derivations };
}

/** Blocks in which a channel is where its converter ends, of the channels of `inputs`. */
function railsOf(
  { data }: ColumnResult,
  inputs: Recipe,
  { channels }: SignalGroup,
  edges: readonly number[],
): ReadonlyMap<number, Uint8Array> {
  const columns = data.length / (2 * inputs.derivations.length);
  return new Map(
    inputs.derivations.flatMap(({ first }, row) => {
      if (first.kind !== "channel") return [];
      const own = data.subarray(2 * row * columns, 2 * (row + 1) * columns);
      return [[first.index, railedBlocks(own, channels[first.index], edges)] as const];
    }),
  );
}

/** Of pairs of extremes, each of one sample. */
function railedBlocks(pairs: Float32Array, channel: Channel, edges: readonly number[]): Uint8Array {
  const found = new Uint8Array(edges.length - 1);
  for (let block = 0; block < found.length; block++)
    for (let k = edges[block]; k < edges[block + 1] && found[block] === 0; k++)
      // Most samples are far from the rail.
      if (isNearRail(pairs[2 * k], channel) && isAtRail(pairs[2 * k], channel)) found[block] = 1;
  return found;
}

/** Blocks in which either electrode of a row is there. */
function eitherOf({ first, second }: Derivation, railed: ReadonlyMap<number, Uint8Array>, blocks: number): Uint8Array {
  const own = [first, second].flatMap((term) => (term.kind === "channel" ? [railed.get(term.index)] : []));
  return Uint8Array.from({ length: blocks }, (_, block) => Number(own.some((found) => found?.[block] === 1)));
}
