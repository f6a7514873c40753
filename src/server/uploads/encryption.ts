/**
 * Keys of info files (ENCRYPT, spec 000 section 9): AES-256-GCM, one key for each upload, made of the installation's key,
 * so that a browser is told nothing that opens another upload. What is stored is cipher text and then the tag.
 */
import { hkdf } from "node:crypto";
import { promisify } from "node:util";
import type { Config } from "../platform/start/config.ts";
import { keptSecret } from "../platform/storage/secret.ts";

const derive = promisify(hkdf);

/** 32 bytes; the same on every node with the same ENCRYPT_KEY or data folder. */
export async function uploadEncryptionKey(
  { dataDir, uploads }: Pick<Config, "dataDir" | "uploads">,
  uploadId: number,
): Promise<Buffer> {
  const own = uploads.encryptionKey ?? Buffer.from(await keptSecret(dataDir, "upload"), "utf8");
  return Buffer.from(await derive("sha256", own, "", `connect upload ${uploadId}`, 32));
}
