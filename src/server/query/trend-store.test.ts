import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { madeRecording } from "../../../tests/fixtures/analysis-sources.ts";
import type { Masks } from "../../domain/annotations/masks.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { openCore } from "../../signal/node.ts";
import { BlockMeans, type GroupReader } from "../analysis/index.ts";
import type { ComputePool } from "./compute-pool.ts";
import { claimMs, DerivedCache } from "./derived-cache.ts";
import { TrendFiles } from "./trend-files.ts";
import { type TrendOrder, TrendStore, trendBytes } from "./trend-store.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "connect-trends-"));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const hz = 64;
const seconds = 1500;
const names = ["Fp1", "F7", "T7", "P7", "O1", "Fp2", "F8", "T8", "P8", "O2"];
const rows = names.map((_, k) =>
  Float32Array.from({ length: seconds * hz }, (_, i) => 20 * Math.sin((i * (k + 3)) / 7)),
);
function orderOf(more: Partial<RecordingDetail> = {}, masks?: Masks, end = seconds): TrendOrder {
  const segments = [{ first: 0, count: end * hz, start_ms: 0 }];
  const made = madeRecording([{ modality: "EEG", samplingHz: hz, unit: "uV", segments, rows }], {
    ...{ start_ms: 0, data_object_id: 1 },
    ...more,
  });
  const [group] = made.recording.groups.map(
    (each): SignalGroup => ({
      ...each,
      kind: "eeg",
      channels: each.channels.map((channel, k) => ({ ...channel, label: names[k] })),
    }),
  );
  const recording = { ...made.recording, groups: [group] };
  reader = made.reader as GroupReader;
  const settings = { notch: null, isArtifactReduced: false };
  return { source: { recording, group, ...(masks === undefined ? {} : { masks }) }, settings };
}
let reader: GroupReader;

const core = openCore();
let jobs = 0;
const pool: Pick<ComputePool, "run"> = {
  run({ recording, modality, task, input }) {
    jobs++;
    const group = recording.groups.find((each) => each.modality === modality) as SignalGroup;
    const made = task.run({ core, recording, group, reader }, input, () => undefined, {
      reader,
      means: new BlockMeans(),
    });
    return { result: Promise.resolve(made), progress: () => 0 };
  },
};
const asker = { user: {}, epoch: 0, sequence: 0, signal: new AbortController().signal };
function storeIn(folder: string, { core: hash = "core", budget = 1e9 } = {}) {
  const files = new TrendFiles(new DerivedCache(folder, budget), (error) => {
    throw error;
  });
  return { files, store: new TrendStore(pool, hash, files) };
}
const read = (store: TrendStore, order: TrendOrder) =>
  store.read(order, { rows: [{ first: 0, count: 41 }], isSegments: false, from: 0, to: 150 }, asker).result;
/** Jobs that it took. */
async function counted(work: () => Promise<unknown>): Promise<number> {
  const before = jobs;
  await work();
  return jobs - before;
}
const filesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it("is made once, and read after a restart, to the bit", async () => {
  const folder = newFolder();
  const { files, store } = storeIn(folder);
  const order = orderOf();
  const made = await read(store, order);
  await files.idle();
  expect(await filesOf(folder)).toHaveLength(3);
  const again = storeIn(folder).store;
  expect(await counted(async () => expect(await read(again, order)).toEqual(made))).toBe(0);
  expect(await counted(() => read(storeIn(folder, { core: "another" }).store, order))).toBe(3);
  const bytes = await Promise.all(
    (await filesOf(folder)).slice(0, 3).map(async (file) => (await readFile(file)).length),
  );
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBe(trendBytes(order.source.group));
});

it("is made beforehand, what is missing only, one chunk by one of the nodes that share a folder", async () => {
  const folder = newFolder();
  const [one, other] = [storeIn(folder), storeIn(folder)];
  const order = orderOf();
  const built: number[] = [];
  const work = async ({ store }: typeof one) => built.push((await store.build(order, asker)).built);
  expect(await counted(() => Promise.all([work(one), work(other)]))).toBe(3);
  expect(built.reduce((sum, each) => sum + each, 0)).toBe(3);
  expect((await filesOf(folder)).filter((path) => path.endsWith(".claim"))).toEqual([]);
  expect(await counted(() => work(one))).toBe(0);
  expect(await counted(() => read(storeIn(folder).store, order))).toBe(0);
});

it("leaves a chunk to the node that claimed it, also as another one starts, until it must have died", async () => {
  const folder = newFolder();
  const order = orderOf();
  await storeIn(folder).store.build(order, asker);
  const [file] = await filesOf(folder);
  await rm(file);
  const claim = `${file}.claim`;
  await writeFile(claim, "");
  const started = storeIn(folder);
  await started.store.build({ ...order, settings: { ...order.settings, isArtifactReduced: true } }, asker); // the folder has been looked through
  expect(await started.store.build(order, asker)).toEqual({ built: 0, left: 1 });
  const long = new Date(Date.now() - 2 * claimMs);
  await utimes(claim, long, long);
  expect(await started.store.build(order, asker)).toEqual({ built: 1, left: 0 });
});

it("is made again where a file is damaged, cut short or of another recording", async () => {
  const flip = (at: number) => (bytes: Buffer) => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };
  for (const spoil of [(bytes: Buffer) => bytes.subarray(0, bytes.length - 4), flip(200), flip(30)]) {
    const folder = newFolder();
    const { files, store } = storeIn(folder);
    const order = orderOf();
    const made = await read(store, order);
    await files.idle();
    const [path] = await filesOf(folder);
    await writeFile(path, spoil(await readFile(path)));
    const again = storeIn(folder);
    expect(await counted(async () => expect(await read(again.store, order)).toEqual(made))).toBe(1);
    await again.files.idle();
    expect(await counted(() => read(storeIn(folder).store, order))).toBe(0);
  }
});

it("is made again where a byte went wrong behind an unchanged time of the file", async () => {
  const folder = newFolder();
  const { files, store } = storeIn(folder);
  const order = orderOf();
  const made = await read(store, order);
  await files.idle();
  const [path] = await filesOf(folder);
  const bytes = await readFile(path);
  const { atime, mtime } = await stat(path);
  bytes.writeUInt8(bytes.readUInt8(500) ^ 64, 500);
  await writeFile(path, bytes);
  await utimes(path, atime, mtime);
  const looked = storeIn(folder, { core: "core" });
  expect(await counted(async () => expect(await read(looked.store, order)).toEqual(made))).toBe(1);
  await looked.files.idle();
  await writeFile(path, bytes);
  await utimes(path, atime, mtime);
  // The same cache, whose memory of features is another store's.
  const again = new TrendStore(pool, "core", looked.files);
  expect(await counted(async () => expect(await read(again, order)).toEqual(made))).toBe(1);
});

it("keeps nothing of the chunk that a recording grows in, and everything before it", async () => {
  const folder = newFolder();
  const tail = (end: number) => ({ tail: { revision: end, end_ms: end * 1000, groups: [] } });
  const first = storeIn(folder);
  await read(first.store, orderOf(tail(1300), undefined, 1300));
  await first.files.idle();
  expect(await filesOf(folder)).toHaveLength(2);
  const { store } = storeIn(folder);
  expect(await counted(() => read(store, orderOf(tail(1400), undefined, 1400)))).toBe(1);
});

it("makes anew only where artifacts are left out", async () => {
  const folder = newFolder();
  const { files, store } = storeIn(folder);
  await read(store, orderOf());
  await files.idle();
  const masks: Masks = { everywhere: [[700_000, 710_000]], channels: new Map() };
  expect(await counted(() => read(store, orderOf({}, masks)))).toBe(1);
  await files.idle();
  expect(await filesOf(folder)).toHaveLength(4);
  expect(await counted(() => read(storeIn(folder).store, orderOf()))).toBe(0);
});

it("is read all the same where the disk takes nothing", async () => {
  const cache = new DerivedCache(newFolder(), 1e9);
  cache.store = () => Promise.reject(new Error("no room"));
  const failures: unknown[] = [];
  const files = new TrendFiles(cache, (error) => failures.push(error));
  const store = new TrendStore(pool, "core", files);
  expect((await read(store, orderOf())).epochs).toBe(150);
  await files.idle();
  expect(failures).toHaveLength(3);
  await expect(store.build(orderOf(), asker)).rejects.toThrow("Trends could not be kept.");
});
