/** The list of what a backup holds. It is written last: a folder without a whole one is no backup. */
import { readLines, writeLines } from "./files.ts";

export const manifestFile = "manifest.jsonl";
/** Rows, as export-data writes them. */
export const rowsFile = "rows.jsonl";
/** Files, with the paths they have in the data folder. */
export const filesFolder = "data";

const format = "connect-backup";
const version = 1;

export interface BackupFile {
  /** Below `filesFolder`, with slashes. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Why a folder cannot be restored, in one plain sentence. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

export async function writeManifest(path: string, files: ReadonlyMap<string, Omit<BackupFile, "path">>): Promise<void> {
  async function* lines() {
    yield JSON.stringify({ format, version });
    for (const [name, { bytes, sha256 }] of files) yield JSON.stringify([name, bytes, sha256]);
    yield JSON.stringify({ files: files.size });
  }
  await writeLines(path, lines());
}

/** @throws BackupRefused when it is missing, cut off, of another format, or names a place outside of the folder */
export async function readManifest(path: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  let isBegun = false;
  let isWhole = false;
  try {
    for await (const line of readLines(path)) {
      const entry: unknown = JSON.parse(line);
      if (!isBegun) {
        const head = entry as { format?: string; version?: number };
        if (head.format !== format) throw new BackupRefused("This is not a backup of CONNECT.");
        if (head.version !== version)
          throw new BackupRefused("The backup was written by a newer version of this program.");
        isBegun = true;
      } else if (Array.isArray(entry)) files.push(fileOf(entry));
      else isWhole = (entry as { files?: number }).files === files.length;
    }
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new BackupRefused("This folder is no backup, or one that was not finished: it has no list of its files.");
    throw new BackupRefused("The list of files of this backup is damaged.");
  }
  if (!isWhole) throw new BackupRefused("The list of files of this backup is cut off.");
  return files;
}

function fileOf([path, bytes, sha256]: unknown[]): BackupFile {
  const isPlain =
    typeof path === "string" && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isPlain || typeof bytes !== "number" || typeof sha256 !== "string")
    throw new BackupRefused("The list of files of this backup is damaged.");
  return { path, bytes, sha256 };
}
