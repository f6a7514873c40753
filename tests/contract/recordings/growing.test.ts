/** A recording that grows: what was acknowledged is read at once, and is in the end what an import would have made. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { GroupWriter } from "../../../src/server/recordings/group-writer.ts";
import {
  type AppendedBlock,
  type GrowingRecording,
  openRecordings,
  type RecordingStore,
  RecordingTaken,
  resumeGrowing,
} from "../../../src/server/recordings/index.ts";
import type { StoredRecording } from "../../../src/server/recordings/types.ts";
import { blockMaker, eegHz, type GrowingWorld, growingWorld, startMs } from "./growing-world.ts";

let world: GrowingWorld;
let recordings: RecordingStore;
const open: GrowingRecording[] = [];

beforeAll(async () => {
  world = await growingWorld();
  recordings = openRecordings({ db: world.database.drizzle, dataDir: world.dataDir });
}, 60_000);
afterEach(async () => {
  for (const one of open.splice(0)) await one.leave();
});
afterAll(async () => {
  recordings?.close();
  await world?.close();
});

async function begin(): Promise<GrowingRecording> {
  const growing = await world.open();
  open.push(growing);
  return growing;
}

async function resume(id: number): Promise<GrowingRecording> {
  const growing = await world.resume(id);
  open.push(growing);
  return growing;
}

const read = async (id: number) => (await recordings.get(id, "everything")) as StoredRecording;

/** As soon as readers are told of what was acknowledged. */
const readGrown = (growing: GrowingRecording) =>
  expect
    .poll(async () => (await read(growing.id)).tail?.revision)
    .toBe(growing.tail.revision)
    .then(() => read(growing.id));

/** What readers are given of each group: runs, and digests of all samples and of columns of many widths. */
async function contentOf(recording: StoredRecording, upTo = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]) {
  const digestOf = ({ buffer, byteOffset, byteLength }: Int16Array | Float32Array) =>
    createHash("sha256")
      .update(new Uint8Array(buffer, byteOffset, byteLength))
      .digest("hex");
  return Promise.all(
    recording.groups.map(async (group, k) => {
      const count = Math.min(group.sample_count, upTo[k]);
      const { data, runs } = await recordings.readSamples(recording, group, 0, count);
      const columns = [7, 100, 1000].map(async (width) => {
        const edges = Float64Array.from({ length: Math.floor(count / width) + 1 }, (_, c) => c * width);
        return digestOf(await recordings.readColumns(recording, group, edges));
      });
      return { runs, samples: digestOf(data), columns: await Promise.all(columns) };
    }),
  );
}

/** Everything that is stored of a recording, by name. */
function filesOf(id: number): Map<string, Buffer> {
  const folder = join(world.dataDir, "recordings", String(id));
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  return new Map(names.sort().map((name) => [name, readFileSync(folder + name)]));
}

/** A stretch of 70 minutes with jitter, gaps and a seam: more than one chunk of samples, and of the finest level. */
function story(): AppendedBlock[][] {
  const next = blockMaker();
  const pieces: AppendedBlock[][] = [];
  for (const [seconds, options] of [
    [1, {}],
    [0.5, {}],
    [3, {}],
    [200, {}],
    [0.25, { gapMs: 5000 }],
    [900, {}],
    [30, { isSeam: true }],
    [1.5, {}],
    [2400, { gapMs: 77_000 }],
    [10, {}],
    [600, {}],
    [0.75, {}],
  ] as const)
    pieces.push(next(seconds, options));
  return pieces;
}

it("is read while it grows exactly as the same blocks imported at once, and is the same recording in the end", {
  timeout: 120_000,
}, async () => {
  const pieces = story();
  const whole = await read(await world.importAll(pieces.flat()));
  const growing = await begin();
  for (const [k, blocks] of pieces.entries()) {
    await growing.append(blocks);
    if (k === 4 || k === 9) await growing.seal();
    if (![0, 2, 5, 6, 9, 11].includes(k)) continue;
    const now = await readGrown(growing);
    const counts = now.groups.map(({ sample_count }) => sample_count);
    expect(await contentOf(now)).toEqual(await contentOf(whole, counts));
    expect(now).toMatchObject({ state: "ready", is_damaged: false, is_unverified: false, damage: [] });
    expect(now.end_ms).toBeCloseTo(startMs + (counts[0] * 1000) / eegHz, 6);
    expect(await recordings.integrity.look(growing.id)).toBe(false);
    expect((await recordings.integrity.verify(growing.id))?.damage).toEqual([]);
  }
  const before = await read(growing.id);
  await growing.close([{ start_time: startMs, end_time: startMs + 1, text: "late" }], ["r"]);
  const after = await read(growing.id);
  expect(after.tail).toBeUndefined();
  expect(after.groups).toEqual(whole.groups);
  expect(after.groups).toEqual(before.groups);
  expect(after).toMatchObject({ data_version: before.data_version, gap_count: whole.gap_count, end_ms: whole.end_ms });
  expect(after.anchors).toMatchObject({ description: whole.anchors?.description, groups: whole.anchors?.groups });
  const [made, imported] = [filesOf(growing.id), filesOf(whole.data_object_id)];
  made.delete("/annotations.json");
  expect([...made.keys()]).toEqual([...imported.keys()]);
  for (const [name, bytes] of imported) expect(made.get(name)?.equals(bytes), name).toBe(true);
  expect(await recordings.annotations(growing.id, "everything")).toHaveLength(1);
  expect((await recordings.integrity.verify(growing.id))?.state).toBe("good");
});

it("goes on after its writer died at any moment, with what was acknowledged and nothing else", {
  timeout: 120_000,
}, async () => {
  const pieces = story();
  const whole = await read(await world.importAll(pieces.flat()));
  const growing = await begin();
  const { id } = growing;
  const folder = join(world.dataDir, "recordings", String(id));
  const kept = join(world.dataDir, "as-it-was");
  let writer = growing;
  for (const [k, blocks] of pieces.entries()) {
    const { tail } = writer;
    cpSync(join(folder, ".tail"), kept);
    await writer.append(blocks);
    if (k % 3 === 1) {
      // All of the block lies there, and its acknowledgement does not: a crash between the two.
      await writer.leave();
      cpSync(kept, join(folder, ".tail"));
      await world.database.pool.query("update recording set tail = $2, end_ms = $3 where id = $1", [
        id,
        JSON.stringify(tail),
        tail.end_ms,
      ]);
      writer = await resume(id);
      expect(writer.tail).toEqual(tail);
      const now = await readGrown(writer);
      const counts = now.groups.map(({ sample_count }) => sample_count);
      expect(await contentOf(now)).toEqual(await contentOf(whole, counts));
      await writer.append(blocks);
    }
    if (k === 6) {
      await writer.seal();
      // Acknowledged, and the row was never told.
      await world.database.pool.query("update recording set tail = tail || '{\"revision\": 0}' where id = $1", [id]);
    }
    if (k === 7 || k === 9) {
      await writer.leave();
      const { tail: acknowledged } = writer;
      writer = await resume(id);
      expect(writer.tail).toEqual(acknowledged);
    }
  }
  await writer.close();
  const after = await read(id);
  expect(after.groups).toEqual(whole.groups);
  expect(after.anchors).toEqual(whole.anchors);
  expect((await recordings.integrity.verify(id))?.state).toBe("good");
});

it("is written by one, refuses what lies before its end, and takes nothing after a failure", async () => {
  const next = blockMaker();
  const growing = await begin();
  const db = world.database.drizzle;
  await growing.append(next(2));
  expect(await resumeGrowing({ db, dataDir: world.dataDir, id: growing.id })).toBeNull();
  const again = blockMaker()(1);
  await expect(growing.append(again)).rejects.toThrow("begins before the end");
  await expect(growing.append([again[0], again[0]])).rejects.toThrow("one block at a time");
  await expect(growing.append([{ ...again[0], count: 3 }])).rejects.toThrow("another form");
  await expect(growing.append([{ ...again[0], startMs: startMs + 500 * 86_400_000 }])).rejects.toThrow("400 days");
  await expect(growing.append([{ ...again[0], startMs: startMs + 26 * 3_600_000 }])).rejects.toThrow("24 hours");
  await growing.append(next(1));
  const { tail } = growing;
  expect(tail.groups.map(({ sample_count }) => sample_count)).toEqual([3 * eegHz, 60]);
  // The folder is gone: the next block has no place.
  const folder = join(world.dataDir, "recordings", String(growing.id));
  rmSync(folder, { recursive: true });
  await expect(growing.append(next(1))).rejects.toThrow("ENOENT");
  await expect(growing.append(next(1))).rejects.toThrow("ENOENT");
  expect(growing.tail).toEqual(tail);
  expect(existsSync(folder)).toBe(false);
});

it("asks for the room of the chunks that a gap leaves behind", async () => {
  const next = blockMaker();
  const growing = await begin();
  const asked: number[] = [];
  const demandRoom = async (bytes: number) => void asked.push(bytes);
  await growing.append(next(8), { demandRoom });
  const full = new Error("The disk is full.");
  const refuse = (bytes: number) => demandRoom(bytes).then(() => Promise.reject(full));
  await expect(growing.append(next(1, { gapMs: 2 * 3_600_000 }), { demandRoom: refuse })).rejects.toBe(full);
  expect(asked[0]).toBe(0);
  // An hour of samples but for two blocks of 4 s, and the finest level.
  const samples = (3600 - 8) * (eegHz * 6 + 80);
  expect(asked[1]).toBeGreaterThanOrEqual(samples);
  expect(asked[1]).toBeLessThan(1.2 * samples);
});

it("says nothing more once its row may be somebody else's, and shows signs of life while it goes on", async () => {
  const next = blockMaker();
  const growing = await begin();
  const { pool } = world.database;
  await growing.append(next(1), { digest: "one" });
  const file = join(world.dataDir, "recordings", String(growing.id), ".tail");
  const before = readFileSync(file, "utf8");
  const { commit, resume: goOn } = GroupWriter.prototype;
  // While the samples are written another process takes the row, and no answer comes for six seconds.
  vi.spyOn(GroupWriter.prototype, "commit").mockImplementationOnce(async function (this: GroupWriter, how) {
    await commit.call(this, how);
    await pool.query("update recording set import_token = 'other' where id = $1", [growing.id]);
    const { now } = performance;
    vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 6000);
  });
  await expect(growing.append(next(1))).rejects.toBeInstanceOf(RecordingTaken);
  vi.restoreAllMocks();
  expect(readFileSync(file, "utf8")).toBe(before);
  await growing.leave();
  await pool.query("update recording set import_token = null where id = $1", [growing.id]);

  const beat = async () =>
    (await pool.query("select heartbeat_at from recording where id = $1", [growing.id])).rows[0].heartbeat_at.getTime();
  vi.spyOn(GroupWriter.prototype, "resume").mockImplementationOnce(async function (this: GroupWriter, ...told) {
    const taken = await beat();
    await expect.poll(beat, { timeout: 5000 }).toBeGreaterThan(taken);
    await goOn.apply(this, told);
  });
  const again = await resume(growing.id);
  vi.restoreAllMocks();
  expect([again.appends, again.lastDigest]).toEqual([1, "one"]);
});

it("has a hundred thousand segments at most", async () => {
  const growing = await begin();
  await growing.append(blockMaker()(1));
  await growing.leave();
  const file = join(world.dataDir, "recordings", String(growing.id), ".tail");
  const stored = JSON.parse(readFileSync(file, "utf8"));
  const segments = Array.from({ length: 100_000 }, (_, k) => ({
    ...{ first: 2 * k, count: 1, start_ms: startMs + (2000 * k) / eegHz },
  }));
  stored.revision++;
  stored.groups[0] = { sealed_count: 0, sample_count: 199_999, segments };
  stored.end_ms = startMs + (199_999 * 1000) / eegHz;
  writeFileSync(file, JSON.stringify(stored));
  // What a tail tells of has to be there.
  await expect(resume(growing.id)).rejects.toThrow("shorter than what was written");
  const samples = join(world.dataDir, "recordings", String(growing.id), "0", "l0", "0.0.0");
  truncateSync(samples, 2 ** 26);
  const full = await resume(growing.id);
  const [block] = blockMaker()(1);
  await expect(full.append([{ ...block, startMs: stored.end_ms + 1000 }])).rejects.toThrow("too many gaps");
  await full.append([{ ...block, startMs: stored.end_ms }]);
});

it("is complete together with what else its end writes, or not at all", async () => {
  const growing = await begin();
  await growing.append(blockMaker()(10));
  const lost = () => Promise.reject(new Error("the database went"));
  await expect(growing.close([], [], lost)).rejects.toThrow("the database went");
  expect((await read(growing.id)).tail).toBeDefined();
  await growing.leave();
  const again = await resume(growing.id);
  const told: number[] = [];
  await again.close([], [], async (_tx, id) => void told.push(id));
  expect(told).toEqual([growing.id]);
  expect((await read(growing.id)).tail).toBeUndefined();
});
