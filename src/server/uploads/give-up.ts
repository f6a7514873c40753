/** Ends of an upload that was not taken over: canceled by its user, failed in the browser, or abandoned. */
import { sql } from "drizzle-orm";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { cancelUpload, checkCancelStatus, modifyUpload } from "../../protocol/uploads.ts";
import { recordAction } from "../identity/audit.ts";
import { workMoved } from "../platform/bus/work-moved.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { addUploadMessage } from "./messages.ts";
import { orderPurge } from "./purge.ts";
import { demandStatus, ownUpload, scopeOf, type UploadRecord } from "./records.ts";
import { orderUploadMails } from "./settle.ts";
import type { UploadDeps } from "./types.ts";

/**
 * Progress only grows. `has_failed` ends the upload: what was sent is removed, and the support team is told.
 * @throws Refused 404, 409 when it is no longer open
 */
export async function noteProgress(
  { db, bus }: Pick<UploadDeps, "db" | "bus">,
  caller: Caller,
  { upload_id, progress, has_failed = false }: BodyOf<typeof modifyUpload>,
): Promise<AnswerOf<typeof modifyUpload>> {
  await db.transaction(async (tx) => {
    const upload = await ownUpload(tx, scopeOf(caller), upload_id, { isLocked: true, isAnywhere: has_failed });
    if (has_failed && upload.status === "FAILED" && !upload.isFinished) return; // told again
    if (!has_failed && upload.isFinished) return; // told on the way while it was being taken over
    demandStatus(upload, ["CREATED", "UPLOADING"]);
    if (!has_failed) {
      await tx.execute(sql`
        update upload set progress = greatest(progress, ${progress}::float8), seen_at = now() where id = ${upload_id}`);
      return;
    }
    const text = uploadServiceText.gaveUp;
    await tx.execute(sql`
      update upload set status = 'FAILED', failure = ${text}, completed_at = now() where id = ${upload_id}`);
    await letGo(tx, upload, "failed");
    await addUploadMessage(tx, upload_id, "error", text);
    await orderUploadMails(tx, upload_id);
    await recordAction(tx, caller, { upload_id, has_failed });
  });
  if (has_failed) bus.send({ kind: "jobs-waiting" });
  workMoved(bus);
  return {};
}

/**
 * Safe to repeat. What failed already stays failed.
 * @throws Refused 404, 409 when it was taken over
 */
export async function giveUp(
  { db, bus }: Pick<UploadDeps, "db" | "bus">,
  caller: Caller,
  { upload_id }: BodyOf<typeof cancelUpload>,
): Promise<AnswerOf<typeof cancelUpload>> {
  await db.transaction(async (tx) => {
    const upload = await ownUpload(tx, scopeOf(caller), upload_id, { isLocked: true, isAnywhere: true });
    if (!upload.isFinished && (upload.status === "CANCELED" || upload.status === "FAILED")) return;
    demandStatus(upload, ["CREATED", "UPLOADING"]);
    await cancelUploadRow(tx, upload, uploadServiceText.canceledByUser);
    await recordAction(tx, caller, { upload_id });
  });
  bus.send({ kind: "jobs-waiting" });
  return {};
}

/** Cancels an upload whose row is locked and that is open. */
export async function cancelUploadRow(
  tx: Queries,
  upload: Pick<UploadRecord, "id" | "bucketId">,
  text: string,
): Promise<void> {
  await tx.execute(sql`update upload set status = 'CANCELED', completed_at = now() where id = ${upload.id}`);
  await letGo(tx, upload, "canceled");
  await addUploadMessage(tx, upload.id, "canceled", text);
}

/** Its items will never be read, and its form is of no patient. */
async function letGo(
  tx: Queries,
  upload: Pick<UploadRecord, "id" | "bucketId">,
  state: "failed" | "canceled",
): Promise<void> {
  await tx.execute(sql`update upload set form = null where id = ${upload.id}`);
  await tx.execute(sql`update upload_item set state = ${state}, completed_at = now() where upload_id = ${upload.id}`);
  await orderPurge(tx, upload);
}

/** @throws Refused 404 */
export async function cancelStatus(
  { db }: Pick<UploadDeps, "db">,
  caller: Caller,
  { upload_id }: BodyOf<typeof checkCancelStatus>,
): Promise<AnswerOf<typeof checkCancelStatus>> {
  const { status } = await ownUpload(db, scopeOf(caller), upload_id, { isAnywhere: true });
  return { canceled: status === "CANCELED", status };
}
