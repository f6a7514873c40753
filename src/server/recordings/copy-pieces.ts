/** Brings the pieces of a recording that are not on disk yet: by ranged GETs of several, a few at a time. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { demandRoom } from "../platform/storage/room.ts";
import type { ObjectStore } from "../platform/storage/types.ts";
import { CopyFailed, failing } from "./copy-failed.ts";
import { completeHome, type Listing, readListing } from "./copy-marker.ts";
import { pieceBytes, writePiece } from "./piece-cache.ts";

/** So much is read at once, and so many reads are under way: 12 MiB of memory at most. */
const piecesPerRead = 4;
const readsAtOnce = 3;
/** The cache may clear a piece away that it took for one of its own, when it looked before the copy was begun. */
const mostRounds = 3;

export interface PieceOrder {
  store: Pick<ObjectStore, "read">;
  /** Where the pieces of the recording lie. */
  home: string;
  /** Of its objects in the store. */
  folder: string;
  objects: Listing;
  signal: AbortSignal;
  /** Told the bytes that are there by now. */
  onLoaded(bytes: number): void;
}

/** Pieces [first, first + count) of one object. */
interface Row {
  name: string;
  first: number;
  count: number;
  bytes: number;
}

/** Returns when a look at every piece found all of them. @throws CopyFailed, and the reason of `signal` */
export async function bringPieces(order: PieceOrder): Promise<void> {
  for (let round = 1; round <= mostRounds; round++) if ((await bringMissing(order)) === 0) return;
  throw new CopyFailed("unwritable");
}

/** Returns how many rows of pieces were missing. */
async function bringMissing({ store, home, folder, objects, signal, onLoaded }: PieceOrder): Promise<number> {
  let [loaded, brought] = [0, 0];
  let hasFailed = false;
  const count = (bytes: number) => {
    loaded += bytes;
    onLoaded(loaded);
  };
  const rows = missingRows(home, objects, count);
  const worker = async () => {
    for await (const row of rows) {
      signal.throwIfAborted();
      if (hasFailed) return;
      await bringRow({ store, home, folder }, row);
      signal.throwIfAborted();
      brought++;
      count(row.bytes);
    }
  };
  const stopping = () =>
    worker().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
  const ends = await Promise.allSettled(Array.from({ length: readsAtOnce }, stopping)); // none goes on behind our back
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return brought;
}

async function bringRow(
  { store, home, folder }: Pick<PieceOrder, "store" | "home" | "folder">,
  { name, first, count, bytes }: Row,
): Promise<void> {
  await failing("write", () => demandRoom(home, bytes));
  const buffer = new Uint8Array(bytes);
  const length = await failing("store", () => store.read(`${folder}/${name}`, buffer, first * pieceBytes));
  if (length < bytes) throw new CopyFailed("damaged");
  await failing("write", async () => {
    for (let k = 0; k < count; k++)
      await writePiece(join(home, name, String(first + k)), buffer.subarray(k * pieceBytes, (k + 1) * pieceBytes));
  });
}

/** Rows of pieces that are not there as a whole; the bytes of the others are counted. One consumer at a time is served. */
async function* missingRows(home: string, objects: Listing, count: (bytes: number) => void): AsyncGenerator<Row> {
  for (const [name, size] of objects) {
    let row: Row | null = null;
    for (let index = 0; index * pieceBytes < size; index++) {
      const bytes = Math.min(pieceBytes, size - index * pieceBytes);
      const facts = await stat(join(home, name, String(index))).catch(() => null);
      const isThere = facts?.isFile() === true && facts.size === bytes;
      if (isThere) count(bytes);
      else if (row === null) row = { name, first: index, count: 1, bytes };
      else {
        row.count++;
        row.bytes += bytes;
      }
      if (row === null || (!isThere && row.count < piecesPerRead)) continue;
      yield row;
      row = null;
    }
    if (row !== null) yield row;
  }
}

/** Puts an object of which the complete copy of a recording has something else, or less, there again. @throws what the disk says */
export async function mendCopied(dataDir: string, id: number, name: string, bytes: Buffer): Promise<void> {
  const home = await completeHome(dataDir, id);
  if (home === null || (await readListing(home))?.get(name) !== bytes.length) return;
  for (let k = 0; k * pieceBytes < bytes.length; k++)
    await writePiece(join(home, name, String(k)), bytes.subarray(k * pieceBytes, (k + 1) * pieceBytes));
}
