/** How much may be reserved when the operator does not say. */
import { statfs } from "node:fs/promises";

/**
 * Bytes. Recordings of the data folder take no room of their own, so it is the disk; those of a service are copied beside
 * the database and the uploads, so it is half of it.
 */
export async function defaultLimit(dataDir: string, isLocal: boolean): Promise<number> {
  const { blocks, bsize } = await statfs(dataDir);
  return Math.floor((blocks * bsize) / (isLocal ? 1 : 2));
}
