/** The door to the upload service. */
export { uploadEncryptionKey } from "./encryption.ts";
export { forgetGivenUp } from "./forget.ts";
export { beginItem, endItem, putItemBack, supersedeItems } from "./item-states.ts";
export { addItemMessage } from "./messages.ts";
export { completeUpload, itemSettled } from "./settle.ts";
export type { UploadDeps } from "./types.ts";
