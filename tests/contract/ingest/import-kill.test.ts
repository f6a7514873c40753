/** A recording is there as a whole or not at all, whenever the import or the owner of the database is killed. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import { openRecordings, sweep } from "../../../src/server/recordings/index.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";
import { newFolder, runImport, sampleAt, storedNames, writeNight } from "./import-fixtures.ts";

const shape = { channels: 22, samplingHz: 256, seconds: 2400 };
let folder: string;
let file: string;

beforeAll(() => {
  folder = newFolder();
  file = writeNight(join(folder, "night.edf"), shape);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the data folder, checks that all there is is whole, and returns how many recordings are ready. */
async function countWhole(dataDir: string): Promise<number> {
  const database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  const recordings = openRecordings({ db: database.drizzle, dataDir });
  try {
    // As if a minute had passed since the kill.
    await database.pool.query("update recording set heartbeat_at = now() - interval '61 s' where state = 'importing'");
    const all = await recordings.list("everything");
    for (const { data_object_id, state } of all) {
      expect(state).toBe("ready");
      const detail = (await recordings.get(data_object_id, "everything")) as RecordingDetail;
      const [group] = detail.groups;
      expect(group.segments).toEqual([{ first: 0, count: shape.seconds * 256, start_ms: detail.start_ms }]);
      for (const second of [0, 1111, shape.seconds - 1]) {
        const { data } = await recordings.readSamples(detail, group, second * 256, 256);
        for (const c of [0, 21]) {
          for (const i of [0, 100, 255]) expect(data[c * 256 + i]).toBe(sampleAt(c, second * 256 + i));
        }
      }
      const edges = Float64Array.from({ length: 101 }, (_, k) => k * 6000);
      const columns = await recordings.readColumns(detail, group, edges);
      expect(columns.some(Number.isNaN)).toBe(false);
    }
    await sweep(database.drizzle, dataDir);
    expect(storedNames(dataDir)).toEqual(all.map((one) => String(one.data_object_id)).sort());
    return all.length;
  } finally {
    recordings.close();
    await database.close();
  }
}

it("survives being killed at any moment", { timeout: 600_000 }, async () => {
  const dataDir = join(folder, "alone");
  const begun = performance.now();
  expect((await runImport([file, "--data", dataDir]).finished).code).toBe(0);
  const whole = performance.now() - begun;
  expect(await countWhole(dataDir)).toBe(1);
  let ready = 1;
  const rounds = 4;
  for (let k = 0; k < rounds; k++) {
    const { child, finished } = runImport([file, "--data", dataDir]);
    const timer = setTimeout(() => child.kill("SIGKILL"), (whole * (k + Math.random())) / rounds);
    const { code } = await finished;
    clearTimeout(timer);
    const now = await countWhole(dataDir);
    // A kill may fall between the commit and the end of the process.
    expect([ready, ready + 1]).toContain(now);
    if (code === 0) expect(now).toBe(ready + 1);
    ready = now;
  }
  expect((await runImport([file, "--data", dataDir]).finished).code).toBe(0);
  expect(await countWhole(dataDir)).toBe(ready + 1);
});

it("says so in one sentence when the owner of the database is killed under it", { timeout: 240_000 }, async () => {
  const dataDir = join(folder, "shared");
  // More than they can read before it is noticed that both are at it.
  const owner = runImport([...Array<string>(60).fill(file), "--data", dataDir]);
  const isUnderWay = () => storedNames(dataDir).length > 0;
  while (!isUnderWay()) await new Promise((resolve) => setTimeout(resolve, 20));
  const second = runImport([...Array<string>(12).fill(file), "--data", dataDir]);
  while (storedNames(dataDir).filter((name) => name.startsWith(".")).length < 2 && second.child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  owner.child.kill("SIGKILL");
  const { code, stderr } = await second.finished;
  await owner.finished;
  expect(code).toBe(2);
  for (const line of stderr.trim().split("\n")) expect(line).toMatch(/^\S+night\.edf: The database [^\n]*\.$/);
  await countWhole(dataDir);
  expect(existsSync(join(dataDir, "recordings"))).toBe(true);
});
