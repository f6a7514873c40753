/** Files and folders that must outlive a power cut before they are spoken of. */
import { mkdir, open, readdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Writes a small file and syncs it. */
export const writeDurably = (path: string, text: string): Promise<void> => writeFile(path, text, { flush: true });

/** Puts a small file in the place of the one of that name, as a whole or not at all. */
export async function replaceDurably(path: string, content: string | Uint8Array): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.draft`);
  await writeFile(draft, content, { flush: true });
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Syncs the entries of one folder. Where folders cannot be opened (Windows) the file system orders them itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a folder and the folders below it, innermost first. */
export async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(join(path, entry.name));
  }
  await syncFolder(path);
}

/** Makes a folder and those above it, and syncs where they are entered. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}
