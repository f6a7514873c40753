/** Puts a backup into an empty data folder and an empty database: everything, checked byte by byte, or nothing that starts. */
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { demandNotInstalled, openDatabase, restoringMark } from "../platform/database/database.ts";
import { type Migration, migrations } from "../platform/database/migrations.ts";
import { syncFolder, syncTree } from "../platform/durable.ts";
import { diskRoom } from "../platform/storage/room.ts";
import { copyFile } from "./copy-file.ts";
import { readLines } from "./files.ts";
import { importRows } from "./import-rows.ts";
import { type BackupFile, BackupRefused, filesFolder, manifestFile, readManifest, rowsFile } from "./manifest.ts";
import type { Head } from "./tables.ts";

export interface RestoreOrder {
  /** The folder of the backup. */
  source: string;
  dataDir: string;
  databaseUrl?: string;
}

/** Returns how many rows and files came back. @throws BackupRefused, ImportRefused, StartRefused */
export async function restoreBackup({
  source,
  dataDir,
  databaseUrl,
}: RestoreOrder): Promise<{ rows: number; files: number }> {
  const files = await readManifest(join(source, manifestFile));
  const wanted = await migrationsOfBackup(join(source, rowsFile));
  for (const file of files) await demandSize(source, file);
  if (databaseUrl) await demandNotInstalled(databaseUrl); // before hours of copying, and before anything is changed in it
  await takeEmptyFolder(dataDir);
  await demandRoomFor(files, dataDir);
  for (const file of files) await restoreFile(source, dataDir, file);
  await syncTree(dataDir);
  const database = await openDatabase({ dataDir, databaseUrl, mustOwn: true, isRestoring: true, wanted });
  let rows: number;
  try {
    const client = await database.pool.connect();
    try {
      rows = await importRows(client, readLines(join(source, rowsFile)));
    } finally {
      client.release();
    }
  } finally {
    await database.close();
  }
  await rm(join(dataDir, restoringMark));
  await syncFolder(dataDir);
  return { rows, files: files.length };
}

/** The schema the rows were written in: this version's or an older one, which the next start brings up to date. */
async function migrationsOfBackup(path: string): Promise<readonly Migration[]> {
  for await (const line of readLines(path)) {
    const { migrations: names } = JSON.parse(line) as Head;
    const known = migrations.filter(({ name }) => names.includes(name));
    if (known.length < names.length)
      throw new BackupRefused("The backup was made by a newer version of this program: restore it with that version.");
    return known;
  }
  throw new BackupRefused("The backup holds no rows.");
}

async function demandSize(source: string, { path, bytes }: BackupFile): Promise<void> {
  const facts = await stat(join(source, filesFolder, path)).catch(() => null);
  if (facts?.size !== bytes)
    throw new BackupRefused(
      `The backup is damaged: ${path} is ${facts === null ? "missing" : "of another size"}. Nothing was restored.`,
    );
}

/** Told before hours of copying. What is written down of the rows comes on top. @throws BackupRefused */
async function demandRoomFor(files: readonly BackupFile[], dataDir: string): Promise<void> {
  const wanted = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if ((await diskRoom(dataDir)).freeBytes < wanted)
    throw new BackupRefused(
      `The disk of ${dataDir} has too little room: the backup needs ${Math.ceil(wanted / 1e6)} MB. Nothing was restored.`,
    );
}

/** A new or empty folder, or one in which a restore was cut off, which is emptied. Marked until the end. */
async function takeEmptyFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const entries = (await readdir(dataDir)).filter((name) => name !== "lost+found");
  if (entries.length > 0 && !entries.includes(restoringMark))
    throw new BackupRefused(`${dataDir} is not empty: restore into a new folder (--data DIR).`);
  await writeFile(join(dataDir, restoringMark), "", { flush: true });
  await syncFolder(dataDir);
  for (const name of entries)
    if (name !== restoringMark) await rm(join(dataDir, name), { recursive: true, force: true });
}

async function restoreFile(source: string, dataDir: string, { path, sha256 }: BackupFile): Promise<void> {
  const copied = await copyFile(join(source, filesFolder, path), join(dataDir, path));
  if (copied.sha256 !== sha256)
    throw new BackupRefused(
      `The backup is damaged: ${path} is not what was written. The restore is not finished and does not start.`,
    );
}
