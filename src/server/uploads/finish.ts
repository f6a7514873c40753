/** Taking an upload over: in one transaction it has a patient, a form, and jobs that read what was sent. */
import { sql } from "drizzle-orm";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { finishUpload } from "../../protocol/uploads.ts";
import { keepForm } from "../forms/index.ts";
import { recordAction } from "../identity/audit.ts";
import { findOrCreatePatient } from "../patients/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { lockSite, patientAt } from "./create.ts";
import { isInfo } from "./file-rows.ts";
import { enqueueIngest, waitingItems } from "./ingest-queue.ts";
import { addUploadMessage } from "./messages.ts";
import { demandStatus, ownUpload, scopeOf, type UploadRecord } from "./records.ts";
import { completeUpload } from "./settle.ts";
import type { UploadDeps } from "./types.ts";

type Answer = AnswerOf<typeof finishUpload>;

/**
 * Once; the same again answers the same.
 * @throws Refused 404, 409 while files are missing or an info file is not encrypted, when the upload was given up, and when
 *   somebody else made the patient meanwhile
 */
export async function takeOver(
  { db, bus, config }: UploadDeps,
  caller: Caller,
  { upload_id, encrypt }: BodyOf<typeof finishUpload>,
): Promise<Answer> {
  const mustEncrypt = encrypt || config.uploads.hasEncryption;
  const answer = await db.transaction(async (tx) => {
    const upload = await ownUpload(tx, scopeOf(caller), upload_id, { isLocked: true });
    if (upload.isFinished) return answerFor(tx, upload_id);
    demandStatus(upload, ["UPLOADING"]);
    const fileCount = await demandFiles(tx, upload_id, mustEncrypt);
    const patientKey = await patientOf(tx, upload);
    await keepForm(tx, upload, patientKey);
    await tx.execute(sql`
      update upload set status = 'PROCESSING', progress = 1, patient_key = ${patientKey}, form = null, seen_at = now(),
        finished_at = now()
      where id = ${upload_id}`);
    await addUploadMessage(tx, upload_id, "info", uploadServiceText.received(fileCount));
    const { rows: items } = await tx.execute<{ id: number }>(
      sql`select id from upload_item where upload_id = ${upload_id} order by id`,
    );
    const before = await waitingItems(tx, upload_id);
    for (const [k, { id }] of items.entries()) await enqueueIngest(tx, id, before + k);
    if (items.length === 0) await completeUpload(tx, upload_id);
    await recordAction(tx, caller, { upload_id, patient_key: patientKey });
    return answerFor(tx, upload_id);
  });
  bus.send({ kind: "jobs-waiting" });
  return answer;
}

async function answerFor(tx: Queries, uploadId: number): Promise<Answer> {
  const { rows } = await tx.execute<{ patient_key: number; messages: string[] }>(sql`
    select patient_key, coalesce((select json_agg(kind || ' ' || body order by id) from upload_message
      where upload_id = ${uploadId}), '[]') as messages
    from upload where id = ${uploadId}`);
  return rows[0];
}

/** How many files there are. @throws Refused 409 */
async function demandFiles(tx: Queries, uploadId: number, mustEncrypt: boolean): Promise<number> {
  const { rows } = await tx.execute<{ files: number; missing: number; plain: number }>(sql`
    select count(*)::int as files, count(*) filter (where f.state <> 'verified')::int as missing,
      count(*) filter (where ${isInfo} and f.text_md5 is null)::int as plain
    from upload_file f join upload_item i on i.id = f.item_id where f.upload_id = ${uploadId}`);
  const [{ files, missing, plain }] = rows;
  if (missing > 0) throw new Refused(409, uploadServiceText.filesMissing(missing));
  if (mustEncrypt && plain > 0) throw new Refused(409, uploadServiceText.notEncrypted);
  return files;
}

/** The patient the upload is for, made now when it is new. @throws Refused 409 when another than the caller made it meanwhile */
async function patientOf(tx: Queries, upload: UploadRecord): Promise<number> {
  if (upload.patientKey !== null) return upload.patientKey;
  const { workspaceId, projectId, siteId, patientIdentifier: identifier, userId } = upload;
  const siteName = await lockSite(tx, siteId);
  const known = await patientAt(tx, { project_id: projectId, site_id: siteId, identifier });
  if (known === null) return findOrCreatePatient(tx, { workspaceId, projectId, siteId, identifier });
  const { rows } = await tx.execute(sql`
    select 1 from upload where patient_key = ${known} and user_id = ${userId} and is_new_patient limit 1`);
  if (rows.length === 0) throw new Refused(409, uploadServiceText.patientExists(siteName));
  return known;
}
