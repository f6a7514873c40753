/** Reading a failed item again: whoever uploaded it may, and who administers projects. */
import { sql } from "drizzle-orm";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { retryUploadItem } from "../../protocol/uploads.ts";
import { recordAction } from "../identity/audit.ts";
import { isOwnPatient } from "../patients/scope.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { retryItem } from "./ingest-queue.ts";
import { addItemMessage } from "./messages.ts";
import { scopeOf } from "./records.ts";
import type { UploadDeps } from "./types.ts";

/**
 * The upload is being processed again; how it ends then is mailed when it had failed as a whole.
 * @throws Refused 404 for what is not of the caller's projects and sites, 403 for another one's, 409 for what has not failed
 */
export async function readAgain(
  { db, bus }: Pick<UploadDeps, "db" | "bus">,
  caller: Caller,
  { item_id }: BodyOf<typeof retryUploadItem>,
): Promise<AnswerOf<typeof retryUploadItem>> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ upload_id: number; name: string; is_own: boolean }>(sql`
      select i.upload_id, i.name, coalesce(u.user_id = ${caller.session.userId}, false) as is_own from upload_item i join upload u on u.id = i.upload_id
        join patient p on p.id = u.patient_key
      where i.id = ${item_id} and u.finished_at is not null and ${isOwnPatient(scopeOf(caller))}`);
    if (rows.length === 0) throw new Refused(404, uploadServiceText.missing);
    const [{ upload_id, name, is_own }] = rows;
    if (!is_own && !caller.session.permissions.has("access_admin_studies"))
      throw new Refused(403, accountText.refused.noPermission);
    // The item first, then the upload: in the order in which an item that ends takes them.
    if (!(await retryItem(tx, item_id))) throw new Refused(409, uploadServiceText.itemNotFailed);
    await tx.execute(sql`
      update upload set status = 'PROCESSING', failure = null, completed_at = null,
        is_mail_sent = is_mail_sent and status <> 'FAILED'
      where id = ${upload_id}`);
    await addItemMessage(tx, { id: item_id, uploadId: upload_id }, "info", uploadServiceText.again(name));
    await recordAction(tx, caller, { upload_id, item_id });
  });
  bus.send({ kind: "jobs-waiting" });
  return {};
}
