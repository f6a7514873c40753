/** The door to the reading of uploads. */
export { type IngestDeps, ingestJob } from "./ingest-job.ts";
export { enqueueIngest, ingestQueue, retryItem } from "./retry-item.ts";
