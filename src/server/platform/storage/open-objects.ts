/** Files of objects kept open for readers that come back for more, the least recently used closed first. */
import { type FileHandle, open } from "node:fs/promises";
import { trailerBytes } from "./object-file.ts";
import { ObjectMissing } from "./types.ts";

interface Entry {
  opened: Promise<{ file: FileHandle; size: number }>;
  users: number;
  isDropped: boolean;
}

const most = 48;

export interface OpenObjects {
  /** Calls `use` with the file and the length of the object in it. @throws ObjectMissing */
  with<T>(path: string, use: (file: FileHandle, size: number) => Promise<T>): Promise<T>;
  /** The file was replaced or deleted. */
  forget(path: string): void;
  close(): Promise<void>;
}

/** An object's file, opened. @throws ObjectMissing */
export async function openObject(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === "ENOENT" || code === "ENOTDIR" ? new ObjectMissing() : error;
  }
}

export function openObjects(): OpenObjects {
  const entries = new Map<string, Entry>();
  const release = (entry: Entry) => entry.opened.then(({ file }) => file.close()).catch(() => undefined);
  const drop = (path: string, entry: Entry) => {
    if (entries.get(path) === entry) entries.delete(path);
    entry.isDropped = true;
    return entry.users === 0 ? release(entry) : undefined;
  };
  const take = (path: string): Entry => {
    const known = entries.get(path);
    const entry = known ?? { opened: sized(path), users: 0, isDropped: false };
    entries.delete(path); // to the end: used last
    entries.set(path, entry);
    entry.users++;
    if (entries.size > most)
      for (const [oldest, other] of entries)
        if (other.users === 0) {
          drop(oldest, other);
          break;
        }
    return entry;
  };
  return {
    async with(path, use) {
      const entry = take(path);
      try {
        const { file, size } = await entry.opened;
        return await use(file, size);
      } catch (error) {
        drop(path, entry); // opened afresh next time
        throw error;
      } finally {
        entry.users--;
        if (entry.isDropped && entry.users === 0) void release(entry);
      }
    },
    forget(path) {
      const entry = entries.get(path);
      if (entry !== undefined) drop(path, entry);
    },
    async close() {
      await Promise.all([...entries].map(([path, entry]) => drop(path, entry)));
    },
  };
}

async function sized(path: string): Promise<{ file: FileHandle; size: number }> {
  const file = await openObject(path);
  try {
    const { size } = await file.stat();
    return { file, size: Math.max(0, size - trailerBytes) };
  } catch (error) {
    await file.close();
    throw error;
  }
}
