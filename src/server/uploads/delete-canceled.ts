/** Removes canceled uploads from the lists (delete_canceled_uploads). */
import { sql } from "drizzle-orm";
import type { AnswerOf } from "../../protocol/route.ts";
import type { deleteCanceledUploads } from "../../protocol/uploads.ts";
import { recordAction } from "../identity/audit.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { forgetFiles } from "./file-pieces.ts";
import { purgeUpload } from "./purge.ts";
import { storeOf } from "./records.ts";
import type { UploadDeps } from "./types.ts";

/** The caller's own ones. What a browser may still be sending of them is removed by their second purge. */
export async function deleteCanceled(
  { db, stores }: UploadDeps,
  caller: Caller,
): Promise<AnswerOf<typeof deleteCanceledUploads>> {
  const { workspaceId, userId } = caller.session;
  const { rows } = await db.execute<{ id: number; bucket_id: number; name: string; endpoint: string }>(sql`
    select u.id, u.bucket_id, b.name, b.endpoint from upload u join bucket b on b.id = u.bucket_id
    where u.workspace_id = ${workspaceId} and u.user_id = ${userId} and u.status = 'CANCELED'`);
  for (const { id, bucket_id, ...bucket } of rows) {
    storeOf(stores, bucket);
    await purgeUpload({ db, stores }, { id, bucketId: bucket_id });
    await forgetFiles(db, id); // canceled is what it stays, and nothing is stored of it any more
  }
  const upload_ids = rows.map(({ id }) => id);
  if (rows.length === 0) return { deleted: 0 };
  const deleted = await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`delete from upload where id = any(${intArray(upload_ids)})`);
    await recordAction(tx, caller, { upload_ids });
    return rowCount ?? 0;
  });
  return { deleted };
}
