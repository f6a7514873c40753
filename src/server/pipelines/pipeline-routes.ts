/** The HTTP calls about analyses and their runs. */
import {
  cancelRun,
  checkAnalysis,
  deleteRun,
  downloadRun,
  type ExecutedAnalysis,
  executeAndWriteH5,
  executePipeline,
  getAnalyses,
  getAnalysis,
  getRun,
  getRuns,
  type PipelineAnalysis,
  retryRun,
} from "../../protocol/pipelines.ts";
import type { DocumentDeps } from "../documents/index.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { readAnalyses, readAnalysis } from "./analyses.ts";
import { runFile } from "./run-file.ts";
import { answerRun, beginRun, dropRun, endRun, oneRun, problemsOf, type RunDeps, repeatRun, runsOf } from "./runs.ts";

export function addPipelineRoutes(
  host: RouteHost,
  documents: DocumentDeps,
  rest: Omit<RunDeps, "answering" | "db" | "bus">,
): void {
  const deps: RunDeps = { ...rest, db: documents.db, bus: documents.bus, answering: new Set() };
  host.add(getAnalyses, async (_body, caller) => ({ analyses: await readAnalyses(documents, caller) }));
  host.add(getAnalysis, ({ id }, caller) => readAnalysis(documents, caller, id));
  host.add(checkAnalysis, async ({ analysis }) => ({ problems: problemsOf(analysis) }));
  host.add(executePipeline, (sent, caller, life) => answerRun(deps, caller, whole(sent), life));
  host.add(executeAndWriteH5, (sent, caller) => beginRun(deps, caller, whole(sent)));
  host.add(getRuns, async ({ patient_key }, caller, { read }) => {
    const runs = await runsOf(deps, caller, patient_key);
    read({ what: "patient", id: patient_key });
    return { runs };
  });
  host.add(getRun, async ({ run_id }, caller, { read }) => {
    const run = await oneRun(deps, caller, run_id);
    read({ what: "run", id: run_id, facts: { patient_key: run.patient_key } });
    return run;
  });
  host.add(cancelRun, ({ run_id }, caller) => endRun(deps, caller, run_id));
  host.add(retryRun, ({ run_id }, caller) => repeatRun(deps, caller, run_id));
  host.add(deleteRun, ({ run_id }, caller) => dropRun(deps, caller, run_id));
  host.add(downloadRun, ({ run_id }, caller, { signal }) => runFile(deps, caller, run_id, signal));
}

/** The view of a result that says nothing of its own, ms. */
const usualView = 3_600_000;

/** With what a run needs not be told. */
const whole = ({
  id = 0,
  exports = [],
  display_json,
  clear_cache = false,
  ...sent
}: ExecutedAnalysis): PipelineAnalysis => ({
  ...{ id, exports, clear_cache },
  display_json: display_json ?? { name: sent.pipeline_json.name, graphs: [], window_size: usualView },
  ...sent,
});
