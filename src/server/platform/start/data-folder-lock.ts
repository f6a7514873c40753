/**
 * One owner for a data folder. PGlite takes no lock, and two processes on one folder silently lose rows. On Linux an
 * abstract socket is the lock: atomic, and freed by the kernel however its holder ends. A heartbeat file beside it serves
 * other systems and containers that share a volume, and tells other processes where the owner's database listens.
 */
import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";

const heartbeatMs = 3000;
const staleAfterMs = 10_000;

export interface Owner {
  host: string;
  pid: number;
  /** Folder of the database's unix socket; null until it answers. */
  socketFolder: string | null;
}

export interface DataFolderLock {
  /** Tells other processes where the database listens. */
  publish(socketFolder: string): void;
  release(): Promise<void>;
}

const ownerPath = (folder: string) => join(folder, "owner.json");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Short name of a folder that is the same for every process: a hash of its real path. */
export const folderName = (realPath: string): string =>
  createHash("sha256").update(realPath).digest("hex").slice(0, 24);

/** Who holds the folder, if its heartbeat is fresh or `evenIfStale`. */
export function ownerOf(folder: string, evenIfStale = false): Owner | null {
  try {
    if (!evenIfStale && Date.now() - statSync(ownerPath(folder)).mtimeMs > staleAfterMs) return null;
    const { host, pid, socketFolder } = JSON.parse(readFileSync(ownerPath(folder), "utf8"));
    return typeof host === "string" && typeof pid === "number" ? { host, pid, socketFolder } : null;
  } catch {
    return null;
  }
}

/** Takes the lock of `folder` (a real path), or returns null when somebody holds it. */
export async function lockDataFolder(folder: string): Promise<DataFolderLock | null> {
  const guard = process.platform === "linux" ? await listen(`\0connect-${folderName(folder)}`) : "none";
  if (guard === null) return null;
  const closeGuard = () =>
    guard === "none" ? Promise.resolve() : new Promise<void>((resolve) => guard.close(() => resolve()));
  if (await isHeldElsewhere(folder, guard !== "none")) {
    await closeGuard();
    return null;
  }
  const own: Owner = { host: hostname(), pid: process.pid, socketFolder: null };
  const write = () => {
    const temporary = `${ownerPath(folder)}.${process.pid}`;
    try {
      writeFileSync(temporary, JSON.stringify(own));
      renameSync(temporary, ownerPath(folder));
    } catch (error) {
      rmSync(temporary, { force: true }); // empty on a full disk
      throw error;
    }
  };
  const beat = () => {
    try {
      utimesSync(ownerPath(folder), new Date(), new Date());
    } catch {
      write(); // somebody removed the file
    }
  };
  write();
  const timer = setInterval(beat, heartbeatMs).unref();
  return {
    publish(socketFolder) {
      own.socketFolder = socketFolder;
      write();
    },
    async release() {
      clearInterval(timer);
      rmSync(ownerPath(folder), { force: true });
      await closeGuard();
    },
  };
}

/** Null when the name is taken. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen({ path }, () => resolve(server.unref()));
  });
}

/** A fresh heartbeat of a process that may be alive: wait until it is renewed (held) or goes stale (dead). */
async function isHeldElsewhere(folder: string, hasGuard: boolean): Promise<boolean> {
  const owner = ownerOf(folder);
  if (owner === null) return false;
  if (owner.host === hostname() && (!isAlive(owner.pid) || (hasGuard && owner.pid === process.pid))) return false;
  const seen = beatOf(folder);
  while (ownerOf(folder) !== null) {
    if (beatOf(folder) !== seen) return true;
    await pause(200);
  }
  return false;
}

function beatOf(folder: string): number {
  return statSync(ownerPath(folder), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
