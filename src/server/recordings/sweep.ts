/** Clears away what dead imports and removals left behind. Safe to run at any time, twice, and beside live imports. */
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { syncFolder } from "../platform/durable.ts";
import { recordingFolder, recordingsFolder } from "./geometry.ts";
import { growingRows } from "./growing-rows.ts";
import { deleteFolder } from "./remote-files.ts";
import type { RemoteHome } from "./remote-home.ts";
import { recordingRows } from "./rows.ts";

const temporaryName = /^\.importing-(\d+)$/;

/** Where an import writes until it is complete. */
export const temporaryFolder = (dataDir: string, id: number): string =>
  join(recordingsFolder(dataDir), `.importing-${id}`);

const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 2 });

/**
 * Takes the folder of a recording that lies in a service away, at once and whole: whoever found a part of it would take it
 * for the recording. What cannot be removed goes with a sweep.
 */
export async function dropFolder(dataDir: string, id: number): Promise<void> {
  const gone = temporaryFolder(dataDir, id);
  await remove(gone);
  await rename(recordingFolder(dataDir, id), gone);
  await syncFolder(recordingsFolder(dataDir));
  await remove(gone).catch(() => undefined);
}

/**
 * Removes the folders and then the rows of imports that show no sign of life, and temporary folders without a row.
 * Finished folders whose row is unknown are left alone: they may belong to another database. `isAlone`: the caller has
 * just begun to hold the data folder and its database, so every import that seems to run is one that was killed.
 */
export async function sweep(
  db: NodePgDatabase,
  dataDir: string,
  { isAlone = false, remote = null }: { isAlone?: boolean; remote?: RemoteHome | null } = {},
): Promise<void> {
  const rows = recordingRows(db);
  if (isAlone) await growingRows(db).freeAll();
  const names = await readdir(recordingsFolder(dataDir)).catch(() => []);
  for (const id of await rows.takeDead(isAlone)) {
    await remove(temporaryFolder(dataDir, id));
    await remove(recordingFolder(dataDir, id));
    if (remote !== null) await deleteFolder(remote.store, id);
    await rows.erase(id);
  }
  for (const name of names) {
    const id = temporaryName.exec(name)?.[1];
    if (id !== undefined && !["held", "taken"].includes(String(await rows.state(Number(id)))))
      await remove(temporaryFolder(dataDir, Number(id)));
  }
}
