import Type from "typebox";
import { RowKey } from "../../protocol/scalars.ts";
import { jobQueue } from "../platform/jobs/index.ts";

/** Jobs that carry out a run; the key is that of the run. */
export const pipelineQueue = jobQueue("pipeline", Type.Object({ runId: RowKey }));
