/** What lies where a recording should: sizes of its files, in the data folder or in a service, and replacing one of them. */
import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { makeFolder, syncFolder } from "../platform/durable.ts";
import { ObjectMissing } from "../platform/storage/index.ts";
import { cacheFolder } from "./copy-marker.ts";
import { recordingFolder } from "./geometry.ts";
import { remoteFolder } from "./remote-files.ts";
import type { RemoteHome } from "./remote-home.ts";

export interface StoredFiles {
  /** Bytes of the file of that name below the recording's folder; null when there is none. @throws what the disk says, when that tells nothing of the file */
  sizeOf(name: string): Promise<number | null>;
  /** All of a small file, as it is stored; null when there is none. */
  read(name: string): Promise<Buffer | null>;
  /** Puts what `write` makes at the path it is given in the place of a file, as a whole or not at all. */
  replace(name: string, write: (path: string) => Promise<void>): Promise<void>;
}

const draftPrefix = ".draft-";
const draft = () => `${draftPrefix}${randomBytes(8).toString("hex")}`;
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "";
/** Nothing is there, or nothing that can be read. */
const isLost = (error: unknown): boolean => ["ENOENT", "ENOTDIR", "EISDIR", "EIO"].includes(codeOf(error));

/** A replacement takes seconds. */
const leftMs = 3_600_000;

/** Removes replacements below a folder that never came to their end: who wrote them was killed. */
export async function removeLeftDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    if (!basename(name).startsWith(draftPrefix)) continue;
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts?.isFile() && facts.mtimeMs < Date.now() - leftMs) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** @throws what the service says */
export async function storedFiles(dataDir: string, id: number, remote: RemoteHome | null): Promise<StoredFiles> {
  const folder = recordingFolder(dataDir, id);
  return remote === null || existsSync(folder) ? localFiles(folder) : remoteFiles(dataDir, id, remote);
}

function localFiles(folder: string): StoredFiles {
  return {
    async sizeOf(name) {
      try {
        const facts = await stat(join(folder, name));
        return facts.isFile() ? facts.size : null;
      } catch (error) {
        if (isLost(error)) return null;
        throw error; // a folder that this account may not enter tells nothing of what lies in it
      }
    },
    async read(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (isLost(error)) return null;
        throw error;
      }
    },
    async replace(name, write) {
      const path = join(folder, name);
      await makeFolder(dirname(path));
      const temporary = join(dirname(path), draft());
      try {
        await write(temporary);
        await rename(temporary, path);
        await syncFolder(dirname(path));
      } finally {
        await rm(temporary, { force: true });
      }
    },
  };
}

async function remoteFiles(dataDir: string, id: number, { store }: RemoteHome): Promise<StoredFiles> {
  const prefix = `${remoteFolder(id)}/`;
  const sizes = new Map<string, number>();
  for await (const { key, size } of store.list(prefix)) sizes.set(key.slice(prefix.length), size);
  return {
    sizeOf: async (name) => sizes.get(name) ?? null,
    async read(name) {
      try {
        return await buffer(await store.get(`${prefix}${name}`));
      } catch (error) {
        if (error instanceof ObjectMissing) return null;
        throw error;
      }
    },
    async replace(name, write) {
      const root = cacheFolder(dataDir);
      await mkdir(root, { recursive: true });
      const temporary = join(root, `${draft()}-${basename(name)}`);
      try {
        await write(temporary);
        const { size } = await stat(temporary);
        await store.put(`${prefix}${name}`, createReadStream(temporary), size);
      } finally {
        await rm(temporary, { force: true });
      }
    },
  };
}
