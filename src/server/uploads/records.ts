/** Rows of uploads, and who may touch them: one's own, while project and site are one's own. Others do not exist. */
import { type SQL, sql } from "drizzle-orm";
import type { SubmittedForm } from "../../protocol/forms.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import { type UploadStatus, uploadCanceledCode } from "../../protocol/uploads.ts";
import type { UserScope } from "../patients/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { type BucketAddress, type ObjectStore, type Stores, StoreUnavailable } from "../platform/storage/index.ts";

export interface UploadRecord {
  id: number;
  workspaceId: number;
  projectId: number;
  siteId: number;
  siteName: string;
  patientIdentifier: string;
  patientKey: number | null;
  isNewPatient: boolean;
  userId: number;
  bucketId: number;
  bucket: BucketAddress;
  status: UploadStatus;
  form: SubmittedForm | null;
  /** Whether it was taken over: all files were there and right. */
  isFinished: boolean;
}

export const scopeOf = ({ session: { workspaceId, userId } }: Caller): UserScope => ({ workspaceId, userId });

/** Times as the wire has them: whole epoch milliseconds. */
export const epochMs = (time: SQL): SQL => sql`floor(extract(epoch from ${time}) * 1000)::float8`;

const columns = sql`u.id, u.workspace_id as "workspaceId", u.project_id as "projectId", u.site_id as "siteId",
  s.name as "siteName", u.patient_identifier as "patientIdentifier", u.patient_key as "patientKey",
  u.is_new_patient as "isNewPatient", u.user_id as "userId", u.bucket_id as "bucketId",
  json_build_object('name', b.name, 'endpoint', b.endpoint) as bucket, u.status, u.form,
  u.finished_at is not null as "isFinished"`;

export interface OwnUploadOptions {
  /** Keeps the row as it is until the transaction ends. */
  isLocked?: boolean;
  /** Also when the project or the site is the user's no more: for giving up what one has begun. */
  isAnywhere?: boolean;
}

/** @throws Refused 404 unless the upload is the user's own */
export async function ownUpload(
  db: Queries,
  { workspaceId, userId }: UserScope,
  uploadId: number,
  { isLocked = false, isAnywhere = false }: OwnUploadOptions = {},
): Promise<UploadRecord> {
  const isPlaced = sql`exists (select 1 from user_project up where up.project_id = u.project_id and up.user_id = ${userId})
    and exists (select 1 from user_site us where us.site_id = u.site_id and us.user_id = ${userId})`;
  const { rows } = await db.execute<UploadRecord & Record<string, unknown>>(sql`
    select ${columns} from upload u join bucket b on b.id = u.bucket_id join site s on s.id = u.site_id
    where u.id = ${uploadId} and u.workspace_id = ${workspaceId} and u.user_id = ${userId}
      and ${isAnywhere ? sql`true` : isPlaced}
    ${isLocked ? sql`for update of u` : sql``}`);
  if (rows.length === 0) throw new Refused(404, uploadServiceText.missing);
  return rows[0];
}

/** @throws Refused 409 unless the upload is in one of these states; the sentence says in which it is */
export function demandStatus({ status, isFinished }: UploadRecord, wanted: readonly UploadStatus[]): void {
  if (wanted.includes(status)) return;
  if (status === "CANCELED")
    throw new Refused(409, uploadServiceText.canceled, undefined, { code: uploadCanceledCode });
  if (status === "FAILED" && !isFinished) throw new Refused(409, uploadServiceText.failed);
  throw new Refused(409, status === "CREATED" ? uploadServiceText.notStarted : uploadServiceText.processing);
}

/** An upload of the caller whose files are being sent. @throws Refused 404 or 409 */
export async function ownOpenUpload(
  db: Queries,
  caller: Caller,
  uploadId: number,
  options: OwnUploadOptions = {},
): Promise<UploadRecord> {
  const upload = await ownUpload(db, scopeOf(caller), uploadId, options);
  demandStatus(upload, ["UPLOADING"]);
  return upload;
}

/** Notes a sign of life, so that the upload is not taken for abandoned. */
export async function seeUpload(db: Queries, uploadId: number): Promise<void> {
  await db.execute(sql`update upload set seen_at = now() where id = ${uploadId}`);
}

/** @throws Refused 503 when this installation cannot reach the bucket */
export function storeOf(stores: Stores, bucket: BucketAddress): ObjectStore {
  try {
    return stores.of(bucket);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new Refused(503, error.message);
    throw error;
  }
}
