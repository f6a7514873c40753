import { afterEach, expect, it, vi } from "vitest";
import { eachWithin } from "../../domain/time/runs.ts";
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { openCore } from "../../signal/node.ts";
import { RecipeStream } from "../../signal/recipe-stream.ts";
import type { GroupReader } from "../analysis/index.ts";
import { streamMeans } from "./mean-stream.ts";

const recording = {} as RecordingDetail;
const segments = [
  { first: 0, count: 400_000 },
  { first: 3_000_000, count: 500_000 },
];
const group = {
  ...{ modality: "P", sampling_hz: 125, sample_type: "float32", missing_code: null, sample_count: 3_500_000 },
  ...{ channels: [{ gain: 1, offset: 0 }], segments },
} as unknown as SignalGroup;
const valueAt = (k: number) => Math.fround(80 + 20 * Math.sin(k / 50) + (k % 13));

/** Reads `length` samples at once. */
const readerOf = (length: number) =>
  ({
    async readSlices(_recording, { segments }, { first, count }, use) {
      eachWithin(segments, first, first + count, (start, end) => {
        for (let at = start; at < end; at += length) {
          const run = { first: at, count: Math.min(length, end - at) };
          const data = Float32Array.from({ length: run.count }, (_, k) => valueAt(at + k));
          use([{ ...run, stride: run.count, data, runs: [run] }]);
        }
      });
    },
  }) as GroupReader;

const rows = 4;
const channel = { first: { kind: "channel", index: 0 }, second: { kind: "zero" } } as const;
const recipeOf = (hff: number | null): Recipe => ({
  derivations: Array.from({ length: rows }, () => channel),
  filters: { lff: null, hff, notch: null },
  reduction: "mean",
});
const means = (
  recipe: Recipe,
  grid: { firstColumn: number; columns: number; samplesPerColumn: number },
  length: number,
) => streamMeans({ core: openCore(), reader: readerOf(length), recording, group }, recipe, grid, () => undefined);

afterEach(() => void vi.restoreAllMocks());

it("are of all samples of a column, however wide it is, in memory that does not grow with it", async () => {
  const pushed = vi.spyOn(RecipeStream.prototype, "push");
  const { data, breaks } = await means(
    recipeOf(null),
    { firstColumn: 0, columns: 2, samplesPerColumn: 2 ** 30 },
    1 << 19,
  );
  let sum = 0;
  for (const { first, count } of segments) for (let k = first; k < first + count; k++) sum += valueAt(k);
  const mean = Math.fround(sum / 900_000);
  expect([...data]).toEqual(Array.from({ length: rows }, () => [mean, 900_000, Number.NaN, Number.NaN]).flat());
  expect([...breaks]).toEqual([0, 0]);
  const parts = pushed.mock.results.map(({ value }) => value.data.length);
  expect(Math.max(...parts)).toBeLessThanOrEqual(2 * 262_144);
});

it("do not depend on how the samples are read, filtered or not, and know where data begin again", async () => {
  const grid = { firstColumn: 3, columns: 20, samplesPerColumn: 125_000 };
  for (const hff of [null, 20]) {
    const whole = await means(recipeOf(hff), grid, 1 << 20);
    for (const length of [4096, 99_991]) expect(await means(recipeOf(hff), grid, length)).toEqual(whole);
    // A column of the gap.
    expect(whole.data.subarray(2, 4).every(Number.isNaN)).toBe(true);
  }
  const after = await means(recipeOf(null), { ...grid, firstColumn: 24, columns: 2 }, 4096);
  expect([...after.breaks]).toEqual([1, 0]);
});
