/** Uploads that have been finished and read, put straight into the database and the local store. */
import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Pool } from "pg";
import type { UploadKind } from "../../src/protocol/uploads.ts";
import { createFsStore } from "../../src/server/platform/storage/fs-store.ts";
import { uploadKey } from "../../src/server/platform/storage/types.ts";

export interface StoredFile {
  path: string;
  /** Content, or the path of a file that holds it. Undefined: the row says it is there, and it is not. */
  content?: Uint8Array | string;
  size?: number;
  modifiedAt?: number | null;
  verifiedAt?: number;
  isEncrypted?: boolean;
}

export interface StoredItem {
  kind?: UploadKind;
  name: string;
  state?: "waiting" | "ingesting" | "done" | "failed" | "canceled";
  supersededBy?: number;
  files: readonly StoredFile[];
}

export interface StoredUpload {
  patientKey: number;
  status?: string;
  isFinished?: boolean;
  items: readonly StoredItem[];
}

/** Returns the keys of the upload, its items and its files. The patient's project must keep its files in a local folder. */
export async function storeUpload(
  { pool, dataDir }: { pool: Pool; dataDir: string },
  { patientKey, status = "SUCCESS", isFinished = true, items }: StoredUpload,
): Promise<{ uploadId: number; itemIds: number[]; fileIds: number[] }> {
  const one = async <Row>(sql: string, values: readonly unknown[]) =>
    (await pool.query(sql, [...values])).rows[0] as Row;
  const { id: uploadId, endpoint } = await one<{ id: number; endpoint: string }>(
    `with made as (
       insert into upload (workspace_id, project_id, site_id, patient_identifier, patient_key, is_new_patient, email,
         bucket_id, status, timezone, finished_at)
       select p.workspace_id, p.project_id, p.site_id, p.identifier, p.id, false, 'nurse@connect.test', j.bucket_id, $2,
         'UTC', case when $3::boolean then now() end
       from patient p join project j on j.id = p.project_id where p.id = $1 returning id, bucket_id)
     select made.id, b.endpoint from made join bucket b on b.id = made.bucket_id`,
    [patientKey, status, isFinished],
  );
  const store = createFsStore({ root: join(dataDir, endpoint.replace(/^file:/, "")), name: "test", secret: "test" });
  const itemIds: number[] = [];
  const fileIds: number[] = [];
  for (const { kind = "edf", name, state = "done", supersededBy, files } of items) {
    const { id: itemId } = await one<{ id: number }>(
      "insert into upload_item (upload_id, kind, name, state, superseded_by) values ($1, $2, $3, $4, $5) returning id",
      [uploadId, kind, name, state, supersededBy ?? null],
    );
    itemIds.push(itemId);
    for (const file of files) fileIds.push(await storeFile(file, itemId));
  }
  await store.close();
  return { uploadId, itemIds, fileIds };

  async function storeFile(file: StoredFile, itemId: number): Promise<number> {
    const { path, content, modifiedAt = null, verifiedAt = Date.now(), isEncrypted = false } = file;
    const { size, body, md5 } = bodyOf(file);
    const { id } = await one<{ id: number }>(
      `insert into upload_file (upload_id, item_id, path, size_bytes, md5, iv, modified_at, state, verified_at)
       values ($1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000), 'verified', to_timestamp($8::float8 / 1000))
       returning id`,
      [uploadId, itemId, path, size, md5, isEncrypted ? "AAAAAAAAAAAAAAAA" : null, modifiedAt, verifiedAt],
    );
    if (content !== undefined) await store.put(uploadKey(uploadId, id), body, size);
    return id;
  }
}

function bodyOf({ path, content = new Uint8Array(), size }: StoredFile): {
  size: number;
  body: Uint8Array | Readable;
  md5: string;
} {
  const md5 = (of: Uint8Array | string) => createHash("md5").update(of).digest("hex");
  if (typeof content !== "string") return { size: size ?? content.length, body: content, md5: md5(content) };
  return { size: statSync(content).size, body: createReadStream(content), md5: md5(path) };
}
