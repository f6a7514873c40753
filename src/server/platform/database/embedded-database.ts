/** The owner's side of the embedded database: its files, its thread, its socket and its upkeep. */
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { syncFolder, syncTree } from "../durable.ts";
import { folderName } from "../start/data-folder-lock.ts";
import { damaged } from "../start/start-problems.ts";
import { StartRefused } from "../start/start-refused.ts";
import { checkpointBytes, explainIn, freeBytes, keepThread, startThread } from "./database-thread.ts";

const checkpointMs = 120_000;
const vacuumHour = 3;
/** Unix socket paths end at 107 bytes, 103 on some systems. */
const maxSocketPath = 100;

export interface EmbeddedDatabase {
  pool: pg.Pool;
  socketFolder: string;
  /** Times the files were synced to disk since the start (tests). */
  syncCount(): Promise<number>;
  close(): Promise<void>;
}

/** A pool on the unix socket in `socketFolder`. One real session lies behind it, so a few connections are plenty. */
export function socketPool(socketFolder: string): pg.Pool {
  const pool = new pg.Pool({ host: socketFolder, port: 5432, user: "postgres", database: "postgres", max: 5 });
  pool.on("error", () => undefined); // an idle connection broke; the next query reports it if it matters
  return pool;
}

/**
 * Opens (and on first use creates) the database in `folder`/database. The caller holds the folder's lock.
 * @throws StartRefused with a plain sentence when the files cannot be opened.
 */
export async function openEmbedded(folder: string): Promise<EmbeddedDatabase> {
  const files = join(folder, "database");
  if (isEmpty(files)) await makeFiles(folder, files);
  else if (!existsSync(join(files, "PG_VERSION"))) throw new StartRefused(damaged(folder)); // never made anew over old files
  const socketFolder = makeSocketFolder(folder);
  const thread = await keepThread({ folder: files, socketPath: join(socketFolder, ".s.PGSQL.5432") }, folder);
  const pool = socketPool(socketFolder);
  const hasRoom = () => freeBytes(files) > checkpointBytes;
  const stopUpkeep = keepUp(pool, hasRoom);
  return {
    pool,
    socketFolder,
    syncCount: async () => (await thread.ask({ kind: "sync-count" }, "sync-count")).count,
    async close() {
      stopUpkeep();
      thread.leave();
      if (hasRoom()) await pool.query("checkpoint").catch(() => undefined); // closing checkpoints again
      await pool.end();
      await thread.close();
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

const isEmpty = (path: string) => !existsSync(path) || readdirSync(path).length === 0;

/** Makes a new database beside its place and moves it there when it is complete: a start that is cut off leaves none. */
async function makeFiles(folder: string, files: string): Promise<void> {
  const making = join(folder, ".database-new");
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  try {
    const thread = await startThread({ folder: making, socketPath: null }, "closed", explainIn(folder, true));
    await thread.terminate();
    await syncTree(making);
    renameSync(making, files);
    await syncFolder(folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
}

/** A folder only this account can enter. Its name follows from the data folder, so a restart finds it again. */
function makeSocketFolder(folder: string): string {
  const uid = process.getuid?.() ?? 0;
  const name = `connect-${uid}-${folderName(folder)}`;
  const socketFolder = [tmpdir(), "/tmp"]
    .map((parent) => join(parent, name))
    .find((path) => Buffer.byteLength(join(path, ".s.PGSQL.5432")) < maxSocketPath);
  if (socketFolder === undefined) throw new StartRefused("The path of the folder for temporary files is too long.");
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(socketFolder);
  const isOurs = stat.isDirectory() && (process.getuid === undefined || stat.uid === uid);
  if (!isOurs || (process.getuid !== undefined && (stat.mode & 0o077) !== 0))
    throw new StartRefused(`The folder ${socketFolder} belongs to somebody else or is open to others: remove it.`);
  return socketFolder;
}

/**
 * PGlite has no background processes: we checkpoint (or the log grows) and vacuum. Through the pool, never in a transaction,
 * and not while the disk is full: a checkpoint that fails is no error to PostgreSQL but its end.
 */
export function keepUp(pool: Pick<pg.Pool, "query">, hasRoom: () => boolean = () => true): () => void {
  const run = (sql: string) => {
    if (hasRoom()) pool.query(sql).catch(() => undefined); // tried again next time
  };
  const checkpoints = setInterval(() => run("checkpoint"), checkpointMs).unref();
  let vacuum: NodeJS.Timeout;
  const plan = () => {
    const next = new Date();
    next.setHours(vacuumHour, 0, 0, 0);
    if (next.getTime() <= Date.now()) next.setDate(next.getDate() + 1);
    vacuum = setTimeout(() => {
      run("vacuum (analyze)");
      plan();
    }, next.getTime() - Date.now()).unref();
  };
  plan();
  return () => {
    clearInterval(checkpoints);
    clearTimeout(vacuum);
  };
}
