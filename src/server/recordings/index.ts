/** The recordings service: rows of the database and samples of the data folder behind one interface. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { calibrationRecordingId, type FileAnnotation } from "../../protocol/recordings.ts";
import type { Scope } from "../patients/scope.ts";
import { ObjectMissing } from "../platform/storage/index.ts";
import { openCalibration } from "./calibration.ts";
import { digestOf } from "./checksum.ts";
import { readCopied } from "./copy-marker.ts";
import { mendCopied } from "./copy-pieces.ts";
import { annotationsFile, recordingFolder } from "./geometry.ts";
import { growingRows } from "./growing-rows.ts";
import { type Integrity, type IntegrityLog, openIntegrity } from "./integrity.ts";
import { pieceBytes } from "./piece-cache.ts";
import { remoteFolder } from "./remote-files.ts";
import type { RemoteHome } from "./remote-home.ts";
import { recordingRows } from "./rows.ts";
import { createSampleReader } from "./sample-reader.ts";
import { sweep } from "./sweep.ts";
import type { Recordings, StoredRecording } from "./types.ts";

export type { Scope, UserScope } from "../patients/scope.ts";
export { adoptRecordings, supersedeRecordings } from "./adopt.ts";
export { coreChecksum, digestOf } from "./checksum.ts";
export { CopyFailed, openCopies, type RecordingCopies } from "./copies.ts";
export { DamageFound, type FoundDamage, type FoundLevel } from "./damage.ts";
export { type AppendedBlock, AppendRefused } from "./growing-append.ts";
export { RecordingTaken } from "./growing-hold.ts";
export { GrowingDamaged, openGrowing, resumeGrowing } from "./growing-recording.ts";
export type {
  GrowingHome,
  GrowingRecording,
} from "./growing-writer.ts";
export type { Integrity, VerifyResult } from "./integrity.ts";
export { integrityJobs, startIntegrityUpkeep } from "./integrity-jobs.ts";
export { type HomeSettings, homeSettings, openHome, type RemoteHome, remoteHome } from "./remote-home.ts";
export { createSampleReader, type SampleReader } from "./sample-reader.ts";
export { shownHead } from "./shown-head.ts";
export { sweep } from "./sweep.ts";
export type { Recordings, StoredRecording, StoredSamples } from "./types.ts";

export interface RecordingStore extends Recordings {
  /** Removes a recording, its samples and its annotations. False when there is none. */
  remove(dataObjectId: number): Promise<boolean>;
  readonly integrity: Integrity;
  /** Lets go of open files. */
  close(): void;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The ready recording of an item of an upload, or null. An import of it that did not end is dead from now on. */
export const recordingOfItem = (
  db: NodePgDatabase,
  itemId: number,
): Promise<{ id: number; repairs: string[] } | null> => recordingRows(db).ofItem(itemId);

const silent: IntegrityLog = { info: () => undefined, warn: () => undefined };
const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < calibrationRecordingId;

export function openRecordings({
  db,
  dataDir,
  remote = null,
  isBlocking = false,
  log = silent,
  onChange = () => undefined,
}: {
  db: NodePgDatabase;
  dataDir: string;
  /** Where recordings are kept, when it is not the data folder. */
  remote?: RemoteHome | null;
  /** Reads happen on the calling thread (sample-reader.ts). */
  isBlocking?: boolean;
  log?: IntegrityLog;
  /** What is known of the damage of these recordings has changed. */
  onChange?: (recordingIds: number[]) => void;
}): RecordingStore {
  const rows = recordingRows(db);
  const growing = growingRows(db);
  const integrity = openIntegrity({ db, dataDir, remote, log, onChange });
  const reader = createSampleReader(dataDir, { isBlocking, remote, onLevel: integrity.levelFound });
  const calibration = openCalibration(dataDir);
  const get = async (dataObjectId: number, scope: Scope): Promise<StoredRecording | null> => {
    if (dataObjectId === calibrationRecordingId) return calibration();
    return isId(dataObjectId) ? rows.get(dataObjectId, scope) : null;
  };

  /** All that may hold them, in the order they are looked at; recordings from before there was a service lie in the data folder. */
  const annotationPlaces = (id: number): (() => Promise<string | null>)[] => {
    const local = () =>
      readFile(join(recordingFolder(dataDir, id), annotationsFile), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (["ENOENT", "ENOTDIR", "EISDIR", "EIO"].includes(error.code ?? "")) return null;
        throw error;
      });
    if (remote === null) return [local];
    const copied = async () => (await readCopied(dataDir, id, annotationsFile, pieceBytes))?.toString("utf8") ?? null;
    const stored = async () => {
      try {
        return await text(await remote.store.get(`${remoteFolder(id)}/${annotationsFile}`));
      } catch (error) {
        if (error instanceof ObjectMissing) return null;
        throw error;
      }
    };
    return [copied, stored, local];
  };

  /** Null when they are not what was stored: nothing of them is shown then. */
  async function readAnnotations(id: number, digest: string | null): Promise<string | null> {
    for (const [k, read] of annotationPlaces(id).entries()) {
      const found = await read();
      if (found === null || (digest !== null && digestOf(found) !== digest)) continue;
      if (digest === null && !isJson(found)) continue; // of before there were checksums
      // A copy that had something else, or nothing, has them when the service is away.
      if (k > 0 && digest !== null)
        await mendCopied(dataDir, id, annotationsFile, Buffer.from(found)).catch(() => undefined);
      return found;
    }
    return null;
  }

  async function annotationsJson(dataObjectId: number, scope: Scope): Promise<string | null> {
    const detail = await get(dataObjectId, scope);
    if (detail === null) return null;
    if (detail.annotation_count === 0 || detail.state !== "ready" || detail.has_damaged_annotations) return "[]";
    const found = await readAnnotations(dataObjectId, detail.anchors?.annotations ?? null);
    if (found === null) await integrity.annotationsFound(dataObjectId);
    return found ?? "[]";
  }

  return {
    list: (scope) => rows.list(scope),
    get,
    revisions: (dataObjectIds) => growing.revisions(dataObjectIds),

    async annotations(dataObjectId, scope): Promise<FileAnnotation[] | null> {
      const json = await annotationsJson(dataObjectId, scope);
      return json === null ? null : JSON.parse(json);
    },
    annotationsJson,

    integrity,
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
