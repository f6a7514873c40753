/** The recordings service: rows of the database and samples of the data folder behind one interface. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { FileAnnotation, RecordingDetail } from "../../protocol/recordings.ts";
import type { Scope } from "../patients/scope.ts";
import { annotationsFile, recordingFolder } from "./geometry.ts";
import { recordingRows } from "./rows.ts";
import { createSampleReader } from "./sample-reader.ts";
import { sweep } from "./sweep.ts";
import type { Recordings } from "./types.ts";

export type { Scope, UserScope } from "../patients/scope.ts";
export { createSampleReader, type SampleReader } from "./sample-reader.ts";
export { sweep } from "./sweep.ts";
export type { Recordings, StoredSamples } from "./types.ts";

export interface RecordingStore extends Recordings {
  /** Removes a recording, its samples and its annotations. False when there is none. */
  remove(dataObjectId: number): Promise<boolean>;
  /** Lets go of open files. */
  close(): void;
}

const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31;

export function openRecordings({
  db,
  dataDir,
  isBlocking = false,
}: {
  db: NodePgDatabase;
  dataDir: string;
  /** Reads happen on the calling thread (sample-reader.ts). */
  isBlocking?: boolean;
}): RecordingStore {
  const rows = recordingRows(db);
  const reader = createSampleReader(dataDir, { isBlocking });
  const get = async (dataObjectId: number, scope: Scope): Promise<RecordingDetail | null> =>
    isId(dataObjectId) ? rows.get(dataObjectId, scope) : null;

  return {
    list: (scope) => rows.list(scope),
    get,

    async annotations(dataObjectId, scope): Promise<FileAnnotation[] | null> {
      const detail = await get(dataObjectId, scope);
      if (detail === null) return null;
      if (detail.annotation_count === 0 || detail.state !== "ready") return [];
      return JSON.parse(await readFile(join(recordingFolder(dataDir, dataObjectId), annotationsFile), "utf8"));
    },

    readSamples: reader.readSamples,
    readColumns: reader.readColumns,

    async remove(dataObjectId) {
      const existed = isId(dataObjectId) && (await rows.condemn(dataObjectId));
      reader.forget(dataObjectId);
      if (existed) await sweep(db, dataDir);
      return existed;
    },

    close: () => reader.close(),
  };
}
