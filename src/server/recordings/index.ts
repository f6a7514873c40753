/** The recordings service: rows of the database and samples of the data folder behind one interface. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import type { Scope } from "../patients/scope.ts";
import { ObjectMissing } from "../platform/storage/index.ts";
import { readCopied } from "./copy-marker.ts";
import { annotationsFile, recordingFolder } from "./geometry.ts";
import { pieceBytes } from "./piece-cache.ts";
import { remoteFolder } from "./remote-files.ts";
import type { RemoteHome } from "./remote-home.ts";
import { recordingRows } from "./rows.ts";
import { createSampleReader } from "./sample-reader.ts";
import { sweep } from "./sweep.ts";
import type { Recordings } from "./types.ts";

export type { Scope, UserScope } from "../patients/scope.ts";
export { CopyFailed, openCopies, type RecordingCopies } from "./copies.ts";
export { type HomeSettings, homeSettings, openHome, type RemoteHome, remoteHome } from "./remote-home.ts";
export { createSampleReader, type SampleReader } from "./sample-reader.ts";
export { sweep } from "./sweep.ts";
export type { Recordings, StoredSamples } from "./types.ts";

export interface RecordingStore extends Recordings {
  /** Removes a recording, its samples and its annotations. False when there is none. */
  remove(dataObjectId: number): Promise<boolean>;
  /** Lets go of open files. */
  close(): void;
}

/** The ready recording of an item of an upload, or null. An import of it that did not end is dead from now on. */
export const recordingOfItem = (
  db: NodePgDatabase,
  itemId: number,
): Promise<{ id: number; repairs: string[] } | null> => recordingRows(db).ofItem(itemId);

const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31;

export function openRecordings({
  db,
  dataDir,
  remote = null,
  isBlocking = false,
}: {
  db: NodePgDatabase;
  dataDir: string;
  /** Where recordings are kept, when it is not the data folder. */
  remote?: RemoteHome | null;
  /** Reads happen on the calling thread (sample-reader.ts). */
  isBlocking?: boolean;
}): RecordingStore {
  const rows = recordingRows(db);
  const reader = createSampleReader(dataDir, { isBlocking, remote });
  const get = async (dataObjectId: number, scope: Scope): Promise<RecordingDetail | null> =>
    isId(dataObjectId) ? rows.get(dataObjectId, scope) : null;

  /** Recordings from before there was a service lie in the data folder still. */
  async function readAnnotations(id: number): Promise<string> {
    const local = () => readFile(join(recordingFolder(dataDir, id), annotationsFile), "utf8");
    if (remote === null) return local();
    const copied = await readCopied(dataDir, id, annotationsFile, pieceBytes);
    if (copied !== null) return copied.toString("utf8");
    try {
      return await text(await remote.store.get(`${remoteFolder(id)}/${annotationsFile}`));
    } catch (error) {
      if (error instanceof ObjectMissing) return local();
      throw error;
    }
  }

  return {
    list: (scope) => rows.list(scope),
    get,

    async annotations(dataObjectId, scope): Promise<FileAnnotation[] | null> {
      const detail = await get(dataObjectId, scope);
      if (detail === null) return null;
      if (detail.annotation_count === 0 || detail.state !== "ready") return [];
      return JSON.parse(await readAnnotations(dataObjectId));
    },

    readSamples: reader.readSamples,
    readColumns: reader.readColumns,

    async remove(dataObjectId) {
      const existed = isId(dataObjectId) && (await rows.condemn(dataObjectId));
      reader.forget(dataObjectId);
      if (existed) await sweep(db, dataDir, { remote });
      return existed;
    },

    close: () => reader.close(),
  };
}
