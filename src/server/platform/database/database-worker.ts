/**
 * The embedded database: PGlite behind a unix socket, in a thread of its own because every query blocks its thread.
 * As shipped PGlite never syncs to disk (it starts with -F, and its NODEFS has no fsync): both are mended here.
 */
import { fdatasyncSync, rmSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { DatabasePanic, wholePipelines } from "../http/whole-pipelines.ts";

/** `socketPath` null: create the database's files and end. initdb takes 800 MB, which only the end of a thread gives back. */
export interface DatabaseWorkerData {
  folder: string;
  socketPath: string | null;
}
export type DatabaseWorkerRequest = { kind: "close" } | { kind: "sync-count" };
export type DatabaseWorkerReply =
  | { kind: "ready" }
  | { kind: "closed" }
  | { kind: "sync-count"; count: number }
  /** It ends, and is to be started again. */
  | { kind: "panicked"; reason: string }
  | { kind: "failed"; message: string };

/** What of emscripten's module is touched. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd?: number }) => number };
}
interface EmscriptenModule {
  FS: { filesystems?: { NODEFS?: NodeFileSystem } };
  NODEFS?: NodeFileSystem;
}

let syncCount = 0;

class DurableFileSystem extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const result = await super.init(pg, options);
    const makeDurable = (module: object) => {
      const { FS, NODEFS } = module as EmscriptenModule;
      const fileSystem = FS.filesystems?.NODEFS ?? NODEFS;
      if (fileSystem === undefined) throw new Error("This build of PGlite has no NODEFS to make durable.");
      fileSystem.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) {
          fdatasyncSync(nfd);
          syncCount++;
        }
        return 0;
      };
    };
    const { preRun } = result.emscriptenOpts;
    const others = preRun === undefined ? [] : Array.isArray(preRun) ? preRun : [preRun];
    result.emscriptenOpts.preRun = [makeDurable, ...others];
    return result;
  }
}

const port = parentPort;
if (port === null) throw new Error("This file is a worker thread.");
const { folder, socketPath } = workerData as DatabaseWorkerData;
const reply = (message: DatabaseWorkerReply) => port.postMessage(message);

try {
  const settings = ["fsync=on", "wal_sync_method=fsync", "shared_buffers=32MB"];
  const db = await PGlite.create({
    fs: new DurableFileSystem(folder),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
      ...settings.flatMap((setting) => ["-c", setting]),
    ],
  });
  if (socketPath === null) {
    await db.close();
    reply({ kind: "closed" });
    port.close();
  } else {
    let isClosing = false;
    const served = wholePipelines(db, (error) => {
      if (isClosing) return;
      if (error instanceof DatabasePanic) {
        reply({ kind: "panicked", reason: error.message });
        // Who asked hears why before the connections end.
        return setImmediate(() => setImmediate(() => process.exit()));
      }
      // The thread ends with it, and the process after it: an answer that never comes would be worse.
      setImmediate(() => {
        throw error;
      });
    });
    rmSync(socketPath, { force: true }); // left by an owner that was killed; we hold the lock
    const server = new PGLiteSocketServer({ db: served, path: socketPath, maxConnections: 20 });
    await server.start();
    port.on("message", async (request: DatabaseWorkerRequest) => {
      if (request.kind === "sync-count") return reply({ kind: "sync-count", count: syncCount });
      isClosing = true;
      await server.stop();
      await db.close();
      reply({ kind: "closed" });
      port.close();
    });
    reply({ kind: "ready" });
  }
} catch (error) {
  reply({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  port.close();
}
