/** Ordered .sql files, each applied once. All of them run in one transaction under one lock, so two nodes can start at once. */
import type { Pool } from "pg";
import { StartRefused } from "../start/start-refused.ts";

const lockKey = 7_265_001;

export interface Migration {
  name: string;
  sql: string;
}

const files: Record<string, string> = import.meta.glob("./migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Migrations of this version, in order. */
export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ""), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Brings the database up to `wanted`. All or nothing.
 * @throws StartRefused when the database was written by a newer version.
 */
export async function migrate(pool: Pool, wanted: readonly Migration[] = migrations): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
    await client.query(
      "create table if not exists migration(name text primary key, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string }>("select name from migration");
    const applied = new Set(rows.map(({ name }) => name));
    demandKnown(applied, wanted);
    for (const { name, sql } of wanted) {
      if (applied.has(name)) continue;
      await client.query(sql);
      await client.query("insert into migration(name) values ($1)", [name]);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the first error is the one to report
    throw error;
  } finally {
    client.release();
  }
}

/** @throws StartRefused unless the database, which another process owns, is exactly at `wanted`. */
export async function demandMigrated(pool: Pool, wanted: readonly Migration[] = migrations): Promise<void> {
  const { rows } = await pool.query<{ name: string }>("select name from migration");
  const applied = new Set(rows.map(({ name }) => name));
  demandKnown(applied, wanted);
  if (wanted.some(({ name }) => !applied.has(name)))
    throw new StartRefused("The running server is of an older version: stop it first, or use the version it has.");
}

function demandKnown(applied: ReadonlySet<string>, wanted: readonly Migration[]): void {
  const known = new Set(wanted.map(({ name }) => name));
  if ([...applied].some((name) => !known.has(name)))
    throw new StartRefused(
      "The database was written by a newer version of this program: start that version, or put back the backup that was made before the update.",
    );
}
