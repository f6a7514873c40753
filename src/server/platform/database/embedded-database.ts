/** The owner's side of the embedded database: its files, its thread, its socket and its upkeep. */
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { syncFolder, syncTree } from "../durable.ts";
import { folderName } from "../start/data-folder-lock.ts";
import { damaged, folderProblem } from "../start/start-problems.ts";
import { StartRefused } from "../start/start-refused.ts";
import { workerFile } from "../start/worker-files.ts";
import type { DatabaseWorkerData, DatabaseWorkerReply, DatabaseWorkerRequest } from "./database-worker.ts";

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
  const socketPath = join(socketFolder, ".s.PGSQL.5432");
  rmSync(socketPath, { force: true }); // left by an owner that was killed; we hold the lock
  const explain = explainIn(folder, false);
  const worker = await start({ folder: files, socketPath }, "ready", explain);
  const pool = socketPool(socketFolder);
  const stopUpkeep = keepUp(pool);
  let isClosing = false;
  let hasEnded = false;
  worker.on("exit", () => {
    hasEnded = true;
    if (!isClosing) throw new Error("The thread of the database ended."); // nothing works without it: the process stops
  });
  const ask = async <Kind extends DatabaseWorkerReply["kind"]>(request: DatabaseWorkerRequest, kind: Kind) => {
    const answer = replyOf(worker, kind, explain);
    worker.postMessage(request);
    return answer;
  };
  return {
    pool,
    socketFolder,
    syncCount: async () => (await ask({ kind: "sync-count" }, "sync-count")).count,
    async close() {
      isClosing = true;
      stopUpkeep();
      if (!hasEnded) await pool.query("checkpoint").catch(() => undefined); // closing checkpoints again
      await pool.end();
      if (!hasEnded) await ask({ kind: "close" }, "closed");
      await worker.terminate();
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
    await start({ folder: making, socketPath: null }, "closed", explainIn(folder, true));
    await syncTree(making);
    renameSync(making, files);
    await syncFolder(folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
}

/** Says why the database does not open. */
type Explain = (reason: string) => string;

/** What PGlite says ("Aborted()") names no reason: the folder is looked at, and what is left is damage. */
const explainIn =
  (folder: string, isNew: boolean): Explain =>
  (reason) => {
    const problem = folderProblem(folder);
    if (problem !== null) return problem;
    if (/memory/i.test(reason)) return "There is too little memory for the database: it needs 1 GB at the first start.";
    return isNew ? `The database cannot be made in ${folder}: ${reason}` : damaged(folder);
  };

async function start(data: DatabaseWorkerData, until: "ready" | "closed", explain: Explain): Promise<Worker> {
  const worker = new Worker(workerFile("database-worker"), { workerData: data });
  await replyOf(worker, until, explain);
  if (until === "closed") await worker.terminate();
  return worker;
}

/** Resolves with the next reply of that kind. @throws StartRefused when the thread fails or ends first. */
function replyOf<Kind extends DatabaseWorkerReply["kind"]>(worker: Worker, kind: Kind, explain: Explain) {
  type Reply = Extract<DatabaseWorkerReply, { kind: Kind }>;
  return new Promise<Reply>((resolve, reject) => {
    const finish = (act: () => void) => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      act();
    };
    const fail = (reason: string) => reject(new StartRefused(explain(reason)));
    const onMessage = (reply: DatabaseWorkerReply) => {
      if (reply.kind === kind) finish(() => resolve(reply as Reply));
      else if (reply.kind === "failed") finish(() => fail(reply.message));
    };
    const onError = (error: Error) => finish(() => fail(error.message));
    const onExit = () => finish(() => fail("its thread ended"));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
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

/** PGlite has no background processes: we checkpoint (or the log grows) and vacuum. Through the pool, never in a transaction. */
export function keepUp(pool: Pick<pg.Pool, "query">): () => void {
  const run = (sql: string) => void pool.query(sql).catch(() => undefined); // tried again next time
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
