/**
 * What says that pieces on disk are a copy for review: `.reserved` keeps the cache from clearing them away, `.complete`
 * lists the objects of the recording once all of them are there. Objects that it does not list do not exist anywhere.
 */
import { createHash, randomBytes } from "node:crypto";
import { access, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, syncFolder, syncTree, writeDurably } from "../platform/durable.ts";

const reservedFile = ".reserved";
const completeFile = ".complete";
const gonePrefix = ".gone-";

/** By name below `recordings/<id>/`: its size in bytes. */
export type Listing = ReadonlyMap<string, number>;

export const cacheFolder = (dataDir: string): string => join(dataDir, "cache", "recordings");

/** Folder of the pieces of a recording, in the cache folder. `identity`: of the bucket; `token`: of the import. */
export function pieceHome(dataDir: string, { identity, id, token }: { identity: string; id: number; token: string }) {
  const hash = createHash("sha256").update(`${identity}\n`).update(token).digest("hex");
  return join(cacheFolder(dataDir), `${id}-${hash.slice(0, 32)}`);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const isReserved = (home: string): Promise<boolean> => isThere(join(home, reservedFile));

/** From now on what lies there stays. */
export async function markReserved(home: string): Promise<void> {
  await makeFolder(home);
  await writeDurably(join(home, reservedFile), "");
}

/** The objects of a complete copy; null when it is not complete. */
export async function readListing(home: string): Promise<Listing | null> {
  try {
    return new Map(JSON.parse(await readFile(join(home, completeFile), "utf8")) as [string, number][]);
  } catch {
    return null;
  }
}

/** To be called when every piece is there. It outlives a power cut, as they do. */
export async function markComplete(home: string, objects: Listing): Promise<void> {
  await syncTree(home);
  const draft = join(home, `${completeFile}-draft`);
  await writeDurably(draft, JSON.stringify([...objects]));
  await rename(draft, join(home, completeFile));
  await syncFolder(home);
}

/**
 * Takes a copy away at once, whole; its bytes go after that, in a while. What is left when the process ends meanwhile goes
 * with `clearDropped`.
 */
export async function dropCopy(home: string): Promise<void> {
  const gone = join(dirname(home), `${gonePrefix}${randomBytes(8).toString("hex")}`);
  await rename(home, gone);
  await syncFolder(dirname(home));
  removeSoon(gone);
}

const removing = new Set<string>();

function removeSoon(folder: string): void {
  if (removing.has(folder)) return;
  removing.add(folder);
  rm(folder, { recursive: true, force: true, maxRetries: 2 })
    .catch(() => undefined) // tried again
    .finally(() => removing.delete(folder));
}

/** Begins to remove what is left of dropped copies. */
export async function clearDropped(dataDir: string): Promise<void> {
  const root = cacheFolder(dataDir);
  for (const name of await readdir(root).catch(() => [])) if (name.startsWith(gonePrefix)) removeSoon(join(root, name));
}

/** Folders of all copies, complete or not. */
export async function copyHomes(dataDir: string): Promise<string[]> {
  const homes: string[] = [];
  for (const name of await readdir(cacheFolder(dataDir)).catch(() => [])) {
    const home = join(cacheFolder(dataDir), name);
    if (!name.startsWith(gonePrefix) && (await isReserved(home))) homes.push(home);
  }
  return homes;
}

/**
 * Folder of the complete copy of a recording, or null. Asks nobody whether it is that of another database: a server that
 * answers users has removed such copies before it listens (prefetch/README.md).
 */
export async function completeHome(dataDir: string, id: number): Promise<string | null> {
  for (const name of await readdir(cacheFolder(dataDir)).catch(() => [])) {
    const home = join(cacheFolder(dataDir), name);
    if (name.startsWith(`${id}-`) && (await isThere(join(home, completeFile)))) return home;
  }
  return null;
}

/** An object out of a complete copy, or null when there is none, or not all of it. For small objects. */
export async function readCopied(
  dataDir: string,
  id: number,
  name: string,
  pieceBytes: number,
): Promise<Buffer | null> {
  const home = await completeHome(dataDir, id);
  const size = home === null ? undefined : (await readListing(home))?.get(name);
  if (home === null || size === undefined) return null;
  try {
    const count = Math.ceil(size / pieceBytes);
    const pieces = await Promise.all(Array.from({ length: count }, (_, k) => readFile(join(home, name, String(k)))));
    const bytes = Buffer.concat(pieces);
    return bytes.length === size ? bytes : null;
  } catch {
    return null;
  }
}
