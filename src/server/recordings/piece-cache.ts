/**
 * Pieces of remote objects kept on disk, within a budget: the least recently used go first. Several threads share one
 * folder; each adds, and each clears when it has added much. A piece is there as a whole or not at all, also after a power cut.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../platform/durable.ts";
import { demandRoom } from "../platform/storage/room.ts";
import { isReserved } from "./copy-marker.ts";

/** Least that is read from a service at once. */
export const pieceBytes = 1024 * 1024;
/** Pieces that wait to be written beyond this are not kept: the disk is slower than the service. */
const mostWaitingBytes = 64 * pieceBytes;
/** How exactly "least recently used" is known. */
const touchMs = 600_000;
const mostTouched = 20_000;
const draftPrefix = ".draft-";
const dayMs = 86_400_000;

export interface PieceCache {
  /** Keeps a piece, when there is time and room for it. Never fails: the cache is a convenience. */
  keep(path: string, bytes: Uint8Array): void;
  /** A piece was used. */
  used(path: string): void;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/** `demand`: of the disk, for so many bytes; the last of it is not taken. */
export function pieceCache(root: string, budget: number, demand: typeof demandRoom = demandRoom): PieceCache {
  const writing = new Set<Promise<void>>();
  const touched = new Map<string, number>();
  let waiting = 0;
  /** Nothing is known of what lies there from before. */
  let added = Number.POSITIVE_INFINITY;

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    await demand(root, bytes.length);
    await writePiece(path, bytes);
    added += bytes.length;
    if (added <= budget / 16) return;
    added = 0;
    await clear(root, budget);
  }

  return {
    keep(path, bytes) {
      if (waiting + bytes.length > mostWaitingBytes) return;
      waiting += bytes.length;
      const done: Promise<void> = write(path, bytes)
        .catch(() => undefined)
        .finally(() => {
          waiting -= bytes.length;
          writing.delete(done);
        });
      writing.add(done);
    },
    used(path) {
      const now = Date.now();
      if (now - (touched.get(path) ?? 0) < touchMs) return;
      if (touched.size >= mostTouched) touched.clear();
      touched.set(path, now);
      utimes(path, now / 1000, now / 1000).catch(() => undefined);
    },
    async close() {
      await Promise.all(writing);
    },
  };
}

/** Writes a piece: synced before it gets its name. @throws what the disk says */
export async function writePiece(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const draft = join(dirname(path), `${draftPrefix}${randomBytes(8).toString("hex")}`);
  let file: FileHandle | null = null;
  try {
    file = await open(draft, "wx", 0o600);
    await file.writeFile(bytes);
    await file.sync(); // a name that comes true before its bytes would show silence where there was a signal
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file?.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Deletes what was used longest ago until a tenth of the budget is free. Copies for review do not count. */
async function clear(root: string, budget: number): Promise<void> {
  const pieces: Piece[] = [];
  for (const name of await readdir(root).catch(() => [])) {
    const home = join(root, name);
    if (!(await isReserved(home))) pieces.push(...(await piecesOf(home)));
  }
  let total = pieces.reduce((sum, { size }) => sum + size, 0);
  if (total <= budget) return;
  for (const { home, path, size } of pieces.sort((a, b) => a.usedAt - b.usedAt)) {
    if (total <= 0.9 * budget) return;
    if (await isReserved(home)) continue; // meanwhile
    await rm(path, { force: true }).catch(() => undefined);
    total -= size;
  }
}

interface Piece {
  home: string;
  path: string;
  size: number;
  usedAt: number;
}

async function piecesOf(home: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const name of await readdir(home, { recursive: true }).catch(() => [])) {
    const path = join(home, name);
    const facts = await stat(path).catch(() => null);
    if (facts === null || !facts.isFile()) continue;
    const isLeft = name.includes(draftPrefix) && facts.mtimeMs < Date.now() - dayMs;
    pieces.push({ home, path, size: facts.size, usedAt: isLeft ? 0 : facts.mtimeMs });
  }
  return pieces;
}
