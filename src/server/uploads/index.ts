/** The door to the upload service. */
export { uploadEncryptionKey } from "./encryption.ts";
export { addUploadMessage } from "./messages.ts";
export { completeUpload, itemSettled } from "./settle.ts";
export type { UploadDeps } from "./types.ts";
