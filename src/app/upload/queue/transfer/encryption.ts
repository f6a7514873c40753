/** patient.info and admission.info are encrypted before they are sent, where the installation says so (spec 000 section 9). */

import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { getEncryptionKey, updateMd5ForPatientInfo } from "../../../../protocol/uploads.ts";
import type { UploadSource } from "../../types.ts";
import { sentBlob } from "../../worker/content.ts";
import type { Hasher } from "../../worker/hasher.ts";
import type { UploadQueueDeps } from "../tools.ts";
import { ask } from "./ask.ts";
import { UploadFailed } from "./failures.ts";
import type { Sending } from "./transfer.ts";

const ivBytes = 12;
const { reasons } = uploadQueueText;

/** @throws UploadFailed 'No patient info found' when a CNS directory has none */
export function demandInfoFiles(sources: readonly UploadSource[]): void {
  if (sources.some(({ kind, files }) => kind === "cns" && !files.some(({ isInfo }) => isInfo)))
    throw new UploadFailed(reasons.noPatientInfo, "whole");
}

/** AES-256-GCM with a vector of its own; the tag stands at the end. `key` is base64 of 32 bytes. */
export async function encrypt(
  plain: Uint8Array<ArrayBuffer>,
  key: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; iv: string }> {
  const raw = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const imported = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt"]);
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const bytes = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, imported, plain));
  return { bytes, iv: btoa(String.fromCharCode(...iv)) };
}

/**
 * The files as they are sent: info files encrypted and reported with both md5s and the vector, the others as they were.
 * @throws UploadFailed 'Encryption failed'
 */
export async function encryptInfoFiles(
  tools: UploadQueueDeps,
  {
    uploadId,
    files,
    hasher,
    signal,
  }: { uploadId: number; files: readonly Sending[]; hasher: Hasher; signal: AbortSignal },
): Promise<Sending[]> {
  if (!files.some(({ isInfo }) => isInfo)) return [...files];
  const { key } = await ask(tools, getEncryptionKey, { upload_id: uploadId }, signal);
  const sent: Sending[] = [];
  for (const file of files) sent.push(file.isInfo ? await encrypted(file) : file);
  return sent;

  async function encrypted(file: Sending): Promise<Sending> {
    const { bytes, iv, md5 } = await (async () => {
      const result = await encrypt(new Uint8Array(await sentBlob(file.content).arrayBuffer()), key);
      return { ...result, md5: await hasher.digest(new Blob([result.bytes])) };
    })().catch(() => {
      signal.throwIfAborted();
      throw new UploadFailed(reasons.encryption, "whole");
    });
    const body = { upload_id: uploadId, filepath: file.path, text_md5: file.md5, encrypted_md5: md5, iv };
    const { file_id } = await ask(tools, updateMd5ForPatientInfo, { ...body, size: bytes.length }, signal);
    return { ...file, fileId: file_id, content: { kind: "bytes", bytes }, size: bytes.length, md5 };
  }
}
