import { expect, it } from "vitest";
import { pyramidLevels } from "../../domain/time/grid.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { ChunkIdentity } from "./chunk-file.ts";
import type { ComputePool } from "./compute-pool.ts";
import type { DerivedCache } from "./derived-cache.ts";
import { type DerivedPageOrder, DerivedPyramid } from "./derived-pyramid.ts";
import { YoungChunks } from "./young-chunks.ts";

const MiB = 1024 * 1024;

/** The largest page there is: 128 rows of 16,384 columns, 16 MiB. */
function largest(): DerivedPageOrder {
  const group = {
    modality: "EEG",
    sample_count: 16_384 * 64,
    sampling_hz: 256,
    channels: [{ gain: 1, offset: 0 }],
    segments: [{ first: 0, count: 16_384 * 64, start_ms: 0 }],
  } as unknown as SignalGroup;
  const recording = { data_object_id: 1, data_version: 1, groups: [group] } as RecordingDetail;
  const derivations = Array.from({ length: 128 }, () => ({
    first: { kind: "channel", index: 0 } as const,
    second: { kind: "zero" } as const,
  }));
  const filters = { lff: 1, hff: 30, notch: 60 };
  return {
    recording,
    group,
    recipe: { derivations, filters },
    grid: { firstColumn: 0, columns: 16_384, samplesPerColumn: 64 },
  };
}

it("takes no memory for a page of which nothing is there yet: asking for many of the largest is free", async () => {
  const cache = { open: async () => null, store: async () => undefined } as unknown as DerivedCache;
  let asked = 0;
  const run = () => {
    asked++;
    return { result: new Promise<never>(() => undefined), progress: () => 0 };
  };
  const young = new YoungChunks(cache, () => undefined);
  const pyramid = new DerivedPyramid({ run } as unknown as ComputePool, cache, young, "");
  const order = largest();
  const asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal };
  const before = process.memoryUsage().arrayBuffers;
  const pages = Array.from({ length: 16 }, () => pyramid.page(order, asker));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(16 * 16); // two chunks of eight pieces each
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MiB);
  expect(pages[0].progress()).toBe(0);
});

it("is empty where the recording has ended", async () => {
  const pyramid = new DerivedPyramid(null as never, null as never, null as never, "");
  const grid = { firstColumn: 20_000, columns: 3, samplesPerColumn: 64 };
  const page = await pyramid.page({ ...largest(), grid }, null as never).result;
  expect(page.data).toEqual(new Float32Array(128 * 3 * 2).fill(Number.NaN));
  expect(page.breaks).toEqual(new Uint8Array(3));
});

it("makes of a recording that grows what was not there, and what its end lies in", async () => {
  const stored: ChunkIdentity[] = [];
  const cache = {
    open: async () => null,
    store: async (identity: ChunkIdentity) => void stored.push(identity),
  } as unknown as DerivedCache;
  const made: (readonly [number, number])[] = [];
  const run = ({ input }: { input: { firstColumn: number; columns: number } }) => {
    const { firstColumn, columns } = input;
    made.push([firstColumn / 1024, columns]);
    const levels = pyramidLevels.map((width) => {
      const count = Math.ceil((columns * 64) / width);
      const data = new Float32Array(128 * count * 2);
      return {
        rows: 128,
        firstColumn: (firstColumn * 64) / width,
        columns: count,
        data,
        breaks: new Uint8Array(count),
      };
    });
    return { result: Promise.resolve(levels), progress: () => 1 };
  };
  const young = new YoungChunks(cache, () => undefined, 1e9);
  const pyramid = new DerivedPyramid({ run } as unknown as ComputePool, cache, young, "");
  const asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal };
  const pieces = async (samples: number, tail: RecordingDetail["tail"] | null) => {
    const { recording, recipe, grid, group: whole } = largest();
    const group = { ...whole, sample_count: samples, segments: [{ first: 0, count: samples, start_ms: 0 }] };
    const order = { recording: { ...recording, tail: tail ?? undefined }, group, recipe, grid };
    await pyramid.page(order, asker).result;
    await young.idle();
    return made.splice(0);
  };
  const tail = { revision: 1, end_ms: 0, groups: [] };
  expect(await pieces(2 * 65_536 + 100, tail)).toEqual([
    [0, 1024],
    [1, 1024],
    [2, 2],
  ]);
  expect(await pieces(2 * 65_536 + 190, tail)).toEqual([[2, 3]]);
  expect(await pieces(4 * 65_536, tail)).toEqual([
    [2, 1024],
    [3, 1024],
  ]);
  expect(await pieces(4 * 65_536, tail)).toEqual([]);
  expect(stored).toEqual([]);
  expect((await pieces(8 * 65_536 + 64, tail)).map(([piece]) => piece).sort()).toEqual([4, 5, 6, 7, 8]);
  expect(stored.map(({ chunk, columns }) => [chunk, columns])).toEqual([[0, 8192]]);
  // Complete: its last chunk is kept as a short one.
  await pieces(8 * 65_536 + 128, null);
  expect(stored.slice(1).map(({ chunk, columns }) => [chunk, columns])).toContainEqual([1, 2]);
  expect(new Set(stored.map((identity) => identity.pyramid)).size).toBe(1);
});
