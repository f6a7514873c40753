/** The jobs of the upload service; reading what was sent is the business of ingest. */
import type { JobDefinition } from "../platform/jobs/index.ts";
import { uploadMailJob } from "./mails.ts";
import { purgeJob } from "./purge.ts";
import type { UploadDeps } from "./types.ts";
import { type Sweep, sweepJob } from "./upkeep.ts";

export const uploadJobs = (deps: UploadDeps, sweeps: readonly Sweep[]): JobDefinition[] => [
  ...[purgeJob(deps), uploadMailJob(deps), sweepJob(deps, sweeps)],
];
