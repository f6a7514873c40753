/** The queue of uploads: what the wizard and the frame use of it. */
export { enqueueUpload, queuedNames } from "./enqueue.ts";
export { setUploadAnother, showUpload } from "./view/show.ts";
export { UploadHost } from "./view/UploadHost.tsx";
