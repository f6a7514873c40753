/**
 * Objects that come in parts: written by position into one file, each part remembered by a small file of its own that is
 * made when its bytes are on the disk. Completing costs a line and a renaming, whatever the size.
 */
import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { uploadPartBytes } from "../../../protocol/uploads.ts";
import { makeFolder, syncFolder, writeDurably } from "../durable.ts";
import { moveIn } from "./incoming.ts";
import { seal } from "./object-file.ts";
import { partsEtag } from "./parts.ts";
import { pump } from "./pump.ts";
import { ObjectMissing, PartsRefused, type StoredPart } from "./types.ts";

const idPattern = /^[0-9a-f]{32}$/;
const partPattern = /^p(\d{5})$/;
const mostParts = 10_000;
const forgottenMs = 30 * 86_400_000;

interface Busy {
  /** Parts that are being written. */
  writers: Map<number, { body: Readable; done: Promise<unknown> }>;
  isClosing: boolean;
}

export interface FsMultipart {
  create(key: string): Promise<string>;
  /** Takes a part in; an older writer of the same part is cut off. @throws ObjectMissing, WrongLength, what the disk says */
  put(key: string, id: string, order: { part: number; size: number; body: Readable }): Promise<StoredPart>;
  /** @throws ObjectMissing */
  list(key: string, id: string): Promise<StoredPart[]>;
  /** Moves the parts to `path` as one object. @throws ObjectMissing, PartsRefused */
  complete(key: string, id: string, order: { parts: readonly StoredPart[]; path: string }): Promise<void>;
  abort(key: string, id: string): Promise<void>;
  /** Removes what nobody has added to for a month: its upload was forgotten before it could be told of. */
  tidy(): Promise<void>;
}

export function fsMultipart(root: string): FsMultipart {
  const all = join(root, ".multipart");
  const active = new Map<string, Busy>();
  const folderOf = (id: string): string => {
    if (!idPattern.test(id)) throw new ObjectMissing();
    return join(all, id);
  };
  const partFile = (id: string, part: number) => join(folderOf(id), "parts", `p${String(part).padStart(5, "0")}`);
  const busy = (id: string): Busy => {
    const known = active.get(id) ?? { writers: new Map(), isClosing: false };
    active.set(id, known);
    return known;
  };
  const idle = (id: string, state: Busy) => {
    if (state.writers.size === 0 && !state.isClosing && active.get(id) === state) active.delete(id);
  };

  /** @throws ObjectMissing unless these parts are of this object and still open. */
  async function demand(key: string, id: string): Promise<void> {
    const own = await readFile(join(folderOf(id), "key"), "utf8").catch(missing);
    if (own !== key) throw new ObjectMissing();
  }

  /** Cuts off whoever writes, and lets nobody begin while `work` runs. */
  async function alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    const state = busy(id);
    if (state.isClosing) throw new ObjectMissing();
    state.isClosing = true;
    try {
      for (const { body } of state.writers.values()) body.destroy();
      await Promise.allSettled([...state.writers.values()].map(({ done }) => done));
      return await work();
    } finally {
      state.isClosing = false;
      idle(id, state);
    }
  }

  async function write(id: string, part: number, size: number, body: Readable): Promise<StoredPart> {
    const remembered = partFile(id, part);
    if (await removed(remembered)) await syncFolder(join(folderOf(id), "parts"));
    const file = await open(join(folderOf(id), "data"), "r+").catch(missing);
    let etag: string;
    try {
      etag = await pump(file, (part - 1) * uploadPartBytes, body, size);
      await file.datasync();
    } finally {
      await file.close();
    }
    const draft = join(folderOf(id), `draft-${randomBytes(8).toString("hex")}`);
    try {
      await writeDurably(draft, `${size} ${etag}`);
      await rename(draft, remembered);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncFolder(join(folderOf(id), "parts"));
    return { part, size, etag };
  }

  async function list(key: string, id: string): Promise<StoredPart[]> {
    await demand(key, id);
    const names = await readdir(join(folderOf(id), "parts")).catch(missing);
    const parts: StoredPart[] = [];
    for (const name of names.sort()) {
      const part = Number(partPattern.exec(name)?.[1]);
      const text = await readFile(partFile(id, part), "utf8").catch(() => ""); // being sent again
      const [size, etag] = text.split(" ");
      if (etag !== undefined) parts.push({ part, size: Number(size), etag });
    }
    return parts;
  }

  return {
    async create(key) {
      const id = randomBytes(16).toString("hex");
      const folder = folderOf(id);
      await makeFolder(join(folder, "parts"));
      await writeDurably(join(folder, "data"), "");
      await writeDurably(join(folder, "key"), key);
      await syncFolder(folder);
      return id;
    },

    async put(key, id, { part, size, body }) {
      if (!(part >= 1 && part <= mostParts && size <= uploadPartBytes)) throw new PartsRefused();
      await demand(key, id);
      let state = busy(id);
      // Who sends a part again has given up the first attempt, whose connection may not know it yet.
      for (let older = state.writers.get(part); older !== undefined; older = state.writers.get(part)) {
        older.body.destroy();
        await Promise.allSettled([older.done]);
        state = busy(id);
      }
      if (state.isClosing) throw new ObjectMissing();
      const done = write(id, part, size, body);
      const writer = { body, done };
      state.writers.set(part, writer);
      try {
        return await done;
      } finally {
        if (state.writers.get(part) === writer) state.writers.delete(part);
        idle(id, state);
      }
    },

    list,

    async complete(key, id, { parts, path }) {
      await alone(id, async () => {
        const stored = new Map((await list(key, id)).map((one) => [one.part, one]));
        const isRight = ({ part, size, etag }: StoredPart, index: number) => {
          const own = stored.get(part);
          const isWhole = size === uploadPartBytes || (index === parts.length - 1 && size > 0);
          return part === index + 1 && isWhole && own?.size === size && own.etag === etag;
        };
        if (parts.length === 0 || !parts.every(isRight)) throw new PartsRefused();
        const size = parts.reduce((sum, part) => sum + part.size, 0);
        const data = join(folderOf(id), "data");
        const file = await open(data, "r+").catch(missing);
        try {
          await file.truncate(size);
          await seal(file, size, partsEtag(parts));
        } finally {
          await file.close();
        }
        await moveIn(data, path);
        await rm(folderOf(id), { recursive: true, force: true });
      });
    },

    async abort(key, id) {
      const isOpen = await demand(key, id).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ObjectMissing) return false;
          throw error;
        },
      );
      if (isOpen) await alone(id, () => rm(folderOf(id), { recursive: true, force: true }));
    },

    async tidy() {
      for (const id of (await readdir(all).catch(() => [])).filter((name) => idPattern.test(name))) {
        const { mtimeMs } = await stat(folderOf(id)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs < Date.now() - forgottenMs) await rm(folderOf(id), { recursive: true, force: true });
      }
    },
  };
}

function missing(error: NodeJS.ErrnoException): never {
  throw error.code === "ENOENT" ? new ObjectMissing() : error;
}

const removed = (path: string): Promise<boolean> =>
  rm(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return false;
    },
  );
