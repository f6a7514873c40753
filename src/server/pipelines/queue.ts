import Type from "typebox";
import { RowKey } from "../../protocol/scalars.ts";
import { jobQueue } from "../platform/jobs/index.ts";

/** Jobs that carry out a run. One that is run again has another job: the row says which one is its own. */
export const pipelineQueue = jobQueue("pipeline", Type.Object({ runId: RowKey }));
