/** The HTTP call about analyses. What the caller may not see does not exist. */
import { describeAnalysis } from "../../protocol/analysis.ts";
import { text } from "../../protocol/text/text.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import type { Recordings } from "../recordings/index.ts";
import { lookUpAnalysis } from "./look-up.ts";
import { AnalysisRefused, type MasksOf } from "./types.ts";

export function addAnalysisRoutes(host: RouteHost, recordings: Pick<Recordings, "get">, masksOf: MasksOf): void {
  host.add(describeAnalysis, async ({ analysis }, { session: { workspaceId, userId } }, { read }) => {
    const lookUp = (id: number) => recordings.get(id, { workspaceId, userId });
    const made = await lookUpAnalysis(analysis, lookUp, masksOf).catch((error: unknown) => {
      throw error instanceof AnalysisRefused ? new Refused(400, error.message) : error;
    });
    if (made === null) throw new Refused(404, text.notFound.recording);
    for (const { data_object_id, patient_key } of made.sources)
      read({ what: "recording", id: data_object_id, facts: { patient_key } });
    return made;
  });
}
