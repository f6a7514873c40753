/** Reads an item of an upload: a recording, or a table of medications, and then the one commit that ends it. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { UploadKind } from "../../../protocol/upload-shapes.ts";
import type { Queries } from "../../platform/database/sql.ts";
import { isJobHeld, type JobHold, JobStopped } from "../../platform/jobs/index.ts";
import type { Config } from "../../platform/start/config.ts";
import { type Stores, StoreUnavailable } from "../../platform/storage/index.ts";
import { recordingOfItem, remoteHome } from "../../recordings/index.ts";
import { uploadEncryptionKey } from "../../uploads/encryption.ts";
import type { Deadline } from "../deadline.ts";
import type { DirectoryFormatName } from "../directory.ts";
import { ImportFailed } from "../failures.ts";
import { type ImportSource, importRecording } from "../import-job.ts";
import { readMedications } from "../medications/index.ts";
import type { SourceFolder } from "../source-folder.ts";
import { filesOf, type ItemRecord } from "./item-rows.ts";
import { itemDone } from "./settle-item.ts";
import { uploadFolder } from "./upload-folder.ts";

export interface ReadItemOptions {
  db: NodePgDatabase;
  stores: Stores;
  config: Pick<Config, "dataDir" | "databaseUrl" | "store" | "uploads">;
  /** Nothing is committed once the job is no longer held. */
  hold: JobHold;
  progress: (fraction: number) => void;
  /** Told when a table is parsed. */
  parsed: () => void;
  signal: AbortSignal;
  /** How long reading a recording may take. */
  deadline: Deadline;
}

/**
 * Safe to run again after any interruption. @throws SourceRefused or ImportFailed with one plain sentence; an AbortError
 * when `signal` says so; JobStopped when another run has the job
 */
export async function readItem(item: ItemRecord, options: ReadItemOptions): Promise<void> {
  const { db, stores, config } = options;
  const folder = uploadFolder({
    uploadId: item.uploadId,
    store: storeOf(stores, item),
    files: await filesOf(db, item.id),
    encryptionKey: () => uploadEncryptionKey(config, item.uploadId),
  });
  if (item.kind === "medications") await readTable(item, folder, options);
  else await readRecording(item, folder, options);
}

function storeOf(stores: Stores, { bucket }: ItemRecord) {
  try {
    return stores.of(bucket);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new ImportFailed(error.message);
    throw error;
  }
}

/** In the transaction that ends the item. @throws JobStopped, and nothing is committed */
async function demandHeld(tx: Queries, hold: JobHold): Promise<void> {
  if (!(await isJobHeld(tx, hold))) throw new JobStopped("lost");
}

async function readRecording(item: ItemRecord, folder: SourceFolder, options: ReadItemOptions): Promise<void> {
  const { db, stores, config, hold, progress, signal, deadline } = options;
  const end = async (tx: Queries, repairs: readonly string[]) => {
    await demandHeld(tx, hold);
    const warning = repairs.length > 0 ? ingestText.repaired(item.name, repairs) : null;
    await itemDone(tx, item, { message: ingestText.done(item.name), warning });
  };
  const known = await recordingOfItem(db, item.id);
  if (known !== null) return db.transaction((tx) => end(tx, known.repairs));
  await importRecording({
    source: await sourceOf(item, folder),
    db,
    dataDir: config.dataDir,
    remote: remoteHome(stores, 0), // what is written is not read again here
    timezone: item.timezone,
    place: { patientKey: item.patientKey, userId: item.userId, itemId: item.id },
    patientId: item.patientIdentifier,
    name: item.name,
    onProgress: ({ fraction }) => progress(fraction),
    alongside: (tx, { facts }) => end(tx, facts.repairs),
    signal,
    deadline,
  });
}

/** Kinds of items that are recordings, by the format of their directory; null: a file. Another kind asks for a line here. */
const formats: Readonly<Record<Exclude<UploadKind, "medications">, DirectoryFormatName | null>> = {
  edf: null,
  cns: "CNS",
  natus: "Natus",
};

/** @throws SourceRefused when its files are not there: nothing of the item was sent */
async function sourceOf({ kind, name }: ItemRecord, folder: SourceFolder): Promise<ImportSource> {
  const { files, folders } = await folder.names();
  const format = kind === "medications" ? null : formats[kind];
  if (format === null) {
    if (!files.includes(name)) throw new SourceRefused("There is no such file.");
    return { kind: "bytes", bytes: folder.file(name), name };
  }
  if (!folders.includes(name)) throw new SourceRefused("There is no such folder.");
  return { kind: "folder", folder: folder.folder(name), name, format };
}

async function readTable(item: ItemRecord, folder: SourceFolder, options: ReadItemOptions): Promise<void> {
  const { db, config, hold, progress, parsed, signal } = options;
  const { files } = await folder.names();
  if (!files.includes(item.name)) throw new SourceRefused("There is no such file.");
  const read = await readMedications(folder.file(item.name), {
    db,
    item,
    hold,
    progress,
    parsed,
    signal,
    databaseFolder: config.databaseUrl === undefined ? config.dataDir : null,
  });
  await db.transaction(async (tx) => {
    await demandHeld(tx, hold);
    const warning = read.warnings.length > 0 ? ingestText.medications.check(item.name, read.warnings) : null;
    const message = ingestText.medications.read(item.name, read.rows, read.fields);
    await itemDone(tx, item, { message, warning });
  });
}
