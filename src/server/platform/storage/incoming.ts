/** Objects on their way into the local store: written under a name of nobody, then renamed. */
import { randomBytes } from "node:crypto";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, syncFolder } from "../durable.ts";
import { seal } from "./object-file.ts";
import { pump } from "./pump.ts";

const incomingFolder = (root: string): string => join(root, ".incoming");
const dayMs = 86_400_000;

export interface Incoming {
  path: string;
  /** Hex. */
  md5: string;
  size: number;
}

/** Takes `size` bytes in and syncs them. Whatever fails, nothing is left. @throws WrongLength, or what the disk says */
export async function takeIn(
  root: string,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): Promise<Incoming> {
  const folder = incomingFolder(root);
  await makeFolder(folder);
  const path = join(folder, randomBytes(16).toString("hex"));
  const file = await open(path, "wx", 0o600);
  try {
    const md5 = await pump(file, 0, body, size);
    await seal(file, size, md5);
    await file.close();
    return { path, md5, size };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

const mostTries = 5;

/** Gives a synced file its name in the store, durably; replaces what had it. */
export async function moveIn(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  for (let tries = 1; ; tries++)
    try {
      await makeFolder(folder);
      await rename(from, to);
      return await syncFolder(folder);
    } catch (error) {
      // The last object of the folder was just deleted, and the folder with it.
      const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (!isGone || tries === mostTries || !(await isThere(from))) throw error;
    }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Removes what killed servers left behind: everything when the caller alone holds the data folder, otherwise what is
 * older than a day.
 */
export async function tidyIncoming(root: string, { isAlone }: { isAlone: boolean }): Promise<void> {
  const folder = incomingFolder(root);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (isAlone || mtimeMs < Date.now() - dayMs) await rm(path, { force: true });
  }
}
