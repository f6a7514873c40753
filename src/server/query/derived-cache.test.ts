import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { pyramidFactor, pyramidLevels } from "../../domain/time/grid.ts";
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, Segment, SignalGroup } from "../../protocol/recordings.ts";
import type { GridColumns } from "../../signal/levels.ts";
import { type ChunkIdentity, chunkLayout, encodeChunk, readChunk } from "./chunk-file.ts";
import { chunkKey, DerivedCache, pyramidKey } from "./derived-cache.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "connect-cache-"));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const identity = (chunk: number): ChunkIdentity => ({
  pyramid: "ef".repeat(32),
  key: "ab".repeat(32),
  chunk,
  rows: 3,
  columns: 2501,
});

function chunkOf({ rows, columns }: ChunkIdentity): Uint8Array {
  const levels = pyramidLevels.map((_, level): GridColumns => {
    const own = Math.ceil(columns / pyramidFactor ** level);
    return {
      rows,
      columns: own,
      firstColumn: 0,
      data: Float32Array.from({ length: rows * own * 2 }, (_, k) => level * 1e5 + k),
      breaks: Uint8Array.from({ length: own }, (_, k) => Number(k % 7 === level)),
    };
  });
  return encodeChunk(identity(0), levels);
}

async function store(cache: DerivedCache, chunk: number): Promise<number> {
  const bytes = chunkOf(identity(chunk));
  new DataView(bytes.buffer).setUint32(4, chunk, true);
  await cache.store(identity(chunk), bytes);
  return bytes.length;
}

async function has(cache: DerivedCache, chunk: number): Promise<boolean> {
  const file = await cache.open(identity(chunk));
  await file?.close();
  return file !== null;
}

it("reads any part of any level of a chunk", async () => {
  const cache = new DerivedCache(newFolder(), 1e9);
  await store(cache, 4);
  const file = await cache.open(identity(4));
  if (file === null) throw new Error("The chunk is not there.");
  for (const [level, from, to, columns] of [
    [0, 0, 2501, 2501],
    [0, 17, 900, 2501],
    [0, 1023, 1025, 2501],
    [0, 2048, 2501, 2501],
    [1, 312, 313, 313],
    [3, 0, 5, 5],
  ]) {
    const { data, breaks } = await readChunk(file, identity(4), { level, from, to });
    const width = to - from;
    for (let row = 0; row < 3; row++)
      for (const k of [0, width - 1])
        expect(data[2 * (row * width + k)]).toBe(level * 1e5 + 2 * (row * columns + from + k));
    expect([...breaks]).toEqual(Array.from({ length: width }, (_, k) => Number((from + k) % 7 === level)));
  }
  await file.close();
});

it("hands out no byte that rotted since it was looked at, whatever the file's size and times say", async () => {
  const cache = new DerivedCache(newFolder(), 1e9);
  await store(cache, 4);
  const path = cache.pathOf(identity(4));
  const good = await readFile(path);
  const { atime, mtime } = await stat(path);
  const wholes = pyramidLevels.map((_, level) => ({ level, from: 0, to: Math.ceil(2501 / pyramidFactor ** level) }));
  const readWhole = async () => {
    const file = await cache.open(identity(4));
    if (file === null) throw new Error("It says that it is another chunk.");
    const read = await Promise.allSettled(wholes.map((part) => readChunk(file, identity(4), part)));
    await file.close();
    return read.map(({ status }) => status === "fulfilled");
  };
  expect(await readWhole()).toEqual([true, true, true, true]);
  const { sections } = chunkLayout(identity(4));
  for (const [level, { dataAt, breaksAt }] of sections.entries())
    for (const at of [dataAt, dataAt + 8, breaksAt - 1, breaksAt]) {
      const bad = Buffer.from(good);
      bad[at] ^= 1;
      await writeFile(path, bad);
      utimesSync(path, atime, mtime);
      expect(await readWhole()).toEqual(wholes.map((part) => part.level !== level));
    }
  for (const at of [64, 64 + 4 * 9]) {
    const bad = Buffer.from(good);
    bad[at] ^= 128;
    await writeFile(path, bad);
    utimesSync(path, atime, mtime);
    expect(await readWhole()).toEqual([false, false, false, false]);
  }
});

it("opens no chunk under another identity", async () => {
  const cache = new DerivedCache(newFolder(), 1e9);
  await store(cache, 4);
  const path = cache.pathOf(identity(4));
  for (const wrong of [
    { ...identity(4), rows: 2 },
    { ...identity(4), columns: 2500 },
  ]) {
    expect(cache.pathOf(wrong)).toBe(path);
    expect(await cache.open(wrong)).toBeNull();
    await store(cache, 4);
  }
  expect(await has(cache, 4)).toBe(true);
});

it("keeps to its budget: what was not used for longest goes first, also after a restart", async () => {
  const folder = newFolder();
  const roomy = new DerivedCache(folder, 1e9);
  const bytes = await store(roomy, 0);
  for (const chunk of [1, 2, 3]) await store(roomy, chunk);
  for (const [chunk, day] of [
    [0, 3],
    [1, 1],
    [2, 4],
    [3, 2],
  ])
    utimesSync(roomy.pathOf(identity(chunk)), new Date(2020, 1, day), new Date(2020, 1, 1));
  await writeFile(join(dirname(roomy.pathOf(identity(0))), "5.77-1-1.new"), "left by a killed thread");
  const tight = new DerivedCache(folder, 3.5 * bytes);
  expect(await has(tight, 2)).toBe(true);
  await store(tight, 4); // waits until the folder was looked through
  const names = (await readdir(dirname(tight.pathOf(identity(0))))).sort();
  expect(names).toEqual(["0", "2", "4"]);
});

it("gives a key of its own to everything the columns depend on, and to nothing else", () => {
  const recording = { data_object_id: 1, data_version: 1, start_ms: 5, obj_name: "a" } as RecordingDetail;
  const segments = [
    { first: 0, count: 4, start_ms: 5 },
    { first: 4, count: 6, start_ms: 20 },
  ];
  const channels = [{ gain: 0.5, offset: 1 }] as SignalGroup["channels"];
  const group = {
    modality: "EEG",
    sample_count: 10,
    sampling_hz: 256,
    missing_code: null,
    channels,
    segments,
  } as SignalGroup;
  const recipe: Recipe = {
    derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "average", members: [1, 2] } }],
    filters: { lff: 1, hff: 30, notch: null },
  };
  const key = pyramidKey(recording, group, recipe, "core");
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  const [{ first, second }] = recipe.derivations;
  const others = [
    pyramidKey({ ...recording, data_version: 2 }, group, recipe, "core"),
    pyramidKey({ ...recording, data_object_id: 2 }, group, recipe, "core"),
    pyramidKey(recording, { ...group, modality: "ABP" }, recipe, "core"),
    pyramidKey(recording, { ...group, channels: [{ ...channels[0], gain: 0.25 }] }, recipe, "core"),
    pyramidKey(recording, { ...group, channels: [{ ...channels[0], offset: 0 }] }, recipe, "core"),
    pyramidKey(recording, { ...group, missing_code: -1 }, recipe, "core"),
    pyramidKey(recording, group, recipe, "another core"),
    pyramidKey(recording, group, { ...recipe, filters: { lff: 1, hff: null, notch: 30 } }, "core"),
    pyramidKey(recording, group, { ...recipe, derivations: [{ first: second, second: first }] }, "core"),
    pyramidKey(recording, group, { ...recipe, derivations: [{ first, second: { kind: "zero" } }] }, "core"),
  ];
  expect(new Set([key, ...others]).size).toBe(others.length + 1);
  const reordered = { filters: { notch: null, hff: 30, lff: 1 }, derivations: recipe.derivations } as Recipe;
  expect(pyramidKey({ ...recording, obj_name: "b" }, group, reordered, "core")).toBe(key);
  expect(pyramidKey(recording, { ...group, sample_count: 90, segments: [] }, recipe, "core")).toBe(key);
});

it("gives a chunk a key of its own by the runs it is made of, wherever the recording goes on", () => {
  const segment = (first: number, end: number) => ({ first, count: end - first, start_ms: 0 });
  const of = (segments: Segment[]) => ({ recording: {} as RecordingDetail, group: { segments } as SignalGroup });
  const keyOf = (...segments: Segment[]) => chunkKey("pyramid", of(segments), 100, 200);
  const key = keyOf(segment(0, 40), segment(90, 150), segment(160, 200));
  expect(keyOf(segment(90, 150), segment(160, 900), segment(950, 990))).toBe(key);
  const others = [
    keyOf(segment(90, 150), segment(160, 190)),
    keyOf(segment(90, 150), segment(150, 200)),
    keyOf(segment(90, 200)),
    chunkKey("other", of([segment(90, 150), segment(160, 200)]), 100, 200),
  ];
  expect(new Set([key, ...others]).size).toBe(others.length + 1);
});

it("holds nothing in a folder that cannot be made, and says why only to who stores", async () => {
  const file = join(newFolder(), "file");
  await writeFile(file, "");
  const cache = new DerivedCache(join(file, "cache"), 1e9);
  expect(await cache.open(identity(0))).toBeNull();
  await expect(cache.store(identity(0), chunkOf(identity(0)))).rejects.toThrow(/ENOTDIR/);
});

it("leaves the last of the disk to others", async () => {
  const folder = newFolder();
  const asked: [string, number][] = [];
  const cache = new DerivedCache(folder, 1e9, async (path, bytes) => {
    asked.push([path, bytes]);
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  });
  await expect(store(cache, 1)).rejects.toMatchObject({ code: "ENOSPC" });
  expect(asked).toEqual([[folder, chunkOf(identity(1)).length]]);
  expect(await readdir(folder)).toEqual([]);
});
