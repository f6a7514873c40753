/** Recordings in an S3-compatible service: imported on one node, reviewed on another, on one PostgreSQL. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../../src/protocol/page-codec.ts";
import { getInventory, unload } from "../../../src/protocol/prefetch.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getFileAnnotations, getRecording, getRecordings } from "../../../src/protocol/routes.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { type OpenedStores, openStores } from "../../../src/server/platform/storage/index.ts";
import { storeOf } from "../../../src/server/platform/storage/settings.ts";
import { claimRow } from "../../../src/server/recordings/claim.ts";
import { openRecordings, remoteHome, sweep } from "../../../src/server/recordings/index.ts";
import { answerAs, callAs, defaultPlace, signIn } from "../../support/accounts.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";
import { hasRadosgw, type RunningRadosgw, startRadosgw } from "../../support/radosgw.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type StallingProxy, stallingProxy } from "../../support/stalling-proxy.ts";
import {
  connect,
  eegSamples,
  longSource,
  makeDataFolder,
  patientId,
  recipeRequest,
  requestFor,
} from "../pages/page-world.ts";
import { type PrefetchClient, prefetchClient } from "../pages/prefetch-world.ts";
import { bytesOf, keysOf } from "../server/store-world.ts";

const recipe: Recipe = {
  derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "channel", index: 1 } }],
  filters: { lff: 1, hff: 70, notch: 50 },
};

/** Pages of every kind: samples, exact columns, filtered columns, and those of a derived pyramid. */
async function pagesOf(url: string, token: string, recording: RecordingDetail): Promise<Page[]> {
  const client = await connect(url, token);
  const [eeg, pressure] = recording.groups;
  try {
    return [
      await client.page(requestFor(recording, eeg, { first: 1_047_000, end: 1_052_000, form: { kind: "samples" } })),
      await client.page(requestFor(recording, pressure, { first: 0, end: 1250, form: { kind: "samples" } })),
      await client.page(requestFor(recording, eeg, { first: 0, end: eegSamples, pixels: 777 })),
      await client.page(recipeRequest(recording, eeg, recipe, { firstColumn: 100, columns: 300, width: 64 })),
      await client.page(recipeRequest(recording, eeg, recipe, { firstColumn: 0, columns: 70, width: 32_768 })),
    ];
  } finally {
    client.close();
  }
}

describe.skipIf(!isOnPostgres() || !hasRadosgw())("recordings in a service", () => {
  let service: RunningRadosgw;
  let node: RunningServer;
  let local: RunningServer;
  let database: Database;
  let stores: OpenedStores;
  let imported: number;
  let expected: Page[];
  const importing = mkdtempSync(join(tmpdir(), "connect-importing-"));
  const folders = [importing];
  const home = () => remoteHome(stores, 0);
  const keys = (id: number) => keysOf(stores.own, `recordings/${id}/`);

  const importHere = async (name: string) =>
    importRecording({
      source: { kind: "reader", reader: longSource(), name },
      db: database.drizzle,
      dataDir: importing,
      remote: home(),
      timezone: "UTC",
      place: await defaultPlace(database.drizzle),
      patientId,
    });

  beforeAll(async () => {
    service = await startRadosgw();
    const DATABASE_URL = (await testDatabaseUrl(importing)) ?? "";
    database = await openDatabase({ dataDir: importing, databaseUrl: DATABASE_URL });
    stores = await openStores({ dataDir: importing, store: storeOf(service.env) });
    imported = await importHere("Long");
    node = await startServer({ env: { ...service.env, DATABASE_URL } });
    const made = await makeDataFolder();
    folders.push(made.dataDir);
    local = await startServer({ dataDir: made.dataDir });
    const { token } = await signIn(local.url);
    const recording = await answerAs(local.url, token, getRecording, { data_object_id: made.recordingId });
    expected = await pagesOf(local.url, token, recording);
  }, 180_000);
  afterAll(async () => {
    await Promise.all([node?.stop(), local?.stop()]);
    await stores?.close();
    await database?.close();
    await service?.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** What differs between two recordings of the same samples. */
  const without = (pages: readonly Page[]) =>
    pages.map(({ blocks, ...page }) => ({ ...page, blocks: blocks.map((block) => ({ ...block, data_object_id: 0 })) }));

  it("are reviewed on a node that did not import them, to the bit", { timeout: 90_000 }, async () => {
    const { token } = await signIn(node.url);
    const recording = await answerAs(node.url, token, getRecording, { data_object_id: imported });
    expect(without(await pagesOf(node.url, token, recording))).toEqual(without(expected));
    const annotations = await answerAs(node.url, token, getFileAnnotations, { data_object_id: imported });
    expect(annotations.annotations).toEqual([{ start_time: 1, end_time: 2, text: "a" }]);
    expect(readdirSync(join(importing, "recordings"))).toEqual([]);
    expect(readdirSync(node.dataDir)).not.toContain("recordings");
    expect(readdirSync(join(node.dataDir, "cache", "recordings"))).toEqual([
      expect.stringMatching(new RegExp(`^${imported}-[0-9a-f]{32}$`)),
    ]);
    expect(without(await pagesOf(node.url, token, recording))).toEqual(without(expected)); // out of the cache
  });

  describe("kept ready for review", () => {
    const soon = { timeout: 30_000 };
    /** Reaches the service through the proxy alone. */
    let reader: RunningServer;
    let proxy: StallingProxy;
    let client: PrefetchClient | undefined;
    const readerFolder = mkdtempSync(join(tmpdir(), "connect-reader-"));
    const copies = join(readerFolder, "cache", "recordings");
    const copied = () => {
      const names = existsSync(copies) ? readdirSync(copies, { recursive: true }).map(String) : [];
      return names.filter((name) => !name.startsWith(".gone") && statSync(join(copies, name)).isFile());
    };
    const isMarked = (name: string) => copied().some((path) => path.endsWith(name));
    const told = () => client?.last("review");
    async function review(): Promise<string> {
      const { token } = await signIn(reader.url);
      client = await prefetchClient(reader.url, token);
      expect(await client.want(imported, "review")).toMatchObject({ kind: "accepted" });
      return token;
    }
    const shown = async (token: string) => {
      const recording = await answerAs(reader.url, token, getRecording, { data_object_id: imported });
      const { annotations } = await answerAs(reader.url, token, getFileAnnotations, { data_object_id: imported });
      expect(annotations).toEqual([{ start_time: 1, end_time: 2, text: "a" }]);
      return without(await pagesOf(reader.url, token, recording));
    };
    const inventory = async (token: string) => (await answerAs(reader.url, token, getInventory, {})).directories;
    const hasMarker = (folder: string) =>
      readdirSync(join(folder, "cache", "recordings"), { recursive: true }).some((name) =>
        /^[^.].*\.reserved$/.test(String(name)),
      );

    beforeAll(async () => {
      proxy = await stallingProxy(service.endpoint);
      const DATABASE_URL = (await testDatabaseUrl(importing)) ?? "";
      const env = { ...service.env, DATABASE_URL, S3_ENDPOINT: proxy.url, RECORDING_CACHE_BYTES: "0", ROLE: "web" };
      writeFileSync(join(readerFolder, "demo"), "done");
      reader = await startServer({ dataDir: readerFolder, env });
    });
    afterAll(async () => {
      client?.close();
      await reader?.stop();
      await proxy?.close();
      rmSync(readerFolder, { recursive: true, force: true });
    });

    it("are copied on from where a killed server was", { timeout: 60_000 }, async () => {
      proxy.allow(16_000_000);
      await review();
      await expect.poll(() => told()?.percentage, soon).toBeGreaterThan(9);
      expect(told()).toMatchObject({ finished: false, waiting: false, error: null });
      expect([isMarked(".reserved"), isMarked(".complete")]).toEqual([true, false]);
      await reader.kill();
      client?.close();
      const before = copied().length;
      expect(before).toBeGreaterThan(3);
      proxy.allow(Number.POSITIVE_INFINITY);
      const answered = proxy.answered();
      await reader.restart();
      await expect.poll(() => isMarked(".complete"), soon).toBe(true);
      const size = await database.pool.query("select size_bytes::float8 as size from prefetch");
      expect(proxy.answered() - answered).toBeLessThan(size.rows[0].size); // what was there was not fetched again
      await review();
      await expect
        .poll(told, soon)
        .toMatchObject({ finished: true, percentage: 100, prefetched_size: size.rows[0].size });
    });

    it("are shown to the bit while the service is gone, also after a restart", { timeout: 60_000 }, async () => {
      client?.close();
      await reader.restart();
      const token = await review();
      await expect.poll(told, soon).toMatchObject({ finished: true, percentage: 100 });
      proxy.deny();
      expect(await shown(token)).toEqual(without(expected));
      proxy.allow(Number.POSITIVE_INFINITY);
    });

    it("are ready when every server that answers users has them, and free the disks when unloaded", {
      timeout: 60_000,
    }, async () => {
      const { token } = await signIn(reader.url);
      const whole = () =>
        database.pool.query("select 1 from prefetch_copy where percent = 100").then(({ rowCount }) => rowCount);
      await expect.poll(whole, soon).toBe(2);
      // The server that was killed counts for half a minute.
      await database.pool.query(
        "delete from prefetch_node where id not in (select node_id from prefetch_copy where percent = 100)",
      );
      const ask = () => callAs(reader.url, token, unload, { data_object_ids: [imported] });
      await expect
        .poll(() => inventory(token), soon)
        .toMatchObject([{ percent_loaded: 100, disabled: true, error: null }]);
      expect((await ask()).status).toBe(409);
      await client?.leave();
      await expect.poll(() => inventory(token), soon).toMatchObject([{ percent_loaded: 100, disabled: false }]);
      expect((await ask()).status).toBe(200);
      await expect.poll(copied, soon).toEqual([]);
      await expect.poll(() => hasMarker(node.dataDir), soon).toBe(false);
    });
  });

  it("are read without a cache, too", async () => {
    const reader = openRecordings({ db: database.drizzle, dataDir: importing, remote: home() });
    const detail = await reader.get(imported, "everything");
    if (detail === null) throw new Error("The recording is not there.");
    const { data } = await reader.readSamples(detail, detail.groups[0], 1_047_000, 2000);
    const stored = await bytesOf(await stores.own.get(`recordings/${imported}/token`));
    expect(stored.toString()).toMatch(/^[0-9a-f-]{36}$/);
    expect(data.some((value) => value !== 0)).toBe(true);
    expect(readdirSync(importing)).not.toContain("cache");
    reader.close();
  });

  it("leave nothing behind when they are removed, or when their import died", async () => {
    const other = await importHere("Other");
    expect((await keys(other)).length).toBeGreaterThan(10);
    const recordings = openRecordings({ db: database.drizzle, dataDir: importing, remote: home() });
    expect(await recordings.remove(other)).toBe(true);
    expect(await keys(other)).toEqual([]);
    expect((await keys(imported)).length).toBeGreaterThan(10);
    recordings.close();

    const facts = {
      patient_id: patientId,
      obj_name: "Dead",
      obj_type: "EDF",
      start_ms: 0,
      is_start_known: true,
      timezone: "UTC",
      channel_count: 1,
      size_bytes: 1,
    } as const;
    const place = await defaultPlace(database.drizzle);
    const order = { db: database.drizzle, dataDir: importing, facts, place, remote: home() };
    const claim = await claimRow({ ...order, token: "dead" });
    await stores.own.put(`recordings/${claim.id}/0/l0/0.0.0`, Buffer.from("x"), 1);
    await sweep(database.drizzle, importing, { isAlone: true, remote: home() });
    expect(await keys(claim.id)).toEqual([]);

    // What another database left under the next id is not touched, and the id is not used.
    await stores.own.put(`recordings/${claim.id + 1}/token`, Buffer.from("theirs"), 6);
    const next = await claimRow({ ...order, token: "next" });
    expect(next.id).toBe(claim.id + 2);
    expect(await keys(claim.id + 1)).toEqual([`recordings/${claim.id + 1}/token`]);
    await next.release();
  });

  it("from before there was a service are still read in the data folder", async () => {
    const mixed = folders[1];
    writeFileSync(join(mixed, "demo"), "done");
    await local.stop();
    local = await startServer({ dataDir: mixed, env: service.env });
    const { token } = await signIn(local.url);
    const { recordings } = await answerAs(local.url, token, getRecordings, {});
    const [{ data_object_id }] = recordings;
    const recording = await answerAs(local.url, token, getRecording, { data_object_id });
    expect(without(await pagesOf(local.url, token, recording))).toEqual(without(expected));
  });
});
