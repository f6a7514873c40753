import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { placeEmptyDatabase } from "../../../../tests/support/empty-database.ts";
import { canMount, mountSmallDisk } from "../../../../tests/support/small-disk.ts";
import { folderName, lockDataFolder, ownerOf } from "../start/data-folder-lock.ts";
import { workerFile } from "../start/worker-files.ts";
import { openDatabase } from "./database.ts";
import { openEmbedded } from "./embedded-database.ts";
import { demandMigrated, migrate } from "./migrations.ts";

vi.setConfig({ testTimeout: 120_000 }); // each test makes databases, and initdb is slow on a busy machine

const folders: string[] = [];
const children: ChildProcess[] = [];
const newFolder = () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "connect-db-")));
  folders.push(folder);
  return folder;
};
/** With the files of an empty database. */
const newHome = async () => {
  const folder = newFolder();
  await placeEmptyDatabase(folder);
  return folder;
};
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs a script in a Node of its own; resolves when it printed `until`. */
function run(
  script: string,
  until: (output: string) => boolean,
): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: process.cwd() });
  children.push(child);
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (part) => {
      text += part;
      if (until(text)) resolve({ child, output: () => text });
    });
    child.stderr.on("data", (part) => reject(new Error(String(part))));
  });
}
/** Messages of the wire protocol. */
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const startup = () => {
  const facts = Buffer.from("user\0postgres\0database\0postgres\0\0");
  return Buffer.concat([int32(8 + facts.length), int32(196_608), facts]);
};
const ended = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

it("syncs every commit to the disk", async () => {
  const database = await openEmbedded(await newHome());
  expect((await database.pool.query("show fsync")).rows).toEqual([{ fsync: "on" }]);
  expect((await database.pool.query("show wal_sync_method")).rows).toEqual([{ wal_sync_method: "fsync" }]);
  await database.pool.query("create table t(n int)");
  const before = await database.syncCount();
  for (let n = 0; n < 10; n++) await database.pool.query("insert into t values ($1)", [n]);
  expect((await database.syncCount()) - before).toBeGreaterThanOrEqual(10);
  await database.close();
});

it("makes a data folder for its own account alone", async () => {
  const dataDir = join(newFolder(), "data");
  await (await openDatabase({ dataDir })).close();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

it("keeps what it was told over a restart, and isolates the transactions of its clients", async () => {
  const dataDir = await newHome();
  const first = await openDatabase({ dataDir });
  expect(first.isOwner).toBe(true);
  await first.pool.query("create table t(n int)");
  const outcomes = Array.from({ length: 20 }, async (_, n) => {
    const client = await first.pool.connect();
    await client.query("begin");
    await client.query("insert into t values ($1)", [n]);
    await client.query(n % 2 === 0 ? "commit" : "rollback");
    client.release();
  });
  await Promise.all(outcomes);
  await first.close();
  await first.close();
  const second = await openDatabase({ dataDir });
  const { rows } = await second.pool.query("select n from t order by n");
  expect(rows.map(({ n }) => n)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  await second.close();
});

it("gives every client its own rows, however many ask at once, and lets none wait for one that left", async () => {
  const dataDir = await newHome();
  const owner = await openDatabase({ dataDir });
  const guest = await openDatabase({ dataDir }); // as the command line has it
  const ask = async (n: number) => {
    const { pool } = n % 2 === 0 ? owner : guest;
    const sql = n % 3 === 0 ? "select $1::int as n" : "select $1::int as n, repeat($2, 10) as more";
    return (await pool.query<{ n: number }>(sql, n % 3 === 0 ? [n] : [n, "x"])).rows;
  };
  const answers = await Promise.all(Array.from({ length: 600 }, (_, n) => ask(n)));
  expect(answers.map((rows) => rows.map(({ n }) => n))).toEqual(answers.map((_, n) => [n]));

  const socketPath = join(ownerOf(dataDir)?.socketFolder ?? "", ".s.PGSQL.5432");
  /** A statement is parsed, its answer flushed, and nothing follows. */
  const parse = (query: string) => {
    const statement = [Buffer.from("P"), int32(4 + 1 + query.length + 1 + 2), Buffer.from(`\0${query}\0\0\0`)];
    return Buffer.concat([...statement, Buffer.from("H"), int32(4)]);
  };
  for (const [query, answer] of [
    ["select 1", "1\0\0\0\x04"],
    ["not sql", "syntax error"],
  ]) {
    const client = createConnection(socketPath);
    let heard = "";
    client.on("data", (bytes) => {
      heard += bytes.toString("latin1");
    });
    client.write(startup());
    await vi.waitFor(() => expect(heard).toContain("Z\0\0\0\x05I"), { timeout: 30_000 });
    client.write(parse(query));
    await vi.waitFor(() => expect(heard).toContain(answer), { timeout: 30_000 });
    client.destroy();
    expect(await ask(7)).toEqual([{ n: 7, more: "x".repeat(10) }]);
  }
  await guest.close();
  await owner.close();
});

it("has one owner: a second one is refused or uses the database of the first", async () => {
  const dataDir = await newHome();
  const owner = await openDatabase({ dataDir });
  await expect(openDatabase({ dataDir, mustOwn: true })).rejects.toThrow(
    `Another process holds the data folder ${dataDir}.`,
  );
  const guest = await openDatabase({ dataDir });
  expect(guest.isOwner).toBe(false);
  await owner.pool.query("create table t(n int)");
  await guest.pool.query("insert into t values (7)");
  expect((await owner.pool.query("select n from t")).rows).toEqual([{ n: 7 }]);
  await guest.close();
  await owner.close();
  const next = await openDatabase({ dataDir, mustOwn: true });
  expect(next.isOwner).toBe(true);
  await next.close();
});

it.skipIf(process.platform !== "linux")("is kept out by another process until that process is gone", async () => {
  const folder = newFolder();
  const script = `
    import { createServer } from "node:net";
    createServer().listen({ path: "\\0connect-${folderName(folder)}" }, () => console.log("held"));`;
  const { child } = await run(script, (text) => text.includes("held"));
  expect(await lockDataFolder(folder)).toBeNull();
  const gone = ended(child);
  child.kill("SIGKILL");
  await gone;
  const lock = await lockDataFolder(folder);
  expect(lock).not.toBeNull();
  await lock?.release();
});

it("opens after kill -9 with every acknowledged row", async () => {
  const dataDir = newFolder();
  const files = join(dataDir, "database");
  mkdirSync(files);
  const sockets = newFolder();
  const script = `
    import { Worker } from "node:worker_threads"; import pg from "pg";
    const workerData = { folder: ${JSON.stringify(files)}, socketPath: ${JSON.stringify(`${sockets}/.s.PGSQL.5432`)} };
    const worker = new Worker(${JSON.stringify(workerFile("database-worker"))}, { workerData, execArgv: [] });
    worker.on("message", async ({ kind, message }) => {
      if (kind === "failed") throw new Error(message);
      const pool = new pg.Pool({ host: ${JSON.stringify(sockets)}, user: "postgres", database: "postgres" });
      await pool.query("create table t(n int)");
      for (let n = 0; ; n++) { await pool.query("insert into t values ($1)", [n]); console.log(n); }
    });`;
  const { child, output } = await run(script, (text) => text.split("\n").length > 200);
  const gone = ended(child);
  child.kill("SIGKILL");
  await gone;
  const acknowledged = Math.max(...output().trim().split("\n").slice(0, -1).map(Number));
  const database = await openDatabase({ dataDir });
  const { rows } = await database.pool.query("select n from t order by n");
  expect(rows.length).toBeGreaterThan(acknowledged);
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, k) => k));
  await database.close();
});

it.skipIf(!canMount())("comes back by itself once a full disk that ended it has room again", async () => {
  const folder = newFolder();
  const unmount = mountSmallDisk(folder, 160);
  try {
    await placeEmptyDatabase(folder);
    const { pool, close } = await openEmbedded(folder);
    await pool.query("create table t (n int)");
    const filler = join(folder, "filler");
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
    await expect(pool.query("checkpoint")).rejects.toThrow("No space left on device");
    await expect(pool.query("select 1")).rejects.toThrow();
    rmSync(filler);
    await expect
      .poll(() => pool.query("insert into t values (1)").then(() => "written", String), { timeout: 60_000 })
      .toBe("written");
    expect((await pool.query("select n from t")).rows).toEqual([{ n: 1 }]);
    await close();
  } finally {
    unmount?.();
  }
});

it("migrates all or nothing, once, and refuses a database of a newer version", async () => {
  const database = await openEmbedded(await newHome());
  await database.pool.query("drop schema public cascade; create schema public"); // folders of tests come with the schema
  const one = { name: "0001_one", sql: "create table one(n int); insert into one values (1)" };
  const bad = { name: "0002_bad", sql: "create table two(n int); select * from nowhere" };
  const two = { name: "0002_two", sql: "create table two(n int)" };
  await expect(migrate(database.pool, [one, bad])).rejects.toThrow("nowhere");
  await Promise.all([migrate(database.pool, [one]), migrate(database.pool, [one])]);
  expect((await database.pool.query("select n from one")).rows).toEqual([{ n: 1 }]);
  await expect(demandMigrated(database.pool, [one, two])).rejects.toThrow("of an older version");
  await migrate(database.pool, [one, two]);
  await expect(migrate(database.pool, [one])).rejects.toThrow("written by a newer version");
  await database.close();
});

it("says in one sentence that a PostgreSQL cannot be used", async () => {
  const databaseUrl = "postgres://nobody@127.0.0.1:1/nothing";
  await expect(openDatabase({ dataDir: newFolder(), databaseUrl })).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used: /,
  );
});
