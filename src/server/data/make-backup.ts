/**
 * A backup of rows and files that belong together, made while the server runs: files are copied, then the rows of one
 * moment are written, then what came meanwhile is copied. Stored samples and objects never change, so whatever those
 * rows speak of is there, and what was removed meanwhile is in the rows or in neither. Of recordings that grow the checksums
 * are those of the rows, or the rows are written again.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ClientBase } from "pg";
import { syncFolder, syncTree } from "../platform/durable.ts";
import { folderScheme } from "../platform/storage/types.ts";
import { copyFile } from "./copy-file.ts";
import { exportRows } from "./export-rows.ts";
import { writeLines } from "./files.ts";
import { type BackupFile, BackupRefused, filesFolder, manifestFile, rowsFile, writeManifest } from "./manifest.ts";

export interface BackupOrder {
  client: ClientBase;
  dataDir: string;
  /** Must not be there. */
  target: string;
  /** False when new recordings are kept in a service: then they have no folder here. */
  isLocal: boolean;
  /** Called with bytes copied and bytes there were at the beginning. */
  onProgress?: (copied: number, all: number) => void;
}

export interface Backup {
  files: number;
  bytes: number;
  /** Ready recordings whose folder was not there: they are damaged, and the backup cannot mend them. */
  missing: number[];
  /** Recordings that grew so fast that their files are newer than their rows: put back, they are damaged. */
  torn: number[];
}

/** A ready recording as its row says. */
interface Ready {
  id: number;
  /** Digests of the checksums of each group, while it grows; null when it is complete. */
  growing: readonly string[] | null;
}

const rounds = 5;
const recordings = "recordings";
/** Of each group of a recording; one of them is what its row says, also while it is written (recordings/README.md). */
const sumsFiles = ["sums", "sums.copy"];

/** @throws BackupRefused; what was begun is removed */
export async function makeBackup(order: BackupOrder): Promise<Backup> {
  const { client, dataDir, target, isLocal } = order;
  if (existsSync(target)) throw new BackupRefused(`${target} is there already: name a new folder.`);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true }); // of a backup that was cut off
  const folders = [recordings, "keys", ...(await bucketFolders(client))];
  const all = await bytesBelow(dataDir, folders);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    const { bavail, bsize } = await statfs(partial);
    if (bavail * bsize < all)
      throw new BackupRefused(
        `The disk of ${target} has too little room: the backup needs ${Math.ceil(all / 1e6)} MB.`,
      );
    const copies = new Copies(dataDir, join(partial, filesFolder), (copied) => order.onProgress?.(copied, all));
    await copies.take(folders);
    let missing: number[] = [];
    let torn: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const ready = await writeRows(client, join(partial, rowsFile));
      await copies.take([...folders, "demo"]);
      await copies.keepRecordings(ready);
      const before = missing;
      const expected = ready.filter(({ growing }) => isLocal || growing !== null);
      missing = idsOf(expected.filter(({ id }) => !copies.hasWhole(`${recordings}/${id}/`)));
      torn = idsOf(expected.filter((one) => !missing.includes(one.id) && !copies.hasSumsOf(one)));
      // Removed just now: the next rows do not name it. Named twice: it is not there.
      if (torn.length === 0 && (missing.length === 0 || missing.join() === before.join())) break;
    }
    await writeManifest(join(partial, manifestFile), copies.files);
    await syncTree(partial);
    await rename(partial, target);
    await syncFolder(dirname(target));
    return { files: copies.files.size, bytes: copies.bytes, missing, torn };
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code === "ENOSPC")
      throw new BackupRefused(`The disk of ${target} is full: nothing was kept of this backup.`);
    throw error;
  }
}

const idsOf = (ready: readonly Ready[]): number[] => ready.map(({ id }) => id);

interface RecordingRow {
  id: number;
  state: string;
  tail: unknown;
  anchors: { groups: string[] } | null;
}

/** Writes the rows of one moment; returns the recordings that are ready in it. */
async function writeRows(client: ClientBase, path: string): Promise<Ready[]> {
  const ready: Ready[] = [];
  const prefix = '["recording",';
  async function* rows() {
    for await (const line of exportRows(client)) {
      if (line.startsWith(prefix)) {
        const [, { id, state, tail, anchors }] = JSON.parse(line) as [string, RecordingRow];
        if (state === "ready") ready.push({ id, growing: tail === null ? null : (anchors?.groups ?? []) });
      }
      yield line;
    }
  }
  await rm(path, { force: true });
  await writeLines(path, rows());
  return ready;
}

/** Folders of local buckets, relative to the data folder. */
async function bucketFolders(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ endpoint: string }>(
    "select distinct endpoint from bucket where endpoint like $1 || '%'",
    [folderScheme],
  );
  const folders = rows.map(({ endpoint }) => endpoint.slice(folderScheme.length));
  return folders.filter((folder) => folder.split("/").every((part) => /^[\w-][\w.-]*$/.test(part)));
}

/** The copy of a data folder as it grows. */
class Copies {
  readonly files = new Map<string, Omit<BackupFile, "path">>();
  bytes = 0;
  private readonly times = new Map<string, number>();
  /** Beginnings of paths below which something vanished while it was copied. */
  private readonly torn = new Set<string>();

  constructor(
    private readonly from: string,
    private readonly to: string,
    private readonly onProgress: (copied: number) => void,
  ) {}

  /** Copies what is new in these folders or files. */
  async take(names: readonly string[]): Promise<void> {
    for (const name of names) for await (const path of filesBelow(this.from, name)) await this.takeFile(path);
  }

  /** Removes recordings that are not among `ready`, or not here any more: they were removed, are not finished, or have gone to a service. */
  async keepRecordings(ready: readonly Ready[]): Promise<void> {
    const here = ready.filter(({ id }) => existsSync(join(this.from, recordings, String(id))));
    const kept = new Set(idsOf(here).map(String));
    const gone = new Set<string>();
    for (const [path, { bytes }] of this.files) {
      const [folder, id] = path.split("/");
      if (folder !== recordings || kept.has(id)) continue;
      gone.add(id);
      this.files.delete(path);
      this.times.delete(path);
      this.bytes -= bytes;
    }
    for (const id of gone) await rm(join(this.to, recordings, id), { recursive: true, force: true });
  }

  /** Whether each group of a recording that grows has a file of the checksums that its row names. */
  hasSumsOf({ id, growing }: Ready): boolean {
    const digestOf = (group: number, name: string) => this.files.get(`${recordings}/${id}/${group}/${name}`)?.sha256;
    return (growing ?? []).every((digest, k) => sumsFiles.some((name) => digestOf(k, name) === digest));
  }

  /** Whether there are files below `prefix`, and none was lost on the way. */
  hasWhole(prefix: string): boolean {
    if ([...this.torn].some((path) => path.startsWith(prefix))) return false;
    for (const path of this.files.keys()) if (path.startsWith(prefix)) return true;
    return false;
  }

  private async takeFile(path: string): Promise<void> {
    const source = join(this.from, path);
    try {
      const { size, mtimeMs } = await stat(source);
      const known = this.files.get(path);
      if (known?.bytes === size && this.times.get(path) === mtimeMs) return;
      const copied = await copyFile(source, join(this.to, path));
      this.bytes += copied.bytes - (known?.bytes ?? 0);
      this.files.set(path, copied);
      this.times.set(path, mtimeMs);
      this.torn.delete(path);
      this.onProgress(this.bytes);
    } catch (error) {
      if (!existsSync(source)) this.torn.add(path);
      else throw error;
    }
  }
}

/** What is about to take the place of a file, and is gone when it has. */
const isDraft = (name: string): boolean => /^\.(draft-.*|.*\.draft)$/.test(name);

/**
 * Files at or below `name`, by path. What begins with a dot right below it is unfinished and left out. In order of name: where
 * a recording that grows ends (`.tail`) comes before its samples, of which there may be more.
 */
async function* filesBelow(root: string, name: string, isTop = true): AsyncGenerator<string> {
  const entries = await readdir(join(root, name), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") return null;
    throw error;
  });
  if (entries === null) yield name;
  for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isDraft(entry.name) || (isTop && entry.name.startsWith("."))) continue;
    const path = `${name}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, path, false);
    else if (entry.isFile()) yield path;
  }
}

async function bytesBelow(root: string, names: readonly string[]): Promise<number> {
  let sum = 0;
  for (const name of names)
    for await (const path of filesBelow(root, name))
      sum += await stat(join(root, path)).then(
        ({ size }) => size,
        () => 0, // gone by now
      );
  return sum;
}
