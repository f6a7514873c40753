/** Uploads never take the last of a disk: what else lies on it, the database first of all, must go on. */
import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;
/** Of the disk, at most a GiB; at least 64 MiB, which a database needs to write down that there is no room. */
const keptShare = 0.02;
const keptBytes = (diskBytes: number): number =>
  Math.min(GiB, Math.max(keptShare * diskBytes, Math.min(64 * MiB, diskBytes / 4)));

/** As a full disk says it. */
class DiskFull extends Error {
  readonly code = "ENOSPC";
}

/** @throws an error with the code ENOSPC when less than the reserve would be left after `size` bytes */
export async function demandRoom(folder: string, size: number): Promise<void> {
  if (size > (await roomIn(folder))) throw new DiskFull("The disk is kept from being filled.");
}

/** Bytes that uploads may still bring, and what is read of them; below 0 when the reserve is being used. */
export async function roomIn(folder: string): Promise<number> {
  const { freeBytes, reserveBytes } = await diskRoom(folder);
  return freeBytes - reserveBytes;
}

export interface DiskRoom {
  /** What this account may still write, the reserve included. */
  freeBytes: number;
  reserveBytes: number;
}

/** Of the disk that the folder lies on. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfsAbove(folder);
  return { freeBytes: bavail * bsize, reserveBytes: keptBytes(blocks * bsize) };
}

/** Of the folder, or of the nearest one above it that is there. */
async function statfsAbove(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(folder) === folder) throw error;
    return statfsAbove(dirname(folder));
  }
}
