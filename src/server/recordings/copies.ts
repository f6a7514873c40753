/** Whole recordings on this server's disk: those of the data folder are there already, those of a service are copied. */
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ObjectMissing } from "../platform/storage/index.ts";
import { CopyFailed, failing } from "./copy-failed.ts";
import {
  clearDropped,
  copyHomes,
  dropCopy,
  type Listing,
  markComplete,
  markReserved,
  pieceHome,
  readListing,
} from "./copy-marker.ts";
import { bringPieces } from "./copy-pieces.ts";
import { recordingFolder } from "./geometry.ts";
import { remoteFolder, tokenKey } from "./remote-files.ts";
import type { RemoteHome } from "./remote-home.ts";

export { CopyFailed } from "./copy-failed.ts";

/** Which recording is meant: an id may come again in another database, a token never does. */
export interface CopyOrder {
  recordingId: number;
  /** Null: it lies in a data folder. */
  token: string | null;
}

export interface BringOptions {
  signal: AbortSignal;
  /** Told the bytes that are there by now. */
  onLoaded(bytes: number): void;
  /** Whether the recording is still there: what is being removed lists too little. */
  isStillThere(): Promise<boolean>;
}

export interface RecordingCopies {
  /** Bytes that the stored objects take, and the token; null when nothing is stored. @throws what the disk or service says */
  measure(id: number): Promise<{ size: number; token: string | null } | null>;
  /** Whether it lies in the data folder, where nothing needs to be copied. */
  isHere(id: number): boolean;
  /** Copies what is not there yet; safe to repeat. @throws CopyFailed, and the reason of `signal` */
  bring(order: CopyOrder, options: BringOptions): Promise<void>;
  /** Removes all other copies. */
  keepOnly(orders: readonly CopyOrder[]): Promise<void>;
}

const longestToken = 256;

/** `remote` null: recordings lie in the data folder, all of them. */
export function openCopies(dataDir: string, remote: RemoteHome | null): RecordingCopies {
  const liesHere = (id: number) => existsSync(recordingFolder(dataDir, id));

  /** Null when there is no such recording. */
  async function readToken({ store }: RemoteHome, id: number): Promise<string | null> {
    const text = Buffer.alloc(longestToken);
    try {
      return text.toString("utf8", 0, await store.read(tokenKey(id), text, 0));
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  /** What is stored under the token. @throws CopyFailed */
  async function listNow(from: RemoteHome, { recordingId, token }: CopyOrder): Promise<Listing> {
    const [found, objects] = await failing("store", async () => [
      await readToken(from, recordingId),
      await listObjects(from, recordingId),
    ]);
    if (found === null || found !== token) throw new CopyFailed("damaged");
    return objects;
  }

  return {
    isHere: (id) => remote === null || liesHere(id),

    async measure(id) {
      if (liesHere(id)) return { size: await bytesBelow(recordingFolder(dataDir, id)), token: null };
      const token = remote === null ? null : await readToken(remote, id);
      if (remote === null || token === null) return null;
      return { size: [...(await listObjects(remote, id)).values()].reduce((sum, size) => sum + size, 0), token };
    },

    async bring(order, { signal, onLoaded, isStillThere }) {
      const { recordingId: id, token } = order;
      if (remote === null || liesHere(id)) return;
      if (token === null) throw new CopyFailed("damaged");
      const home = pieceHome(dataDir, { identity: remote.identity, id, token });
      const known = await readListing(home);
      const objects = known ?? (await listNow(remote, order));
      if (known === null && !(await isStillThere())) throw new CopyFailed("damaged");
      signal.throwIfAborted();
      await failing("write", () => markReserved(home));
      await bringPieces({ store: remote.store, home, folder: remoteFolder(id), objects, signal, onLoaded });
      signal.throwIfAborted();
      if (known === null) await failing("write", () => markComplete(home, objects));
    },

    async keepOnly(orders) {
      const kept = new Set<string>();
      for (const { recordingId: id, token } of orders)
        if (remote !== null && token !== null) kept.add(pieceHome(dataDir, { identity: remote.identity, id, token }));
      for (const home of await copyHomes(dataDir)) if (!kept.has(home)) await dropCopy(home);
      await clearDropped(dataDir);
    },
  };
}

async function listObjects({ store }: RemoteHome, id: number): Promise<Listing> {
  const prefix = `${remoteFolder(id)}/`;
  const objects = new Map<string, number>();
  for await (const { key, size } of store.list(prefix)) objects.set(key.slice(prefix.length), size);
  return objects;
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await bytesBelow(path) : (await stat(path)).size;
  }
  return bytes;
}
