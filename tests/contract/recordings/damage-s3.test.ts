/** Damage of recordings in an S3-compatible service, of pieces cached of them and of copies reserved for review. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { type OpenedStores, openStores } from "../../../src/server/platform/storage/index.ts";
import { storeOf } from "../../../src/server/platform/storage/settings.ts";
import {
  openCopies,
  openGrowing,
  openRecordings,
  type RecordingStore,
  remoteHome,
} from "../../../src/server/recordings/index.ts";
import { defaultPlace } from "../../support/accounts.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";
import { hasRadosgw, type RunningRadosgw, startRadosgw } from "../../support/radosgw.ts";
import { damageSource, shownOf } from "./damage-world.ts";
import { blockMaker, eegHz, growingHead } from "./growing-world.ts";

describe.skipIf(!hasRadosgw())("in a service", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-damage-s3-"));
  let service: RunningRadosgw;
  let database: Database;
  let stores: OpenedStores;
  let id: number;
  let whole: number;
  const nodes: string[] = [];

  /** A server with a disk of its own. `cacheBytes`: what it may keep of what it read. */
  const node = (cacheBytes: number, folder = mkdtempSync(join(tmpdir(), "connect-damage-node-"))) => {
    if (!nodes.includes(folder)) nodes.push(folder);
    const remote = remoteHome(stores, cacheBytes);
    return { folder, remote, recordings: openRecordings({ db: database.drizzle, dataDir: folder, remote }) };
  };
  const key = (name: string) => `recordings/${id}/${name}`;
  const objectOf = async (name: string) => buffer(await stores.own.get(key(name)));
  const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i % 64 === 0 ? byte ^ 4 : byte)));
  const demandWhole = async (recordings: RecordingStore) => {
    expect(await shownOf(recordings, id, 1)).toBe(whole);
    expect(await recordings.get(id, "everything")).toMatchObject({ is_damaged: false, damage: [] });
  };

  beforeAll(async () => {
    service = await startRadosgw();
    database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
    stores = await openStores({ dataDir, store: storeOf(service.env) });
    id = await importRecording({
      source: { kind: "reader", reader: damageSource(1), name: "R" },
      db: database.drizzle,
      dataDir,
      remote: remoteHome(stores, 0),
      timezone: "UTC",
      place: await defaultPlace(database.drizzle),
      patientId: "DAMAGE-S3",
    });
    const { recordings } = node(0);
    whole = await shownOf(recordings, id, 1);
    recordings.close();
  }, 240_000);
  afterAll(async () => {
    await stores?.close();
    await database?.close();
    await service?.stop();
    for (const folder of [dataDir, ...nodes]) rmSync(folder, { recursive: true, force: true });
  });

  it("an object that is wrong or gone is a hole; put back, the next full look heals it", {
    timeout: 120_000,
  }, async () => {
    const name = "0/l0/1.0.0";
    const good = await objectOf(name);
    for (const blow of ["flip", "delete", "truncate", "swap"] as const) {
      if (blow === "delete") await stores.own.delete([key(name)]);
      else {
        const other = blow === "swap" ? await objectOf("0/l0/0.0.0") : flipped(good);
        const bytes = blow === "truncate" ? good.subarray(0, good.length / 2 + 1) : other;
        await stores.own.put(key(name), bytes, bytes.length);
      }
      const { recordings } = node(0);
      const shown = await shownOf(recordings, id, 1);
      expect(shown).toBeGreaterThan(0);
      expect(shown).toBeLessThan(whole);
      expect(await recordings.get(id, "everything")).toMatchObject({ is_damaged: true });
      expect(await recordings.integrity.verify(id)).toMatchObject({ state: "damaged" });
      expect(await shownOf(recordings, id, 1)).toBe(shown);
      await stores.own.put(key(name), good, good.length);
      expect(await recordings.integrity.verify(id)).toMatchObject({ state: "good", isChanged: true });
      await demandWhole(recordings);
      recordings.close();
    }
  });

  it("a level that is wrong or gone is computed and stored again, bit by bit", { timeout: 120_000 }, async () => {
    for (const level of ["l16", "l4096"]) {
      const name = `0/${level}/0.0.0.0`;
      const good = await objectOf(name);
      const bad = flipped(good);
      for (const strike of [() => stores.own.put(key(name), bad, bad.length), () => stores.own.delete([key(name)])]) {
        await strike();
        const { recordings } = node(0);
        await demandWhole(recordings);
        await recordings.integrity.idle();
        await recordings.integrity.verify(id);
        expect((await objectOf(name)).equals(good)).toBe(true);
        recordings.close();
      }
    }
  });

  it("all of it gone, or what says which import it is of", { timeout: 120_000 }, async () => {
    const names: string[] = [];
    for await (const object of stores.own.list(key(""))) names.push(object.key);
    const kept = new Map<string, Buffer>();
    for (const name of names) kept.set(name, await buffer(await stores.own.get(name)));
    await stores.own.delete([key("token")]);
    const { recordings } = node(0);
    await demandWhole(recordings);
    recordings.close();
    await stores.own.delete(names);
    const bare = node(0).recordings;
    expect(await bare.integrity.look(id)).toBe(true);
    expect(await shownOf(bare, id, 1)).toBe(0);
    expect(await bare.annotations(id, "everything")).toEqual([]);
    expect(await bare.integrity.verify(id)).toMatchObject({ state: "damaged" });
    bare.close();
    for (const [name, bytes] of kept) await stores.own.put(name, bytes, bytes.length);
    const again = node(0).recordings;
    expect(await again.integrity.verify(id)).toMatchObject({ state: "good", isChanged: true });
    await demandWhole(again);
    again.close();
  });

  it("what grows on another node is not there, and is not told as damaged", { timeout: 120_000 }, async () => {
    const own = node(0);
    const growing = await openGrowing({
      ...{ db: database.drizzle, dataDir: own.folder, remote: own.remote, head: growingHead },
      ...{ place: await defaultPlace(database.drizzle), patient_id: "LIVE-S3", obj_name: "Live" },
    });
    const blocks = blockMaker();
    for (let k = 0; k < 3; k++) await growing.append(blocks(10));
    await growing.seal();
    const other = node(64 * 2 ** 20).recordings;
    expect(await other.integrity.look(growing.id)).toBe(false);
    await expect(shownOf(other, growing.id, 1)).rejects.toThrow("another node");
    expect(await other.integrity.verify(growing.id)).toBeNull();
    expect(await own.recordings.integrity.verify(growing.id)).toMatchObject({ state: "good" });
    expect(await other.integrity.counts()).toEqual({ damaged: 0, unverified: 0 });
    await growing.close();
    expect(await other.integrity.verify(growing.id)).toMatchObject({ state: "good" });
    const recording = await other.get(growing.id, "everything");
    if (recording === null) throw new Error("no recording");
    const { runs } = await other.readSamples(recording, recording.groups[0], 0, 30 * eegHz);
    expect(runs).toMatchObject([{ first: 0, count: 30 * eegHz }]);
    for (const { recordings } of [own, { recordings: other }]) recordings.close();
  });

  it("a piece of the cache, or of a copy for review, that is wrong or short is fetched again", {
    timeout: 120_000,
  }, async () => {
    const { folder, remote, recordings } = node(0);
    recordings.close();
    if (remote === null) throw new Error("There is no service.");
    const copies = openCopies(folder, remote);
    const found = await copies.measure(id);
    const options = { signal: new AbortController().signal, onLoaded: () => undefined, isStillThere: async () => true };
    await copies.bring({ recordingId: id, token: found?.token ?? null }, options);
    const home = join(folder, "cache", "recordings");
    const pieces = readdirSync(home, { recursive: true, encoding: "utf8" })
      .map((name) => join(home, name))
      .filter((path) => statSync(path).isFile() && /\/(l\d+\/.*|sums|sums\.copy)\/\d+$/.test(path));
    expect(pieces.length).toBeGreaterThan(8);
    const good = pieces.map((path) => readFileSync(path));
    for (const bytesOf of [flipped, (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)]) {
      for (const [k, path] of pieces.entries()) writeFileSync(path, bytesOf(good[k]));
      const reading = node(0, folder).recordings;
      await demandWhole(reading);
      reading.close();
      const samples = pieces.findIndex((path) => path.includes("/0/l0/0.0.0/"));
      await expect.poll(() => readFileSync(pieces[samples]).equals(good[samples]), { timeout: 60_000 }).toBe(true);
    }
    // Nobody reads it: a check of the copy finds what is wrong, while the service still answers.
    for (const [k, path] of pieces.entries()) writeFileSync(path, flipped(good[k]));
    const checking = node(0, folder).recordings;
    await checking.integrity.verifyCopy(id, new AbortController().signal);
    checking.close();
    const samples = pieces.map((path, k) => ({ path, k })).filter(({ path }) => /\/l\d+\/[\d.]+\//.test(path));
    const wrong = () => samples.filter(({ path, k }) => !readFileSync(path).equals(good[k])).map(({ path }) => path);
    await expect.poll(wrong, { timeout: 60_000 }).toEqual([]);
    expect(existsSync(join(folder, "recordings"))).toBe(false);
  });
});
