/** The HTTP call about analyses. What the caller may not see does not exist. */
import { setTimeout } from "node:timers/promises";
import { describeAnalysis } from "../../protocol/analysis.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { text } from "../../protocol/text/text.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import type { Recordings } from "../recordings/index.ts";
import { lookUpAnalysis } from "./look-up.ts";
import type { StoredRuns } from "./stored-run.ts";
import { AnalysisRefused, type MasksOf } from "./types.ts";

export interface AnalysisDeps {
  recordings: Pick<Recordings, "get">;
  masksOf: MasksOf;
  storedRuns?: StoredRuns;
}

/** What a run stored is described at once where its file is soon here, or cannot be read. */
const describedMs = 1000;

function refuse(error: unknown): never {
  throw error instanceof AnalysisRefused ? new Refused(400, error.message) : error;
}

export function addAnalysisRoutes(host: RouteHost, { recordings, masksOf, storedRuns }: AnalysisDeps): void {
  host.add(describeAnalysis, async ({ analysis }, { session: { workspaceId, userId } }, { read }) => {
    const lookUp = (id: number) => recordings.get(id, { workspaceId, userId });
    const made = await lookUpAnalysis(analysis, lookUp, masksOf, storedRuns).catch(refuse);
    if (made === null)
      throw new Refused(
        404,
        analysis.analytic === "stored_run" ? pipelineText.refused.stored : text.notFound.recording,
      );
    for (const { data_object_id, patient_key } of made.sources)
      read({ what: "recording", id: data_object_id, facts: { patient_key } });
    if (analysis.analytic === "stored_run" && storedRuns !== undefined) {
      // A file that takes longer is waited for by its pages, which say how far it is.
      const { result } = storedRuns.bring(analysis);
      await Promise.race([result, setTimeout(describedMs, undefined, { ref: false })]).catch(refuse);
    }
    if (analysis.analytic === "stored_run")
      read({ what: "run", id: analysis.run_id, facts: { patient_key: made.patient_key } });
    return made;
  });
}
