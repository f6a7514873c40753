/** The end of an upload that was taken over: decided by whichever of its items settles last. */
import { sql } from "drizzle-orm";
import Type from "typebox";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { enqueueJob, jobQueue } from "../platform/jobs/index.ts";
import { addUploadMessage } from "./messages.ts";

/** Queue of the job that mails how an upload ended (mails.ts). */
export const uploadMailQueue = jobQueue("upload-mail", Type.Object({ uploadId: Type.Integer() }));

/** Asks for the mails about an upload that ended. Send "jobs-waiting" after the commit. */
export const orderUploadMails = (tx: Queries, uploadId: number): Promise<number | null> =>
  enqueueJob(tx, { queue: uploadMailQueue, key: String(uploadId), payload: { uploadId } });

/**
 * To be called in the transaction that makes an item done, failed or canceled, after that. When it was the last one:
 * SUCCESS if anything is good, else FAILED, with the message, and the mail as a job: send "jobs-waiting" after the
 * commit. Safe to repeat.
 * @throws Error when there is no such item
 */
export async function itemSettled(tx: Queries, itemId: number): Promise<{ uploadId: number; isComplete: boolean }> {
  const { rows } = await tx.execute<{ id: number; status: string }>(sql`
    select u.id, u.status from upload_item i join upload u on u.id = i.upload_id where i.id = ${itemId} for update of u`);
  if (rows.length === 0) throw new Error("There is no such item of an upload.");
  const [{ id: uploadId, status }] = rows;
  const isComplete = status === "PROCESSING" ? await completeUpload(tx, uploadId) : true;
  return { uploadId, isComplete };
}

interface Ended extends Record<string, unknown> {
  open: number;
  done: number;
  failed: number;
  has_form: boolean;
  warnings: number;
}

/** Ends an upload whose row is locked and whose status is PROCESSING. False while some of it is still being read. */
export async function completeUpload(tx: Queries, uploadId: number): Promise<boolean> {
  const { rows } = await tx.execute<Ended>(sql`
    select count(*) filter (where state in ('waiting', 'ingesting'))::int as open,
      count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state in ('failed', 'canceled'))::int as failed,
      exists (select 1 from patient_form where upload_id = ${uploadId}) as has_form,
      (select count(*)::int from upload_message where upload_id = ${uploadId} and kind = 'warning') as warnings
    from upload_item where upload_id = ${uploadId}`);
  const [{ open, done, failed, has_form: hasForm, warnings }] = rows;
  if (open > 0) return false;
  const isGood = done > 0 || hasForm;
  const failure = isGood ? null : uploadServiceText.allFailed(failed);
  await tx.execute(sql`
    update upload set status = ${isGood ? "SUCCESS" : "FAILED"}, failure = ${failure}, completed_at = now()
    where id = ${uploadId}`);
  if (failure !== null) await addUploadMessage(tx, uploadId, "error", failure);
  else if (failed > 0) await addUploadMessage(tx, uploadId, "warning", uploadServiceText.partly(failed, failed + done));
  else {
    const { ready, formStored } = uploadServiceText;
    await addUploadMessage(tx, uploadId, "success", done > 0 ? ready(warnings) : formStored);
  }
  await orderUploadMails(tx, uploadId);
  return true;
}
