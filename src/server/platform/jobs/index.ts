/** The door to the job queue. Definitions lie with their features; main.ts starts the runner. */
export { cancelJob, enqueueJob, retryJob } from "./orders.ts";
export { type JobQueue, jobQueue } from "./queue.ts";
export { isJobHeld } from "./rows.ts";
export { type JobRunner, type RunnerOptions, startJobRunner } from "./runner.ts";
export {
  type Job,
  type JobContext,
  type JobDefinition,
  JobFailed,
  type JobHold,
  JobStopped,
  type JobStopReason,
  JobWaits,
  type NewJob,
} from "./types.ts";
