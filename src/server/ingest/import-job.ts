/**
 * Brings one source into the recording store. The samples are written to a temporary folder, synced, renamed, and
 * published by one database commit: whatever happens meanwhile, the recording is there as a whole or not at all.
 */

import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { refuseZone, SourceRefused } from "../../domain/files/source-refused.ts";
import { timeOfSample } from "../../domain/time/sample-time.ts";
import { nameFromOutside } from "../../domain/unseen.ts";
import type { Queries } from "../platform/database/sql.ts";
import { demandRoom } from "../platform/storage/room.ts";
import { claimRow, type Heart, type RowClaim } from "../recordings/claim.ts";
import { RecordingWriter } from "../recordings/recording-writer.ts";
import type { RemoteHome } from "../recordings/remote-home.ts";
import type { Owner, StoredFacts } from "../recordings/rows.ts";
import { shownHead } from "../recordings/shown-head.ts";
import { sweep } from "../recordings/sweep.ts";
import type { SourceHead, SourceReader } from "../recordings/types.ts";
import { type ByteSource, fileSource } from "./byte-source.ts";
import { Deadline, limitedFolder, limitedSource } from "./deadline.ts";
import { type DemoOptions, openDemoSource } from "./demo/index.ts";
import { type DirectoryFormatName, openDirectory } from "./directory.ts";
import { openEdf } from "./edf/index.ts";
import { ImportFailed, reading, storing } from "./failures.ts";
import { diskFolder, type SourceFolder } from "./source-folder.ts";

export type ImportSource =
  | { kind: "file"; path: string; name: string }
  /** A CNS or Natus directory. */
  | { kind: "directory"; path: string; name: string }
  /** Files of an upload. */
  | { kind: "folder"; folder: SourceFolder; name: string; format?: DirectoryFormatName }
  | { kind: "bytes"; bytes: ByteSource; name: string }
  | ({ kind: "demo"; name?: string } & DemoOptions)
  /** A source that was opened elsewhere. */
  | { kind: "reader"; reader: SourceReader; name: string };

export interface ImportProgress {
  /** 0..1; 1 only when the recording is published. */
  fraction: number;
  /** Estimated milliseconds left, null until it can be told. */
  etaMs: number | null;
  bytesRead: number;
  sizeBytes: number;
}

export interface ImportOptions {
  source: ImportSource;
  db: NodePgDatabase;
  dataDir: string;
  /** Where recordings are kept, when it is not the data folder (recordings/remote-home.ts). */
  remote?: RemoteHome | null;
  /** Zone of the wall times in sources that name none. */
  timezone: string;
  /** Project and site of the patient, or the upload that the source comes from. */
  place: Owner;
  /**
   * Identifier of the patient, which is made when the place has none of that name. Defaults: "DEMO-1" for the demo, the
   * name of the file otherwise; never an identity out of a header. A Natus directory has no default.
   */
  patientId?: string;
  /** Name of the recording, by default that of the source. */
  name?: string;
  onProgress?: (progress: ImportProgress) => void;
  /** Told once, before the recording is published: one plain sentence for each thing that was forgiven. */
  onRepairs?: (repairs: readonly string[]) => void;
  /** What else the commit changes that publishes the recording. When it throws, nothing is published. */
  alongside?: (tx: Queries, recording: { id: number; facts: StoredFacts }) => Promise<void>;
  signal?: AbortSignal;
  /** How long reading may take; the usual time when absent. */
  deadline?: Deadline;
}

const longestSpanMs = 400 * 86_400_000;
const maxNameLength = 200;
const kept = (name: string): string => nameFromOutside(name).slice(0, maxNameLength);
const beatMs = 1000;
/** How much is written between two looks at the disk. */
const lookEveryBytes = 16 * 2 ** 20;
const interrupted = "The import was interrupted for too long; start it again.";

/**
 * Imports a source and returns its data_object_id. Safe to run again after any interruption.
 * @throws SourceRefused when the source cannot be read, ImportFailed when the store cannot take it, both with one plain
 * sentence; an AbortError when `signal` says so. After a failure nothing is left behind.
 */
export async function importRecording(options: ImportOptions): Promise<number> {
  const { db, dataDir, remote = null, signal } = options;
  refuseZone(options.timezone);
  await storing(sweep(db, dataDir, { remote }));
  signal?.throwIfAborted();
  const deadline = options.deadline ?? new Deadline();
  const reader = await openSource(options.source, options.timezone, deadline);
  const head = shownHead(reader.head);
  const facts = {
    ...namesOf(options, head.objType),
    obj_type: head.objType,
    start_ms: head.startMs,
    is_start_known: head.isStartKnown,
    timezone: head.timezone,
    channel_count: head.groups.reduce((sum, group) => sum + group.channels.length, 0),
    size_bytes: head.sizeBytes,
  };
  const claim = await storing(claimRow({ db, dataDir, token: randomUUID(), facts, place: options.place, remote }));
  const writer = new RecordingWriter(claim.folder, head);
  try {
    await store(reader, writer, claim, { ...options, deadline });
    return claim.id;
  } catch (error) {
    await writer.abandon();
    const outcome = await claim.release();
    if (outcome === "published") return claim.id; // only the answer got lost
    throw outcome === "lost" ? new ImportFailed(interrupted) : error;
  }
}

/** @throws SourceRefused, also when the time for it is over */
async function openSource(source: ImportSource, timezone: string, deadline: Deadline): Promise<SourceReader> {
  const limited = (folder: SourceFolder) => limitedFolder(folder, deadline);
  if (source.kind === "reader") return source.reader;
  if (source.kind === "demo") return openDemoSource(source);
  if (source.kind === "folder")
    return reading(openDirectory(limited(source.folder), { timezone, format: source.format }));
  if (source.kind === "bytes") return reading(openEdf(limitedSource(source.bytes, deadline), { timezone }));
  const facts = await reading(stat(source.path));
  if (source.kind === "directory") {
    if (!facts.isDirectory()) throw new SourceRefused("This is a file, not a folder.");
    return reading(openDirectory(limited(diskFolder(source.path)), { timezone }));
  }
  if (facts.isDirectory()) throw new SourceRefused("This is a folder, not a file.");
  if (!facts.isFile()) throw new SourceRefused("This is not a file.");
  return reading(openEdf(limitedSource(fileSource(source.path), deadline), { timezone }));
}

/** @throws SourceRefused for a Natus directory without a patient: its own name may be the patient's. */
function namesOf(
  { source, patientId, name }: ImportOptions,
  objType: SourceHead["objType"],
): { patient_id: string; obj_name: string } {
  if (objType === "Natus") {
    if (patientId === undefined)
      throw new SourceRefused(
        "Say whose recording this is (--patient ID): a Natus directory is named after the patient.",
      );
    return { patient_id: kept(patientId), obj_name: kept(name ?? "Natus study") };
  }
  const own = source.kind === "demo" ? (source.name ?? "Demo recording") : basename(source.name);
  // What stands behind a dot in the name of a folder is no extension.
  const bare = source.kind === "directory" || source.kind === "folder" ? own : basename(own, extname(own));
  const patient = source.kind === "demo" ? "DEMO-1" : bare;
  return {
    patient_id: kept(patientId ?? patient),
    obj_name: kept(name ?? own),
  };
}

async function store(
  reader: SourceReader,
  writer: RecordingWriter,
  claim: RowClaim,
  { dataDir, onProgress, onRepairs, alongside, signal, deadline }: ImportOptions & { deadline: Deadline },
): Promise<void> {
  const { head } = reader;
  const begun = performance.now();
  let progress: ImportProgress = { fraction: 0, etaMs: null, bytesRead: 0, sizeBytes: head.sizeBytes };
  const tell = (fraction: number, bytesRead: number) => {
    const passed = performance.now() - begun;
    const etaMs = fraction > 0 && passed > 300 ? (passed * (1 - fraction)) / fraction : null;
    progress = { fraction, etaMs, bytesRead, sizeBytes: head.sizeBytes };
    onProgress?.(progress);
  };
  // Reading never takes the last of the disk: the database on it must be able to say so.
  let looked = Number.NEGATIVE_INFINITY;
  const demandMoreRoom = async () => {
    if (writer.bytesWritten - looked < lookEveryBytes) return;
    looked = writer.bytesWritten;
    await storing(demandRoom(dataDir, lookEveryBytes));
  };
  const heart = claim.beatEvery(beatMs, () => progress);
  try {
    const blocks = reader.blocks()[Symbol.asyncIterator]();
    try {
      for (let next = await reading(blocks.next()); !next.done; next = await reading(blocks.next())) {
        signal?.throwIfAborted();
        refuseLost(heart);
        deadline.check();
        const { bytesRead, ...block } = next.value;
        const { group, startMs, count } = block;
        if (!(Math.abs(timeOfSample(startMs, head.groups[group].sampling_hz, count) - head.startMs) <= longestSpanMs)) {
          throw new SourceRefused("The recording spans more than 400 days.");
        }
        await demandMoreRoom();
        await storing(writer.append(block));
        if (writer.bytesWritten > 16 * head.sizeBytes + 2 ** 31) {
          throw new SourceRefused("The recording is scattered over too long a time to be stored.");
        }
        tell(Math.min(0.99, bytesRead / Math.max(1, head.sizeBytes)), bytesRead);
      }
    } finally {
      await blocks.return?.(undefined);
    }
    const { annotations, repairs } = reader.finish();
    deadline.done();
    onRepairs?.(repairs);
    const facts = await storing(writer.finish(annotations, repairs));
    signal?.throwIfAborted();
    refuseLost(heart);
    await storing(claim.keep());
    await heart.stop();
    const also = alongside && ((tx: Queries) => alongside(tx, { id: claim.id, facts }));
    if (!(await storing(claim.publish(facts, also)))) throw new ImportFailed(interrupted);
    tell(1, head.sizeBytes);
  } finally {
    await heart.stop();
  }
}

function refuseLost(heart: Heart): void {
  const lost = heart.lost();
  if (lost === "row") throw new ImportFailed(interrupted);
  if (lost === "database") throw new ImportFailed("The database stopped answering during the import.");
}
