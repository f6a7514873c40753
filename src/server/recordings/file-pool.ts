/** Chunk files kept open, least recently used first out, and reads from them by position. */
import { close, closeSync, open, openSync, read, readSync } from "node:fs";
import { promisify } from "node:util";

const openFile = promisify(open);
const closeFile = promisify(close);

interface Entry {
  /** File descriptor, or null when there is no such file. */
  handle: Promise<number | null> | number | null;
  users: number;
  isDropped: boolean;
}

/** A read that is wanted: bytes [position, position + bytes.length) of a file. */
export interface WantedBytes {
  path: string;
  position: number;
  bytes: Uint8Array;
}

/** "short": the file ends too early, or the disk cannot read that part of it; what was to be filled is void. */
export type ReadState = "whole" | "short" | "absent";

export interface FilePool {
  /**
   * Performs all reads; element k tells what became of `wanted[k]`. `isFresh`: what is held open or cached is not trusted,
   * because it was found to be wrong. @throws what the disk or the service says, when that tells nothing of the file
   */
  read(wanted: readonly WantedBytes[], options?: { isFresh?: boolean }): Promise<ReadState[]>;
  /** Forgets the files below a folder, because they were deleted. */
  forget(folder: string): void;
  close(): void;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
/** ENOTDIR: something else lies where a folder of the recording was. */
const isMissing = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
/** The disk says that these bytes are lost, or that this is no file: the same to a reader as bytes that are wrong. */
const isUnreadable = (error: unknown): boolean => ["EIO", "EUCLEAN", "EISDIR", "ENODATA"].includes(codeOf(error) ?? "");

/**
 * With `isBlocking` reads happen on the calling thread: cheaper for many small reads, and right in a worker that has
 * nothing else to do. Otherwise they go through the thread pool of Node.
 */
export function createFilePool({ isBlocking = false, limit = 96 } = {}): FilePool {
  const entries = new Map<string, Entry>();

  function take(path: string): Entry {
    let entry = entries.get(path);
    if (entry === undefined)
      entry = { handle: isBlocking ? openNow(path) : openSoon(path), users: 0, isDropped: false };
    else entries.delete(path);
    entries.set(path, entry);
    entry.users++;
    for (const [oldest, other] of entries) {
      if (entries.size <= limit) break;
      if (other.users === 0) drop(oldest, other);
    }
    return entry;
  }

  function leave(entry: Entry): void {
    entry.users--;
    if (entry.isDropped && entry.users === 0) release(entry);
  }

  function drop(path: string, entry: Entry): void {
    if (entries.get(path) === entry) entries.delete(path);
    entry.isDropped = true;
    if (entry.users === 0) release(entry);
  }

  async function readSoon({ path, position, bytes }: WantedBytes): Promise<ReadState> {
    const entry = take(path);
    try {
      const fd = await entry.handle;
      if (fd !== null && (await readFully(fd, bytes, position))) return "whole";
      drop(path, entry); // opened afresh next time
      return fd === null ? "absent" : "short";
    } catch (error) {
      drop(path, entry);
      if (isUnreadable(error)) return "short";
      throw error;
    } finally {
      leave(entry);
    }
  }

  function readNow({ path, position, bytes }: WantedBytes): ReadState {
    const entry = take(path);
    try {
      const fd = entry.handle as number | null;
      if (fd === null) {
        drop(path, entry);
        return "absent";
      }
      for (let done = 0; done < bytes.length; ) {
        const count = readSync(fd, bytes, done, bytes.length - done, position + done);
        if (count === 0) {
          drop(path, entry);
          return "short";
        }
        done += count;
      }
      return "whole";
    } catch (error) {
      drop(path, entry);
      if (isUnreadable(error)) return "short";
      throw error;
    } finally {
      leave(entry);
    }
  }

  function dropKnown(path: string): void {
    const entry = entries.get(path);
    if (entry !== undefined) drop(path, entry);
  }

  return {
    async read(wanted, { isFresh = false } = {}) {
      if (isFresh) for (const { path } of wanted) dropKnown(path);
      return isBlocking ? wanted.map(readNow) : Promise.all(wanted.map(readSoon));
    },
    forget(folder) {
      for (const [path, entry] of [...entries]) if (path.startsWith(`${folder}/`)) drop(path, entry);
    },
    close() {
      for (const [path, entry] of [...entries]) drop(path, entry);
    },
  };

  function openNow(path: string): number | null {
    try {
      return openSync(path, "r");
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  function openSoon(path: string): Promise<number | null> {
    return openFile(path, "r").catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  function release(entry: Entry): void {
    if (typeof entry.handle === "number") closeSync(entry.handle);
    else
      void Promise.resolve(entry.handle)
        .then((fd) => (fd === null ? undefined : closeFile(fd)))
        .catch(() => undefined);
  }
}

/** False when the file ends too early. */
function readFully(fd: number, bytes: Uint8Array, position: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const next = (done: number) => {
      if (done === bytes.length) return resolve(true);
      read(fd, bytes, done, bytes.length - done, position + done, (error, count) => {
        if (error) reject(error);
        else if (count === 0) resolve(false);
        else next(done + count);
      });
    };
    next(0);
  });
}
