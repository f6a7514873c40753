/** A backup beside a recording that is written: put back, it is as its row says, and can be gone on with. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBackup } from "../../../src/server/data/make-backup.ts";
import { restoreBackup } from "../../../src/server/data/restore-backup.ts";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import { type GrowingRecording, openRecordings, resumeGrowing, sweep } from "../../../src/server/recordings/index.ts";
import type { StoredRecording } from "../../../src/server/recordings/types.ts";
import { testDatabaseUrl } from "../../support/postgres.ts";
import { blockMaker, eegChannels, eegHz, type GrowingWorld, growingWorld, valueAt } from "./growing-world.ts";

const folder = mkdtempSync(join(tmpdir(), "connect-growing-backup-"));
let world: GrowingWorld;

beforeAll(async () => {
  world = await growingWorld();
}, 120_000);
afterAll(async () => {
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A backup; `whenWritten` happens once, between its rows and the files that are copied behind them. */
async function backUp(name: string, whenWritten: () => Promise<void>) {
  const client = await world.database.pool.connect();
  let isDone = false;
  const query = async (sql: string, ...rest: unknown[]) => {
    const answer = await client.query(sql, ...(rest as []));
    if (sql === "commit" && !isDone) {
      isDone = true;
      await whenWritten();
    }
    return answer;
  };
  const told = new Proxy(client, {
    get(target, key) {
      const value = key === "query" ? query : Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as ClientBase;
  try {
    return await makeBackup({ client: told, dataDir: world.dataDir, target: join(folder, name), isLocal: true });
  } finally {
    client.release();
  }
}

/** Puts it back; tells how many samples of the EEG are shown, all of which must be of the source, and whether it can be gone on with. */
async function putBack(name: string, id: number) {
  const dataDir = join(folder, `${name}-restored`);
  const databaseUrl = await testDatabaseUrl(dataDir);
  rmSync(dataDir, { recursive: true, force: true }); // made to name its database
  await restoreBackup({ source: join(folder, name), dataDir, databaseUrl });
  const database = await openDatabase({ dataDir, databaseUrl });
  const recordings = openRecordings({ db: database.drizzle, dataDir });
  try {
    const isDamaged = await recordings.integrity.look(id);
    const recording = (await recordings.get(id, "everything")) as StoredRecording;
    const [group] = recording.groups;
    const { runs, data, first, count } = await recordings.readSamples(recording, group, 0, group.sample_count);
    for (const run of runs)
      for (let c = 0; c < eegChannels; c++)
        for (let i = run.first; i < run.first + run.count; i++)
          if (data[c * count + i - first] !== valueAt(c, i))
            throw new Error(`sample ${i} of ${c} is not of the source`);
    await sweep(database.drizzle, dataDir, { isAlone: true }); // as a start does
    const resumed = recording.tail === undefined ? null : await resumeGrowing({ db: database.drizzle, dataDir, id });
    const goesOnAt = resumed?.tail.groups[0].sample_count ?? null;
    await resumed?.leave();
    return { isDamaged, shown: runs.reduce((sum, run) => sum + run.count, 0), goesOnAt };
  } finally {
    recordings.close();
    await database.close();
  }
}

const seconds = (n: number) => n * eegHz;

async function grow(growing: GrowingRecording, blocks: ReturnType<typeof blockMaker>, count: number) {
  for (let k = 0; k < count; k++) await growing.append(blocks(10));
}

it("is sealed while it is copied: the rows are written again", { timeout: 120_000 }, async () => {
  const growing = await world.open();
  const blocks = blockMaker();
  await grow(growing, blocks, 3);
  await growing.seal();
  const made = await backUp("sealed", async () => {
    await grow(growing, blocks, 3);
    await growing.seal();
  });
  expect(made).toMatchObject({ missing: [], torn: [] });
  await growing.leave();
  expect(await putBack("sealed", growing.id)).toEqual({ isDamaged: false, shown: seconds(60), goesOnAt: seconds(60) });
});

it("ends while it is copied: it is complete", { timeout: 120_000 }, async () => {
  const growing = await world.open();
  await grow(growing, blockMaker(), 2);
  const made = await backUp("ended", () => growing.close());
  expect(made).toMatchObject({ missing: [], torn: [] });
  expect(await putBack("ended", growing.id)).toEqual({ isDamaged: false, shown: seconds(20), goesOnAt: null });
});

it("is sealed whenever it is copied: that is told", { timeout: 120_000 }, async () => {
  const growing = await world.open();
  const blocks = blockMaker();
  await grow(growing, blocks, 1);
  const sums = join(world.dataDir, "recordings", String(growing.id), "0");
  let written = 0;
  const client = await world.database.pool.connect();
  const query = client.query.bind(client) as (sql: string, ...rest: unknown[]) => Promise<unknown>;
  const restless = new Proxy(client, {
    get(target, key) {
      if (key === "query")
        return async (sql: string, ...rest: unknown[]) => {
          if (sql === "commit")
            for (const name of ["sums", "sums.copy"]) writeFileSync(join(sums, name), `${written++}`);
          return query(sql, ...rest);
        };
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const order = { dataDir: world.dataDir, target: join(folder, "restless"), isLocal: true };
  expect(await makeBackup({ ...order, client: restless })).toMatchObject({ missing: [], torn: [growing.id] });
  client.release();
  await growing.leave();
  await world.database.pool.query("delete from recording where id = $1", [growing.id]);
});

it("where it ends is copied before its samples, and what is about to take a file's place is not", async () => {
  const growing = await world.open();
  await grow(growing, blockMaker(), 1);
  const home = join(world.dataDir, "recordings", String(growing.id));
  for (const name of ["..tail.draft", "0/.sums.draft", "0/l16/.draft-0123"]) writeFileSync(join(home, name), "x");
  await backUp("drafts", async () => undefined);
  const list = readFileSync(join(folder, "drafts", "manifest.jsonl"), "utf8");
  expect(list).not.toMatch(/draft/);
  const at = (name: string) => list.indexOf(`"recordings/${growing.id}/${name}"`);
  expect(at(".tail")).toBeGreaterThan(0);
  expect(at(".tail")).toBeLessThan(at("0/l0/0.0.0"));
  await growing.leave();
});
