/** How much one user may have declared and not finished: nobody takes all the room there is by announcing files. */
import { sql } from "drizzle-orm";
import { fileSize } from "../../domain/file-size.ts";
import { uploadServiceText } from "../../protocol/upload-service-text.ts";
import type { Queries } from "../identity/sql.ts";
import { Refused } from "../platform/routes.ts";
import { folderScheme } from "../platform/storage/types.ts";

export interface QuotaOrder {
  userId: number;
  /** Of the upload that is being declared. */
  declaredBytes: number;
  quotaBytes: number;
  /** What the upload's store has room for; null when nothing is known of that. */
  roomBytes: number | null;
}

/**
 * Two uploads of a user are declared one after the other. To be called before the row of an upload is locked: whoever
 * deletes a user locks in this order too.
 */
export async function lockDeclarations(tx: Queries, userId: number): Promise<void> {
  await tx.execute(sql`select 1 from app_user where id = ${userId} for no key update`);
}

/**
 * After `lockDeclarations`. What has arrived counts until its upload is finished, but takes no room any more; of a file
 * in parts nothing has arrived before it is whole. @throws Refused 409
 */
export async function demandQuota(
  tx: Queries,
  { userId, declaredBytes, quotaBytes, roomBytes }: QuotaOrder,
): Promise<void> {
  if (declaredBytes > quotaBytes) throw new Refused(409, uploadServiceText.declared.tooLarge(fileSize(quotaBytes)));
  const { rows } = await tx.execute<{ open: number; awaited: number }>(sql`
    select coalesce(sum(f.size_bytes), 0)::float8 as open,
      coalesce(sum(f.size_bytes) filter (where f.state = 'declared' and starts_with(b.endpoint, ${folderScheme})), 0)::float8
        as awaited
    from upload u join bucket b on b.id = u.bucket_id join upload_file f on f.upload_id = u.id
    where u.user_id = ${userId} and u.status in ('CREATED', 'UPLOADING')`);
  const { open, awaited } = rows[0];
  if (open + declaredBytes > quotaBytes)
    throw new Refused(409, uploadServiceText.declared.overQuota(fileSize(quotaBytes)));
  if (roomBytes !== null && awaited + declaredBytes > roomBytes)
    throw new Refused(409, uploadServiceText.declared.noRoom);
}
