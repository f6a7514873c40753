/** The door to the database: PostgreSQL when an address is given, otherwise PGlite in the data folder. One dialect. */
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Duplex } from "node:stream";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { lockDataFolder, ownerOf } from "../start/data-folder-lock.ts";
import { startProblem } from "../start/start-problems.ts";
import { StartRefused } from "../start/start-refused.ts";
import { markFailures } from "./database-away.ts";
import { openEmbedded, socketPool } from "./embedded-database.ts";
import { shareOut } from "./fair-pool.ts";
import { demandMigrated, type Migration, migrate, migrations } from "./migrations.ts";

export interface Database {
  drizzle: NodePgDatabase;
  pool: pg.Pool;
  /** False when another process holds the data folder and we talk to its database. */
  isOwner: boolean;
  /** Whether it answers: PostgreSQL over a connection of its own and soon; the embedded one, which cannot be elsewhere, in its time. */
  probe(): Promise<boolean>;
  /** With `admitsLater`: from now on other processes of the data folder find the database. */
  admit(): void;
  /** Ends the connections that are older: those that died in silence would keep their callers waiting for a quarter of an hour. */
  dropConnections(olderThanMs: number): void;
  /** Waits for running queries, checkpoints, closes and releases the data folder. Safe to call twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  dataDir: string;
  /** PostgreSQL 15 or newer. */
  databaseUrl?: string;
  /** Refuse when another process holds the data folder, instead of using its database. */
  mustOwn?: boolean;
  /**
   * Whoever becomes the owner first clears away what killed processes left, and then lets others in (`admit`): theirs would
   * be taken for it.
   */
  admitsLater?: boolean;
  /** Refuse where there is no installation, instead of making one: a slip in --data must not be told as an empty one. */
  mustExist?: boolean;
  /** Open a folder that is being restored; nobody else may. */
  isRestoring?: boolean;
  /** Default: all of this version. */
  wanted?: readonly Migration[];
}

/** Lies in a data folder while a backup is put back into it. */
export const restoringMark = "restoring";

const ownerAnswersWithinMs = 20_000;
const ownerLeavesWithinMs = 3000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Opens the database at the current schema. Creates the data folder and the embedded database on first use.
 * @throws StartRefused with a plain sentence when it cannot be opened or another process is in the way.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl, isRestoring = false, mustExist = false, wanted = migrations } = options;
  if (!isRestoring && existsSync(join(dataDir, restoringMark)))
    throw new StartRefused(
      `A restore into ${dataDir} was not finished: run it again (npm run restore), which empties the folder and begins anew.`,
    );
  if (databaseUrl) return openPostgres(databaseUrl, { wanted, mustExist });
  if (mustExist && !existsSync(join(dataDir, "database")))
    throw new StartRefused(
      `There is no database in ${resolve(dataDir)}: name the data folder of the server with --data, or its PostgreSQL with DATABASE_URL.`,
    );
  try {
    return await openFolder(dataDir, options, wanted);
  } catch (error) {
    throw startProblem(error, dataDir) ?? error;
  }
}

async function openFolder(
  dataDir: string,
  { mustOwn = false, admitsLater = false }: DatabaseOptions,
  wanted: readonly Migration[],
): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 }); // patients' data, for this account's eyes only
  const folder = realpathSync(dataDir);
  const deadline = Date.now() + (mustOwn ? ownerLeavesWithinMs : ownerAnswersWithinMs);
  do {
    const lock = await lockDataFolder(folder);
    if (lock !== null) {
      try {
        const embedded = await openEmbedded(folder);
        await migrate(embedded.pool, wanted).catch(async (error) => {
          await embedded.close();
          throw error;
        });
        const admit = () => lock.publish(embedded.socketFolder);
        if (!admitsLater) admit();
        const close = async () => {
          await embedded.close();
          await lock.release();
        };
        return { ...database(embedded.pool, true, close), admit };
      } catch (error) {
        await lock.release();
        throw error;
      }
    }
    const pool = mustOwn ? null : await poolOfOwner(folder);
    if (pool !== null) {
      await demandMigrated(pool).catch(async (error) => {
        await pool.end();
        throw error;
      });
      return database(pool, false, () => pool.end());
    }
    await pause(200);
  } while (Date.now() < deadline);
  throw new StartRefused(
    mustOwn
      ? `Another process holds the data folder ${folder}.`
      : `Another process holds the data folder ${folder} and its database does not answer.`,
  );
}

async function openPostgres(
  databaseUrl: string,
  { wanted, mustExist }: { wanted: readonly Migration[]; mustExist: boolean },
): Promise<Database> {
  const connectionTimeoutMillis = answerWithinMs;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  pool.on("error", () => undefined); // an idle connection broke; the next query reports it if it matters
  try {
    if (mustExist && !(await isInstalled(pool)))
      throw new StartRefused("The database of DATABASE_URL is empty: name the one that the server uses.");
    await migrate(pool, wanted);
  } catch (error) {
    await pool.end();
    throw cannotBeUsed(error);
  }
  const probe = async () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis,
      query_timeout: answerWithinMs,
    });
    client.on("error", () => undefined); // the answer says it
    try {
      await client.connect();
      await client.query("select 1");
      return true;
    } catch {
      return false;
    } finally {
      client.end().catch(() => undefined); // it was broken
    }
  };
  return database(pool, true, () => pool.end(), probe);
}

async function isInstalled(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_there: boolean }>(
    "select to_regclass('public.workspace') is not null as is_there",
  );
  return rows[0].is_there && (await pool.query("select from workspace limit 1")).rowCount === 1;
}

/** Nothing is made or changed in it. @throws StartRefused when a PostgreSQL already holds an installation, or cannot be asked */
export async function demandNotInstalled(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => undefined);
  try {
    if (await isInstalled(pool))
      throw new StartRefused(
        "The database of DATABASE_URL already holds data: restore into an empty one, before the server is started on it.",
      );
  } catch (error) {
    throw cannotBeUsed(error);
  } finally {
    await pool.end();
  }
}

function cannotBeUsed(error: unknown): StartRefused {
  if (error instanceof StartRefused) return error;
  const reason = error instanceof Error && error.message !== "" ? error.message : "it does not answer";
  return new StartRefused(`The database of DATABASE_URL cannot be used: ${reason}.`);
}

/** Of the pool; somebody else always has a connection. */
const shareOfOne = 0.4;

function database(
  pool: pg.Pool,
  isOwner: boolean,
  close: () => Promise<void>,
  probe: () => Promise<boolean> = () =>
    pool.query("select 1").then(
      () => true,
      () => false,
    ),
): Database {
  let closing: Promise<void> | undefined;
  markFailures(pool);
  shareOut(pool, Math.floor(pool.options.max * shareOfOne));
  const madeAt = new Map<pg.PoolClient, number>();
  pool.on("connect", (client) => madeAt.set(client, performance.now()));
  pool.on("remove", (client) => madeAt.delete(client));
  return {
    drizzle: drizzle(pool),
    pool,
    isOwner,
    admit: () => undefined, // PostgreSQL asks nobody, and whoever is no owner has nothing to say
    probe,
    dropConnections(olderThanMs) {
      const before = performance.now() - olderThanMs;
      for (const [client, at] of madeAt)
        if (at < before) (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Null while the owner cannot be reached: it is starting, it is another machine, or it hangs. */
async function poolOfOwner(folder: string): Promise<pg.Pool | null> {
  const socketFolder = ownerOf(folder)?.socketFolder;
  if (!socketFolder) return null;
  const pool = socketPool(socketFolder);
  let timer: NodeJS.Timeout | undefined;
  const answer = await Promise.race([
    pool.query("select 1").then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), 2000);
    }),
  ]);
  clearTimeout(timer);
  if (answer) return pool;
  void pool.end();
  return null;
}

const answerWithinMs = 2000;

/** Whether the database answers at all, and soon. */
export async function isAnswering(db: Pick<NodePgDatabase, "execute">): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answerWithinMs);
  });
  const answer = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
