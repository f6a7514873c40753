/** What the database says about an item of an upload: a directory or file that a user chose. */
import { sql } from "drizzle-orm";
import type { UploadKind, UploadStatus } from "../../../protocol/uploads.ts";
import type { Queries } from "../../platform/database/sql.ts";
import type { BucketAddress } from "../../platform/storage/index.ts";

export interface ItemRecord {
  id: number;
  uploadId: number;
  kind: UploadKind;
  name: string;
  /** Something other than its turn; null else. */
  waitsFor: "room" | "calm" | null;
  state: "waiting" | "ingesting" | "done" | "failed" | "canceled";
  status: UploadStatus;
  patientKey: number;
  patientIdentifier: string;
  userId: number | null;
  timezone: string;
  bucket: BucketAddress;
}

/** Null when there is none, or its upload is not finished. */
export async function itemOf(db: Queries, itemId: number): Promise<ItemRecord | null> {
  const { rows } = await db.execute<ItemRecord & Record<string, unknown>>(sql`
    select i.id, i.upload_id as "uploadId", i.kind, i.name, i.state, i.waits_for as "waitsFor", u.status, u.patient_key as "patientKey",
      p.identifier as "patientIdentifier", u.user_id as "userId", u.timezone,
      json_build_object('name', b.name, 'endpoint', b.endpoint) as bucket
    from upload_item i join upload u on u.id = i.upload_id join bucket b on b.id = u.bucket_id
      join patient p on p.id = u.patient_key
    where i.id = ${itemId} and u.finished_at is not null`);
  return rows[0] ?? null;
}

export interface ItemFile {
  id: number;
  /** Begins with the name of the item. */
  path: string;
  size: number;
  /** Set when the file is stored encrypted: md5 of the plain text, and the initialisation vector (base64). */
  encryption: { textMd5: string; iv: string } | null;
}

/** Files of an item that are in the store and right. */
export async function filesOf(db: Queries, itemId: number): Promise<ItemFile[]> {
  const { rows } = await db.execute<{
    id: number;
    path: string;
    size: string;
    text_md5: string | null;
    iv: string | null;
  }>(
    sql`select id, path, size_bytes as size, text_md5, iv from upload_file
        where item_id = ${itemId} and state = 'verified' order by path`,
  );
  return rows.map(({ id, path, size, text_md5: textMd5, iv }) => ({
    id,
    path,
    size: Number(size),
    encryption: textMd5 !== null && iv !== null ? { textMd5, iv } : null,
  }));
}
