/** What the panel of analyses reads from the server. Nothing of it outlives the session: the kept answers go with it. */
import { queryOptions } from "@tanstack/react-query";
import { getAnalyses, getRuns } from "../../../protocol/pipelines.ts";
import type { AnswerOf } from "../../../protocol/route.ts";
import { movedOf, type WorkWriter } from "../../news/index.ts";
import { call } from "../../session/index.ts";

/** First part of the keys of runs. */
export const runData = "analysis-runs";

export const analysesQuery = queryOptions({
  queryKey: ["analyses"],
  queryFn: ({ signal }) => call(getAnalyses, {}, signal),
  gcTime: 0,
});

export const runsQuery = (patientKey: number) =>
  queryOptions({
    queryKey: [runData, patientKey],
    queryFn: ({ signal }) => call(getRuns, { patient_key: patientKey }, signal),
    gcTime: 0,
  });

/** How far runs are. */
export const writeRuns: WorkWriter = (queries, moved) => {
  queries.setQueriesData<AnswerOf<typeof getRuns>>({ queryKey: [runData] }, (answer) => {
    if (answer === undefined) return undefined;
    const runs = answer.runs.map((run) => {
      const told = movedOf(moved, "run", run.id);
      return told === undefined ? run : { ...run, progress: told.progress, eta_ms: told.eta_ms };
    });
    return { runs };
  });
};
