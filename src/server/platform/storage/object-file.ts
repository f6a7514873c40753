/**
 * How an object lies in the local store: its bytes, then a line of 64 characters with length and ETag. One file has one
 * name and one moment of renaming, so bytes and ETag are never of different objects, whenever the server dies.
 * By hand: `head -c -64 FILE` gives the object, `tail -c 63 FILE` what it is.
 */
import type { FileHandle } from "node:fs/promises";
import { ObjectDamaged } from "./types.ts";

export const trailerBytes = 64;
const mark = "\nobject1 ";
const pattern = /^\nobject1 {1,17}(\d{1,16}) ([0-9a-f]{32}(?:-\d{1,5})?) *$/;

const trailerOf = (size: number, etag: string): Buffer =>
  Buffer.from(`${mark}${String(size).padStart(16)} ${etag.padEnd(38)}`, "latin1");

/** Ends a file whose first `size` bytes are the object, and syncs it. */
export async function seal(file: FileHandle, size: number, etag: string): Promise<void> {
  const trailer = trailerOf(size, etag);
  for (let done = 0; done < trailer.length; ) {
    const { bytesWritten } = await file.write(trailer, done, trailer.length - done, size + done);
    done += bytesWritten; // a full disk takes a part and refuses the rest
  }
  await file.sync();
}

export interface OpenedObject {
  size: number;
  etag: string;
  /** Epoch ms. */
  modifiedAt: number;
}

/** @throws ObjectDamaged for a file that is no whole object */
export async function readTrailer(file: FileHandle): Promise<OpenedObject> {
  const { size: length, mtimeMs } = await file.stat();
  const size = length - trailerBytes;
  const text = Buffer.alloc(trailerBytes);
  if (size >= 0) await readAt(file, text, size);
  const [, stated, etag] = pattern.exec(text.toString("latin1")) ?? [];
  if (etag === undefined || Number(stated) !== size) throw new ObjectDamaged();
  return { size, etag, modifiedAt: mtimeMs };
}

/** Fills `into` from `position` on; returns how many bytes the file had. */
export async function readAt(file: FileHandle, into: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const { bytesRead } = await file.read(into, done, into.length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}
