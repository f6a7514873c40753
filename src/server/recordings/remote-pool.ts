/**
 * Reads chunk files that lie in a service: by ranged GETs of whole pieces, through a cache on disk. Recordings that lie in
 * the data folder, from before there was a service, are read there.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { ObjectMissing } from "../platform/storage/index.ts";
import { cacheFolder, completeHome, isReserved, type Listing, pieceHome, readListing } from "./copy-marker.ts";
import { createFilePool, type FilePool, type ReadState, type WantedBytes } from "./file-pool.ts";
import { pieceBytes, pieceCache } from "./piece-cache.ts";
import { tokenKey } from "./remote-files.ts";
import type { RemoteHome } from "./remote-home.ts";

/** One piece of what is wanted. */
interface WantedPiece extends WantedBytes {
  key: string;
  index: number;
}

/** What one read wants of an object. */
interface PieceRow {
  pieces: readonly WantedPiece[];
  /** Those that were read on this disk. */
  isKept: boolean[];
  /** Those that come are kept there. */
  isKeeping: boolean;
}

const mostPiecesAtOnce = 16;
const keptFiles = 256;
const longestToken = 256;

/** `isDirect`: what lies on this disk is neither read nor added to, so that the service itself is looked at. */
export function createRemotePool(
  dataDir: string,
  { store, identity, cacheBytes }: RemoteHome,
  { isBlocking = false, isDirect = false } = {},
): FilePool {
  const local = createFilePool({ isBlocking, limit: keptFiles });
  const cache = pieceCache(cacheFolder(dataDir), cacheBytes);
  /** By key and index; an absent object gives null. */
  const coming = new Map<string, Promise<Uint8Array | null>>();
  const homes = new Map<string, Promise<string | null>>();
  /** Of complete copies, by home. */
  const listings = new Map<string, Listing>();

  /** Where the pieces of a recording are kept; null when the recording itself lies in the data folder. */
  function homeOf(id: string): Promise<string | null> {
    const known = homes.get(id) ?? findHome(id);
    homes.set(id, known);
    known.catch(() => homes.delete(id));
    return known;
  }

  const liesHere = (id: string): boolean => existsSync(join(dataDir, "recordings", id));

  async function findHome(id: string): Promise<string | null> {
    if (liesHere(id)) return null;
    const copy = await completeHome(dataDir, Number(id));
    if (copy !== null) return copy; // whether or not the service answers
    return pieceHome(dataDir, { identity, id: Number(id), token: await readToken(Number(id)) });
  }

  async function readToken(id: number): Promise<string> {
    const text = Buffer.alloc(longestToken);
    try {
      return text.toString("utf8", 0, await store.read(tokenKey(id), text, 0));
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
      homes.delete(String(id)); // it is asked for again: the recording may be on its way to the service
      return randomUUID(); // what is left of it is looked at, and nothing that was kept of another
    }
  }

  /** Whether a complete copy says that there is no such object. */
  async function isAbsent(home: string, name: string): Promise<boolean> {
    const listing = listings.get(home) ?? (await readListing(home));
    if (listing === null) return false;
    listings.set(home, listing); // recordings never change
    return !listing.has(name);
  }

  async function readOne(wanted: WantedBytes, isFresh: boolean): Promise<ReadState> {
    const [, id, ...rest] = relative(dataDir, wanted.path).split(sep);
    let home = await homeOf(id);
    if (home === null) {
      const [state] = await local.read([wanted], { isFresh });
      if (state !== "absent" || liesHere(id)) return state;
      homes.delete(id); // one that grew here has gone to the service when it was complete
      home = await homeOf(id);
      if (home === null) return state;
    }
    const pieces = split(wanted, ["recordings", id, ...rest].join("/"), join(home, ...rest));
    const row: PieceRow = { pieces, isKept: pieces.map(() => false), isKeeping: !isDirect && cacheBytes > 0 };
    if (isFresh) local.forget(dirname(pieces[0].path));
    else if (!isDirect) {
      row.isKept = (await local.read(pieces)).map((state) => state === "whole");
      for (const [k, { path }] of pieces.entries()) if (row.isKept[k]) cache.used(path);
      if (row.isKept.includes(false) && (await isAbsent(home, rest.join("/")))) return "absent";
    }
    // A copy for review stays whole, even where there is no cache.
    if (!isDirect && row.isKept.includes(false)) row.isKeeping ||= await isReserved(home);
    const states = await Promise.all(pieces.map((piece, k) => (row.isKept[k] ? "whole" : bring(piece, row))));
    return states.find((state) => state === "absent") ?? states.find((state) => state === "short") ?? "whole";
  }

  /** Fills a piece's bytes from the service. */
  async function bring(piece: WantedPiece, row: PieceRow): Promise<ReadState> {
    const bytes = await (coming.get(nameOf(piece)) ?? fetchFrom(piece, row));
    if (bytes === null) return "absent";
    const from = bytes.subarray(piece.position, piece.position + piece.bytes.length);
    if (from.length < piece.bytes.length) return "short";
    piece.bytes.set(from);
    return "whole";
  }

  /** One GET for this piece and those behind it that are missing too. */
  function fetchFrom(first: WantedPiece, { pieces: all, isKept, isKeeping }: PieceRow) {
    const row: WantedPiece[] = [];
    for (let k = all.indexOf(first); k < all.length && row.length < mostPiecesAtOnce; k++) {
      if (isKept[k] || coming.has(nameOf(all[k]))) break;
      row.push(all[k]);
    }
    const read = readPieces(first, row.length);
    for (const [k, piece] of row.entries()) {
      const name = nameOf(piece);
      const own = read.then((buffer) => {
        if (buffer === null) return null;
        const bytes = buffer.subarray(k * pieceBytes, (k + 1) * pieceBytes);
        if (isKeeping && bytes.length > 0) cache.keep(piece.path, bytes);
        return bytes;
      });
      coming.set(name, own);
      own.catch(() => undefined).finally(() => coming.delete(name));
    }
    return coming.get(nameOf(first)) as Promise<Uint8Array | null>;
  }

  async function readPieces({ key, index }: WantedPiece, count: number): Promise<Uint8Array | null> {
    const buffer = new Uint8Array(count * pieceBytes);
    try {
      return buffer.subarray(0, await store.read(key, buffer, index * pieceBytes));
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  return {
    read: (wanted, { isFresh = false } = {}) => Promise.all(wanted.map((one) => readOne(one, isFresh))),
    forget(folder) {
      local.forget(folder);
      const [, id] = relative(dataDir, folder).split(sep);
      const home = homes.get(id);
      homes.delete(id);
      home
        ?.then((path) => {
          if (path === null) return;
          local.forget(path);
          listings.delete(path);
          return rm(path, { recursive: true, force: true });
        })
        .catch(() => undefined);
    },
    close() {
      local.close();
    },
  };
}

const nameOf = ({ key, index }: WantedPiece): string => `${key}/${index}`;

/** Cuts a read at the edges of pieces; `position` of each is within its piece, `folder` holds the pieces of the object. */
function split({ position, bytes }: WantedBytes, key: string, folder: string): WantedPiece[] {
  const pieces: WantedPiece[] = [];
  for (let at = 0; at < bytes.length; ) {
    const index = Math.floor((position + at) / pieceBytes);
    const within = position + at - index * pieceBytes;
    const length = Math.min(pieceBytes - within, bytes.length - at);
    pieces.push({
      key,
      index,
      path: join(folder, String(index)),
      position: within,
      bytes: bytes.subarray(at, at + length),
    });
    at += length;
  }
  return pieces;
}
