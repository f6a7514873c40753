/** The door to the reading of uploads. */

export { enqueueIngest, retryItem } from "../../uploads/ingest-queue.ts";
export { type IngestDeps, ingestJob } from "./ingest-job.ts";
