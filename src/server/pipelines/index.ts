/** Analyses that run as a whole over a patient's recordings. */
export { type PipelineJobDeps, pipelineJob } from "./job.ts";
export { addPipelineRoutes } from "./pipeline-routes.ts";
export { pipelineQueue } from "./queue.ts";
export { soundStream } from "./result-file.ts";
export { demandSoundResult, type FileDeps as ResultDeps, type SoundFile } from "./run-file.ts";
export { sweepResults } from "./sweep-results.ts";
