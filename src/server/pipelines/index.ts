/** Analyses that run as a whole over a patient's recordings. */
export { commonAttributes } from "./h5-facts.ts";
export type { OutputFacts } from "./h5-file.ts";
export { type PipelineJobDeps, pipelineJob } from "./job.ts";
export { addPipelineRoutes } from "./pipeline-routes.ts";
export { pipelineQueue } from "./queue.ts";
export { soundStream } from "./result-file.ts";
export { demandSoundResult, type FileDeps as ResultDeps, type SoundFile } from "./run-file.ts";
export { createStoredRuns } from "./stored-runs.ts";
export { sweepResults } from "./sweep-results.ts";
