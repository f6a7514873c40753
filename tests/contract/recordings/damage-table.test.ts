/**
 * Each way of damage, to each part of what is stored of a recording, where a server is showing it: what the picture, the
 * list, the log and the command line say. The table of src/server/recordings/README.md, cell by cell.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getRecordings } from "../../../src/protocol/routes.ts";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import { type ObjectStore, openStores } from "../../../src/server/platform/storage/index.ts";
import { storeOf } from "../../../src/server/platform/storage/settings.ts";
import { remoteHome } from "../../../src/server/recordings/index.ts";
import { answerAs, signIn, withDatabase } from "../../support/accounts.ts";
import { emptyDatabaseUrl, testDatabaseUrl } from "../../support/postgres.ts";
import { hasRadosgw, type RunningRadosgw, startRadosgw } from "../../support/radosgw.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect } from "../pages/page-world.ts";
import { prefetchClient } from "../pages/prefetch-world.ts";
import {
  blows,
  type Cell,
  type CellFiles,
  fileNames,
  importCells,
  namesOf,
  type Shown,
  type Struck,
  shownOf,
  strikeFiles,
  strikeSegments,
} from "./damage-cells.ts";
import type { Blow } from "./damage-world.ts";

/** Ends what hangs: beside a full load a round of blows takes minutes. */
const longestMs = 900_000;

const cellsOf = (parts: readonly Struck[], those = blows) =>
  parts.flatMap((part) => those.map((blow): [Struck, Blow] => [part, blow]));

/** What is shown and said of a cell: when it was struck, and after everything was read. */
interface Seen {
  shown: Shown;
  again: Shown;
  isListed: boolean | undefined;
  logged: string;
  said: string;
}

/** A server that shows one recording for each part, all of which are struck with one blow after the other. */
class Table {
  readonly dataDir = mkdtempSync(join(tmpdir(), "connect-cells-"));
  readonly seen = new Map<string, Seen>();
  readonly codes: number[] = [];
  cells: Cell[] = [];
  /** Recordings that give their files, the longer one first. */
  private donors: Cell[] = [];
  store?: ObjectStore;
  private server?: RunningServer;
  private client?: Client;
  private token = "";
  private env: Record<string, string> = {};

  constructor(private readonly parts: readonly Struck[]) {}

  /** Imports, and starts the server with these settings; all of it is looked at once. */
  async begin(env: Record<string, string>): Promise<void> {
    this.env = env;
    const database = await openDatabase({ dataDir: this.dataDir, databaseUrl: await emptyDatabaseUrl(this.dataDir) });
    const stores = await openStores({ dataDir: this.dataDir, store: storeOf(env) });
    this.store = stores.own;
    const to = { db: database.drizzle, dataDir: this.dataDir, remote: remoteHome(stores, 0) };
    const [longer, shorter, ...cells] = await importCells(["levels", "samples", ...this.parts], to);
    [this.donors, this.cells] = [[longer, shorter], cells];
    await database.close();
    this.server = await startServer({ dataDir: this.dataDir, env });
    ({ token: this.token } = await signIn(this.server.url));
    this.client = await connect(this.server.url, this.token);
    await this.demandWhole();
  }

  get ids(): number[] {
    return [...this.donors, ...this.cells].map(({ id }) => id);
  }

  get access(): { url: string; token: string } {
    return { url: (this.server as RunningServer).url, token: this.token };
  }

  look(cell: Cell): Promise<Shown> {
    return shownOf({ ...this.access, client: this.client as Client }, cell);
  }

  async demandWhole(): Promise<void> {
    for (const cell of this.cells) {
      const shown = await this.look(cell);
      expect(shown).toMatchObject({ samples: cell.whole, isDamaged: false, annotations: [`note ${cell.seed}`] });
    }
  }

  /** Everything is read by the command line; what it prints, and its exit code. */
  async verify(): Promise<{ code: number; out: string }> {
    const DATABASE_URL = await testDatabaseUrl(this.dataDir);
    const args = [join(import.meta.dirname, "../../../dist/server/verify.js"), "--data", this.dataDir];
    const env = { ...process.env, ...this.env, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
    return promisify(execFile)(process.execPath, args, { env }).then(
      ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, out: stdout + stderr }),
    );
  }

  /** Strikes all recordings, looks at each, reads everything, looks again, and puts back what was struck. */
  async round(blow: Blow, files: CellFiles, afterwards?: () => Promise<void>): Promise<void> {
    const server = this.server as RunningServer;
    const from = server.output().length;
    const putBack: (() => Promise<void>)[] = [];
    for (const { id, part, hz } of this.cells) {
      const order = { id, donor: this.donors.find((one) => one.hz === hz)?.id ?? 0, blow };
      if (part !== "segments") putBack.push(await strikeFiles(files, { ...order, part }));
      else
        putBack.push(await strikeSegments((...it) => withDatabase(this.dataDir, (pool) => pool.query(...it)), order));
    }
    const first = new Map<number, Shown>();
    for (const cell of this.cells) first.set(cell.id, await this.look(cell));
    const { code, out } = await this.verify();
    this.codes.push(code);
    const { recordings } = await answerAs(this.access.url, this.token, getRecordings, {});
    for (const cell of this.cells) {
      const again = await this.look(cell);
      const lines = server.output().slice(from).split("\n");
      this.seen.set(`${cell.part}, ${blow}`, {
        ...{ shown: first.get(cell.id) as Shown, again },
        isListed: recordings.find(({ data_object_id }) => data_object_id === cell.id)?.is_damaged,
        logged: lines.filter((line) => line.includes(`"recordingId":${cell.id},`)).join("\n"),
        said: new RegExp(`^Recording ${cell.id}: (.*)$`, "m").exec(out)?.[1] ?? "",
      });
    }
    await afterwards?.();
    for (const each of putBack) await each();
  }

  async end(): Promise<void> {
    this.client?.close();
    await this.server?.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** What is said of a damaged part of the store, wherever it lies. */
function demandTold(table: Table, part: Struck, blow: Blow): void {
  const { shown, again, isListed, logged, said } = table.seen.get(`${part}, ${blow}`) as Seen;
  const { whole } = table.cells.find((cell) => cell.part === part) as Cell;
  expect(again.samples).toEqual(shown.samples);
  if (part === "levels") {
    expect(shown).toMatchObject({ samples: whole, isDamaged: false, hasDamagedAnnotations: false });
    expect(isListed).toBe(false);
    expect(said).toMatch(/^as it was stored/);
    // It was made again by the server that met it, or by the command line.
    expect(`${logged} ${said}`).toMatch(/level\.mended|files made again/);
    return;
  }
  expect([isListed, again.isDamaged]).toEqual([true, true]);
  expect(said).toMatch(/^DAMAGED: /);
  expect(logged).toContain("recording.damaged");
  const [eeg, slow] = again.samples;
  if (part === "samples") {
    expect(eeg).toBeLessThan(whole[0]);
    expect(eeg).toBeGreaterThan(0);
    expect(slow).toBe(whole[1]);
  } else if (part === "float samples") {
    expect(eeg).toBe(whole[0]);
    expect(slow).toBeLessThan(whole[1]);
  } else if (part === "annotations") {
    expect(again).toMatchObject({ samples: whole, annotations: [], hasDamagedAnnotations: true });
  } else expect(again.samples).toEqual([0, 0]);
  if (part !== "annotations") expect(again.detail.damage.length).toBeGreaterThan(0);
}

/** After each round all is put back, and found to be whole by the next full look; after the last one it is shown, too. */
async function everyBlow(table: Table, files: CellFiles, those = blows): Promise<void> {
  for (const blow of those) {
    await table.round(blow, files);
    expect(await table.verify()).toMatchObject({ code: 0 });
  }
  await table.demandWhole();
}

describe("in the data folder", () => {
  const parts: readonly Struck[] = [...fileNames, "segments"];
  const table = new Table(parts);
  const pathOf = (id: number, name: string) => join(table.dataDir, "recordings", String(id), name);
  const files: CellFiles = {
    read: (id, name) => readFile(pathOf(id, name)),
    write: (id, name, bytes) => writeFile(pathOf(id, name), bytes),
    remove: (id, name) => rm(pathOf(id, name)),
  };

  beforeAll(async () => {
    await table.begin({});
    await everyBlow(table, files);
  }, longestMs);
  afterAll(() => table.end());

  it.each(cellsOf(parts))("%s, %s", (part, blow) => demandTold(table, part, blow));

  it("ends the command line with 1", () => {
    expect(table.codes).toEqual(blows.map(() => 1));
  });
});

describe.skipIf(!hasRadosgw())("in a service", () => {
  // A service is slow: what is said there of one blow. All blows: the data folder above, and damage-s3.test.ts.
  const those: readonly Blow[] = ["flip"];
  let service: RunningRadosgw;
  beforeAll(async () => {
    service = await startRadosgw();
    await service.makeBucket("copied");
  }, 120_000);
  afterAll(() => service?.stop());

  describe("objects", () => {
    const table = new Table(fileNames);
    const key = (id: number, name: string) => `recordings/${id}/${name}`;
    const own = () => table.store as ObjectStore;
    const files: CellFiles = {
      read: async (id, name) => buffer(await own().get(key(id, name))),
      write: async (id, name, bytes) => void (await own().put(key(id, name), bytes, bytes.length)),
      remove: (id, name) => own().delete([key(id, name)]),
    };

    beforeAll(async () => {
      await table.begin({ ...service.env, RECORDING_CACHE_BYTES: "0" });
      await everyBlow(table, files, those);
    }, longestMs);
    afterAll(() => table.end());

    it.each(cellsOf(fileNames, those))("%s, %s", (part, blow) => demandTold(table, part, blow));
  });

  describe("copies that are reserved for review", () => {
    const table = new Table(fileNames);
    const home = () => join(table.dataDir, "cache", "recordings");
    /** Files of less than a mebibyte are one piece. */
    const pieceOf = (id: number, name: string) => {
      const folder = readdirSync(home()).find((one) => one.startsWith(`${id}-`));
      return join(home(), folder ?? "none", name, "0");
    };
    const files: CellFiles = {
      read: (id, name) => readFile(pieceOf(id, name)),
      write: (id, name, bytes) => writeFile(pieceOf(id, name), bytes),
      remove: (id, name) => rm(pieceOf(id, name)),
    };

    beforeAll(async () => {
      await table.begin({ ...service.env, S3_BUCKET: "copied", RECORDING_CACHE_BYTES: "0" });
      const { url, token } = table.access;
      const client = await prefetchClient(url, token);
      for (const id of table.ids) expect(await client.want(id)).toMatchObject({ kind: "accepted" });
      const isReady = (id: number) => client.last(`file-${id}`)?.finished === true;
      while (!table.ids.every(isReady)) await new Promise((resolve) => client.socket.once("prefetch_data", resolve));
      for (const blow of those) {
        const good = new Map<string, Buffer>();
        for (const [k, part] of fileNames.entries())
          for (const name of namesOf(part)) {
            const path = pieceOf(table.cells[k].id, name);
            good.set(path, await readFile(path));
          }
        const isGood = async ([path, bytes]: [string, Buffer]) =>
          existsSync(path) && (await readFile(path)).equals(bytes);
        await table.round(blow, files, () =>
          vi.waitFor(async () => {
            for (const each of good) expect([each[0], await isGood(each)]).toEqual([each[0], true]);
          }, 20_000),
        );
      }
      client.close();
    }, longestMs);
    afterAll(() => table.end());

    it.each(cellsOf(fileNames, those))("%s, %s", (part, blow) => {
      const { shown, again, isListed, logged, said } = table.seen.get(`${part}, ${blow}`) as Seen;
      const { whole, seed } = table.cells.find((cell) => cell.part === part) as Cell;
      for (const each of [shown, again]) {
        expect(each).toMatchObject({ samples: whole, isDamaged: false, hasDamagedAnnotations: false });
        expect(each.annotations).toEqual([`note ${seed}`]);
      }
      expect([isListed, said]).toEqual([false, "as it was stored"]);
      expect(logged).not.toContain("recording.damaged");
    });
  });
});
