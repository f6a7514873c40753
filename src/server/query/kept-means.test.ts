import { expect, it } from "vitest";
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { ColumnGrid } from "../../signal/types.ts";
import type { ComputePool, ComputeWork } from "./compute-pool.ts";
import { KeptMeans } from "./kept-means.ts";
import type { Asker } from "./turns.ts";

const count = 1_000_000;

function sourceOf({ end = count, dataVersion = 1, gap = 0 } = {}) {
  const segments = [
    { first: 0, count: 70_000 - gap, start_ms: 0 },
    { first: 70_000, count: end - 70_000, start_ms: 560_000 },
  ];
  const channels = [{ gain: 1, offset: 0 }];
  const group = { modality: "ABP", sampling_hz: 125, sample_count: end, segments, channels } as unknown as SignalGroup;
  const recording = { data_object_id: 1, data_version: dataVersion, start_ms: 0, groups: [group] };
  return { recording: recording as unknown as RecordingDetail, group };
}
const filters = { lff: null, hff: null, notch: null };
const recipeOf = (lff: number | null = null): Recipe => ({
  derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "zero" } }],
  filters: { ...filters, lff },
  reduction: "mean",
});
const gridOf = (firstColumn = 0): ColumnGrid => ({ firstColumn, columns: 4, samplesPerColumn: 100_000 });

function makeWorld(budgetBytes?: number) {
  const works: ComputeWork[] = [];
  const pool = {
    run(work: ComputeWork) {
      works.push(work);
      const made = { data: Float32Array.of(works.length, 2), breaks: new Uint8Array(1) };
      return { result: Promise.resolve(made), progress: () => 0 };
    },
  } as unknown as ComputePool;
  return { means: new KeptMeans(pool, "core", budgetBytes), works };
}
const asker: Asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal };

it("makes the means of a stay once: who asks again is given them without a compute thread", async () => {
  const { means, works } = makeWorld();
  const first = await means.read(sourceOf(), { recipe: recipeOf(), grid: gridOf() }, asker).result;
  // Values are handed over to be coded: what is kept must not go with them.
  structuredClone(first.data, { transfer: [first.data.buffer as ArrayBuffer] });
  const again = means.read(sourceOf(), { recipe: recipeOf(), grid: gridOf() }, asker);
  expect([again.progress(), [...(await again.result).data], works.length]).toEqual([1, [1, 2], 1]);
});

it("makes anew what another recipe, core, span, version or run of samples would change, and not what grew behind it", async () => {
  const { means, works } = makeWorld();
  const read = async (source: ReturnType<typeof sourceOf>, recipe = recipeOf(), grid = gridOf()) => {
    const before = works.length;
    await means.read(source, { recipe, grid }, asker).result;
    return works.length > before;
  };
  expect(await read(sourceOf())).toBe(true);
  expect(await read(sourceOf(), recipeOf(1))).toBe(true);
  expect(await read(sourceOf(), recipeOf(), gridOf(1))).toBe(true);
  expect(await read(sourceOf({ dataVersion: 2 }))).toBe(true);
  expect(await read(sourceOf({ gap: 10 }))).toBe(true);
  // The page ends at sample 400,000.
  expect(await read(sourceOf({ end: 2 * count }))).toBe(false);
  expect(await read(sourceOf({ end: 399_999 }))).toBe(true);
});

it("keeps no more than it may, the last used", async () => {
  const { means, works } = makeWorld(20);
  const read = (firstColumn: number) =>
    means.read(sourceOf(), { recipe: recipeOf(), grid: gridOf(firstColumn) }, asker).result;
  for (const each of [0, 1, 0, 2, 0]) await read(each);
  expect(works).toHaveLength(3);
  await read(1);
  expect(works).toHaveLength(4);
});
