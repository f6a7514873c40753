/** Encryption of patient.info and admission.info (ENCRYPT, spec 000 sections 4, 7 and 9), and the md5 of the form. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { formText } from "../../protocol/forms.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { getEncryptionKey, updateFormMd5, updateMd5ForPatientInfo } from "../../protocol/uploads.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { uploadKey } from "../platform/storage/index.ts";
import { uploadEncryptionKey } from "./encryption.ts";
import { filesOf } from "./file-rows.ts";
import { ownOpenUpload, storeOf } from "./records.ts";
import type { UploadDeps } from "./types.ts";

/** What AES-GCM adds to a text. */
const tagBytes = 16;

function demandEncryption({ config }: UploadDeps): void {
  if (!config.uploads.hasEncryption) throw new Refused(409, uploadServiceText.notEncryptedHere);
}

/** @throws Refused 404, 409 */
export async function encryptionKeyFor(
  deps: UploadDeps,
  caller: Caller,
  { upload_id }: BodyOf<typeof getEncryptionKey>,
): Promise<AnswerOf<typeof getEncryptionKey>> {
  await ownOpenUpload(deps.db, caller, upload_id);
  demandEncryption(deps);
  return { key: (await uploadEncryptionKey(deps.config, upload_id)).toString("base64") };
}

/**
 * From now on the cipher text is what must arrive. Safe to repeat, also with another vector, until the file is verified:
 * the file then gets another id, and with it another place in the store, for the addresses of the older cipher text are
 * good for a while.
 * @throws Refused 404, 409, and 400 for a file that is not encrypted, another plain text or a size that cannot be
 */
export async function declareEncrypted(
  deps: UploadDeps,
  caller: Caller,
  { upload_id, filepath, text_md5, encrypted_md5, iv, size }: BodyOf<typeof updateMd5ForPatientInfo>,
): Promise<AnswerOf<typeof updateMd5ForPatientInfo>> {
  const { file_id, left } = await deps.db.transaction(async (tx) => {
    const { bucket } = await ownOpenUpload(tx, caller, upload_id, { isLocked: true });
    demandEncryption(deps);
    const [file] = await filesOf(tx, upload_id, sql`f.path = ${filepath}`);
    if (file === undefined) throw new Refused(404, uploadServiceText.fileMissing);
    if (!file.isInfo) throw new Refused(400, uploadServiceText.notInfo);
    if (file.isVerified) throw new Refused(409, uploadServiceText.fileVerified);
    if ((file.textMd5 ?? file.md5) !== text_md5) throw new Refused(400, uploadServiceText.otherText);
    const textSize = file.textMd5 === null ? file.size : file.size - tagBytes;
    const sealedSize = textSize + tagBytes;
    if ((size ?? sealedSize) !== sealedSize) throw new Refused(400, uploadServiceText.badSize);
    const isMoved = file.textMd5 !== null && file.md5 !== encrypted_md5;
    const { rows } = await tx.execute<{ id: number }>(sql`
      update upload_file set md5 = ${encrypted_md5}, text_md5 = ${text_md5}, iv = ${iv}, size_bytes = ${sealedSize}
        ${isMoved ? sql`, id = default` : sql``}
      where id = ${file.id} returning id`);
    await tx.execute(sql`update upload set is_encrypted = true, seen_at = now() where id = ${upload_id}`);
    return { file_id: rows[0].id, left: isMoved ? { bucket, key: uploadKey(upload_id, file.id) } : null };
  });
  // What cannot be removed now, or still comes in, goes with the next sweep: no row speaks of it.
  if (left !== null)
    await storeOf(deps.stores, left.bucket)
      .delete([left.key])
      .catch(() => undefined);
  return { file_id };
}

/** @throws Refused 404, 409 */
export async function checkFormMd5(
  { db }: UploadDeps,
  caller: Caller,
  { upload_id, md5 }: BodyOf<typeof updateFormMd5>,
): Promise<AnswerOf<typeof updateFormMd5>> {
  const { form } = await ownOpenUpload(db, caller, upload_id);
  const own = form === null ? null : createHash("md5").update(formText(form)).digest("hex");
  return { transmitted_properly: own === md5 };
}
