/** Uploads that have just been finished: their files lie in the local store, and their items wait to be read. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import type { UploadKind } from "../../src/protocol/uploads.ts";
import { findOrCreatePatient, type Place } from "../../src/server/patients/patients.ts";
import { enqueueIngest } from "../../src/server/uploads/ingest-queue.ts";
import { type StoredFile, type StoredItem, storeUpload } from "./stored-files.ts";

/** A file on disk as an item of its name. */
export const fileItem = (kind: UploadKind, path: string, name = basename(path)): StoredItem => ({
  kind,
  name,
  state: "waiting",
  files: [{ path: name, content: path }],
});

/** Content made by the test. */
export const bytesItem = (kind: UploadKind, name: string, content: Uint8Array): StoredItem => ({
  kind,
  name,
  state: "waiting",
  files: [{ path: name, content }],
});

/** A directory on disk with everything in it. */
export function directoryItem(kind: UploadKind, path: string, name = basename(path)): StoredItem {
  const filesIn = (folder: string, prefix: string): StoredFile[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? filesIn(join(folder, entry.name), `${prefix}/${entry.name}`)
        : [{ path: `${prefix}/${entry.name}`, content: join(folder, entry.name) }],
    );
  return { kind, name, state: "waiting", files: filesIn(path, name) };
}

export interface FinishedUpload {
  place: Place;
  patientIdentifier: string;
  items: readonly StoredItem[];
  timezone?: string;
  userId?: number;
  /** Called before the jobs are there. */
  beforeJobs?: (upload: { uploadId: number; itemIds: number[]; fileIds: number[] }) => Promise<void>;
}

/** What finish_upload leaves: a patient, an upload in PROCESSING, and one job for each item. */
export async function finishUpload(
  world: { pool: Pool; dataDir: string },
  { place, patientIdentifier, items, timezone = "UTC", userId, beforeJobs }: FinishedUpload,
): Promise<{ uploadId: number; patientKey: number; itemIds: number[] }> {
  const db = drizzle(world.pool);
  const patientKey = await findOrCreatePatient(db, { ...place, identifier: patientIdentifier });
  const stored = await storeUpload(world, { patientKey, status: "PROCESSING", items });
  const { uploadId, itemIds } = stored;
  const settings = [uploadId, timezone, userId ?? null];
  await world.pool.query("update upload set timezone = $2, user_id = $3 where id = $1", settings);
  await beforeJobs?.(stored);
  await db.transaction(async (tx) => {
    for (const id of itemIds) await enqueueIngest(tx, id);
  });
  return { uploadId, patientKey, itemIds };
}

export interface UploadEnd {
  status: string;
  items: { id: number; name: string; state: string; error: string | null }[];
  /** "kind text", in order. */
  messages: string[];
}

/** Waits until an upload has ended. @throws Error with what is known of it when it does not */
export async function uploadEnd(pool: Pool, uploadId: number, withinMs = 110_000): Promise<UploadEnd> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const { rows } = await pool.query("select status from upload where id = $1", [uploadId]);
    const items = "select id, name, state, error from upload_item where upload_id = $1 order by id";
    const messages = "select kind || ' ' || body as text from upload_message where upload_id = $1 order by id";
    const end = {
      status: rows[0].status as string,
      items: (await pool.query(items, [uploadId])).rows as UploadEnd["items"],
      messages: (await pool.query(messages, [uploadId])).rows.map(({ text }) => text as string),
    };
    if (["SUCCESS", "FAILED"].includes(end.status)) return end;
    if (Date.now() > deadline) throw new Error(`The upload did not end: ${JSON.stringify(end)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
