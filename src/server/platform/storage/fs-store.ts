/** The object store in a local folder. Addresses for browsers are our own (store-routes.ts). */
import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { syncFolder } from "../durable.ts";
import { fsMultipart } from "./fs-multipart.ts";
import { type Incoming, moveIn, takeIn, tidyIncoming } from "./incoming.ts";
import { readAt, readTrailer } from "./object-file.ts";
import { openObject, openObjects } from "./open-objects.ts";
import { partsEtag } from "./parts.ts";
import { demandRoom, roomIn } from "./room.ts";
import { signedPath } from "./signing.ts";
import {
  demandKey,
  ObjectDamaged,
  type ObjectFacts,
  ObjectMissing,
  type ObjectStore,
  type StoredPart,
} from "./types.ts";

export const storePath = "/v1/store";

export interface FsStore extends ObjectStore {
  /** Takes a whole object in, as long as the disk has room for more than it (room.ts). The md5 decides: other bytes are not stored, and those that are there already stay as they are. */
  receive(key: string, order: { body: Readable; size: number; md5: string }): Promise<"stored" | "other bytes">;
  receivePart(
    key: string,
    multipartId: string,
    order: { body: Readable; part: number; size: number },
  ): Promise<StoredPart>;
  /** Removes unfinished objects of servers that were killed. `isAlone`: the caller has just begun to hold the data folder. */
  tidy(order: { isAlone: boolean }): Promise<void>;
}

export interface FsStoreOptions {
  /** Absolute; made when something is stored. */
  root: string;
  /** How the addresses name this store: unreserved characters. */
  name: string;
  /** Signs addresses. */
  secret: string;
}

export function createFsStore({ root, name, secret }: FsStoreOptions): FsStore {
  const pathOf = (key: string) => join(root, ...demandKey(key).split("/"));
  const opened = openObjects();
  const multipart = fsMultipart(root);
  const sign = (method: "PUT" | "GET", key: string, lifeMs: number, query: Record<string, string>) =>
    signedPath(secret, {
      method,
      path: `${storePath}/${name}/${demandKey(key)}`,
      query: { ...query, expires: String(Date.now() + lifeMs) },
    });

  async function head(key: string): Promise<ObjectFacts | null> {
    const file = await openObject(pathOf(key)).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return null;
      throw error;
    });
    if (file === null) return null;
    try {
      return { key, ...(await readTrailer(file)) };
    } finally {
      await file.close();
    }
  }

  /** What has no end of its own any more (a disk that lost it) is nothing that was stored: it is sent again. */
  const soundHead = (key: string): Promise<ObjectFacts | null> =>
    head(key).catch((error: unknown) => {
      if (error instanceof ObjectDamaged) return null;
      throw error;
    });

  async function place(key: string, { path }: Pick<Incoming, "path">): Promise<void> {
    try {
      await moveIn(path, pathOf(key));
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
    opened.forget(pathOf(key));
  }

  return {
    kind: "fs",
    browserOrigin: null,
    room: () => roomIn(root),
    head,

    async put(key, body, size) {
      pathOf(key);
      const incoming = await takeIn(root, body instanceof Uint8Array ? [body] : body, size).catch((error: unknown) => {
        if (body instanceof Readable) body.destroy();
        throw error;
      });
      await place(key, incoming);
      return { key, size, etag: incoming.md5, modifiedAt: Date.now() };
    },

    async receive(key, { body, size, md5 }) {
      pathOf(key);
      await demandRoom(root, size);
      const incoming = await takeIn(root, body, size);
      const there = incoming.md5 === md5 ? await soundHead(key) : null;
      if (incoming.md5 === md5 && there?.etag !== md5) {
        await place(key, incoming);
        return "stored";
      }
      await rm(incoming.path, { force: true });
      return incoming.md5 === md5 ? "stored" : "other bytes";
    },

    async get(key, range) {
      const file = await openObject(pathOf(key));
      try {
        const { size } = await readTrailer(file);
        const start = Math.min(range?.start ?? 0, size);
        const end = Math.min(range?.end ?? size, size);
        if (end > start) return file.createReadStream({ start, end: end - 1, highWaterMark: 256 * 1024 });
      } catch (error) {
        await file.close();
        throw error;
      }
      await file.close();
      return Readable.from([]);
    },

    read: (key, into, position) =>
      opened.with(pathOf(key), (file, size) =>
        readAt(file, into.subarray(0, Math.max(0, Math.min(into.length, size - position))), position),
      ),

    async delete(keys) {
      const folders = new Set<string>();
      for (const key of keys) {
        const path = pathOf(key);
        opened.forget(path);
        await rm(path, { force: true }).catch(ignoreMissing);
        folders.add(dirname(path));
      }
      for (const folder of folders) {
        await syncFolder(folder).catch(ignoreMissing);
        await removeEmpty(folder, root);
      }
    },

    async *list(prefix) {
      for await (const key of keysBelow(root, prefix)) {
        const facts = await head(key).catch(async (error: unknown) => {
          if (!(error instanceof ObjectDamaged)) throw error;
          return { key, size: 0, etag: "", modifiedAt: (await stat(pathOf(key))).mtimeMs };
        });
        if (facts !== null) yield facts;
      }
    },

    async presignPut(key, { size, md5, lifeMs }) {
      return { url: sign("PUT", key, lifeMs, { size: String(size), md5 }), headers: {} };
    },

    async presignGet(key, { lifeMs, fileName, type }) {
      return sign("GET", key, lifeMs, { name: fileName, type });
    },

    createMultipart: (key) => multipart.create(demandKey(key)),

    async presignPart(key, multipartId, { part, size, lifeMs }) {
      const query = { size: String(size), part: String(part), upload: multipartId };
      return { url: sign("PUT", key, lifeMs, query), headers: {} };
    },

    async receivePart(key, multipartId, order) {
      await demandRoom(root, order.size);
      return multipart.put(demandKey(key), multipartId, order);
    },
    listParts: (key, multipartId) => multipart.list(demandKey(key), multipartId),

    async completeMultipart(key, multipartId, parts) {
      const path = pathOf(key);
      try {
        await multipart.complete(key, multipartId, { parts, path });
      } catch (error) {
        // Done before, by a call whose answer or whose last step got lost.
        const facts = error instanceof ObjectMissing ? await soundHead(key) : null;
        if (facts === null || facts.etag !== partsEtag(parts)) throw error;
        await multipart.abort(key, multipartId);
        return facts;
      }
      opened.forget(path);
      const facts = await head(key);
      if (facts === null) throw new ObjectMissing();
      return facts;
    },

    abortMultipart: (key, multipartId) => multipart.abort(demandKey(key), multipartId),
    async tidy(order) {
      await tidyIncoming(root, order);
      await multipart.tidy();
    },
    close: () => opened.close(),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

/** Removes folders without anything in them, up to the root, which stays. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let path = folder; path !== root && path.startsWith(root); path = dirname(path))
    try {
      await rmdir(path);
    } catch {
      return; // something is in it
    }
}

/** Keys that begin with `prefix`. Names with a dot in front are ours and of no object. */
async function* keysBelow(root: string, prefix: string): AsyncGenerator<string> {
  const from = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const walk = async function* (folder: string): AsyncGenerator<string> {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      ignoreMissing(error);
      return [];
    });
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const key = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* walk(`${key}/`);
      } else if (key.startsWith(prefix)) yield key;
    }
  };
  if (from !== "") demandKey(from.slice(0, -1));
  yield* walk(from);
}
