/** What the server relies on from its database, on either kind. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureAdministrator, ensureWorkspace } from "../../../src/server/admin/bootstrap.ts";
import { type Database, isAnswering, openDatabase } from "../../../src/server/platform/database/database.ts";
import { migrate, migrations } from "../../../src/server/platform/database/migrations.ts";
import { isUniqueViolation } from "../../../src/server/platform/database/sql.ts";
import { withStartLock } from "../../../src/server/platform/start/start-lock.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";

let dataDir: string;
let database: Database;
let databaseUrl: string | undefined;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-platform-"));
  databaseUrl = await testDatabaseUrl(dataDir);
  database = await openDatabase({ dataDir, databaseUrl });
}, 120_000);
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it("is PostgreSQL 15 or newer, durable, and answers", async () => {
  const { rows } = await database.pool.query("show server_version_num");
  expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(150_000);
  if (!isOnPostgres()) expect((await database.pool.query("show fsync")).rows).toEqual([{ fsync: "on" }]);
  expect(await isAnswering(database.drizzle)).toBe(true);
});

it("gives every query its own rows, and every transaction its own world", async () => {
  const { pool } = database;
  await pool.query("create table own (n int)");
  const transaction = async (n: number) => {
    const client = await pool.connect();
    await client.query("begin");
    await client.query("insert into own values ($1)", [n]);
    await client.query(n % 4 === 0 ? "commit" : "rollback");
    client.release();
  };
  const ask = async (n: number) => expect((await pool.query("select $1::int as n", [n])).rows).toEqual([{ n }]);
  await Promise.all(Array.from({ length: 300 }, (_, n) => (n % 2 === 0 ? transaction(n) : ask(n))));
  const { rows } = await pool.query<{ n: number }>("select n from own order by n");
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 75 }, (_, k) => 4 * k));
});

it("leaves the server's own thread free while a query runs", async () => {
  const long = database.pool.query("select count(*)::int as n from generate_series(1, 3000000) k where k % 7 = 0");
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  expect((await long).rows).toEqual([{ n: 428_571 }]);
  isDone = true;
  expect(turns).toBeGreaterThan(20); // none at all when the query runs in this thread
});

it("migrates once, however many nodes start at once", async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool)));
  const { rows } = await database.pool.query<{ name: string }>("select name from migration order by name");
  expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  const bad = [...migrations, { name: "9998_bad", sql: "create table half(n int); select * from nowhere" }];
  await expect(migrate(database.pool, bad)).rejects.toThrow("nowhere");
  expect((await database.pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
});

it("makes one workspace with one administrator, however many nodes start at once", async () => {
  const start = () =>
    withStartLock(database.pool, isOnPostgres(), async () => {
      const { workspaceId } = await ensureWorkspace(database.drizzle, "ONCE");
      return ensureAdministrator({ db: database.drizzle, workspaceId, email: "first@connect.test" });
    });
  const made = await Promise.all([start(), start(), start()]);
  expect(made.filter((one) => one !== null)).toHaveLength(1);
  const count = (table: string) =>
    database.pool.query(`select count(*)::int as n from ${table}`).then(({ rows }) => rows[0].n);
  expect(await count("workspace")).toBe(1);
  expect(await count("app_user")).toBe(1);
});

it("says which rule a statement broke, and keeps the rows of the audit as they are", async () => {
  const { drizzle: db } = database;
  const twice = db.execute(sql`insert into workspace (name) values ('twice'), ('twice')`);
  expect(isUniqueViolation(await twice.catch((error) => error))).toBe(true);
  await db.execute(
    sql`insert into login_attempt (workspace_id, email, ip_address, status) select id, 'x', '::1', true from workspace`,
  );
  for (const change of [
    "update login_attempt set status = false",
    "delete from login_attempt",
    "truncate login_attempt",
  ])
    await expect(database.pool.query(change)).rejects.toThrow("never changed or removed");
});

it("opens again with everything it was told", async () => {
  await database.close();
  database = await openDatabase({ dataDir, databaseUrl });
  expect((await database.pool.query("select count(*)::int as n from own")).rows).toEqual([{ n: 75 }]);
});
