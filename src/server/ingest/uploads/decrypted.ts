/** Info files that a browser encrypted before it sent them (ENCRYPT, spec 000 section 9): AES-256-GCM, the tag behind. */
import { createDecipheriv, createHash } from "node:crypto";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import { uploadKey } from "../../platform/storage/index.ts";
import type { ItemFile } from "./item-rows.ts";
import type { UploadFilesOptions } from "./upload-folder.ts";

const tagBytes = 16;
/** update_md5_for_patient_info takes no larger one. */
const mostBytes = 16 * 2 ** 20;

/** The plain text. @throws SourceRefused when it is not what was encrypted */
export async function decrypted(
  { id, path, size, encryption }: ItemFile,
  { uploadId, store, encryptionKey }: UploadFilesOptions,
): Promise<Uint8Array> {
  const refused = new SourceRefused(ingestText.notDecrypted(path));
  if (encryption === null || size < tagBytes || size > mostBytes) throw refused;
  const stored = new Uint8Array(size);
  if ((await store.read(uploadKey(uploadId, id), stored, 0)) < size) throw refused;
  const key = await encryptionKey();
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(encryption.iv, "base64"), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(stored.subarray(size - tagBytes));
    const text = Buffer.concat([decipher.update(stored.subarray(0, size - tagBytes)), decipher.final()]);
    if (createHash("md5").update(text).digest("hex") !== encryption.textMd5) throw refused;
    return text;
  } catch {
    throw refused;
  }
}
