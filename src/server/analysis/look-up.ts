/** From ids to descriptions: an analysis is known to whoever may see all of its sources. */
import { type Analysis, isAnalysisId, sourcesOf } from "../../protocol/analysis.ts";
import type { StoredRecording } from "../recordings/index.ts";
import { readAnalysisKey } from "./analysis-key.ts";
import { analysisId, describeAs } from "./describe.ts";
import { GridMemo } from "./grid-memo.ts";
import { describeStored, noStoredRuns, type StoredRuns } from "./stored-run.ts";
import { analysisRefusals, type DerivedRecording, type MasksOf, type SourceMasks, SourceNotReady } from "./types.ts";

/** Of this process. */
const grids = new GridMemo();

/** The analysis that a page's source names, or null when it names none, or one that is not what its id says. */
export function analysisOf({
  data_object_id,
  modality,
}: {
  data_object_id: number;
  modality: string;
}): Analysis | null {
  if (!isAnalysisId(data_object_id)) return null;
  const analysis = readAnalysisKey(modality);
  return analysis !== null && analysisId(analysis) === data_object_id ? analysis : null;
}

/**
 * Null when there is no such recording for whoever asks. `lookUp` is asked for each recording once. Of those that are not
 * there yet nothing is described.
 * @throws AnalysisRefused
 */
export async function lookUpAnalysis(
  analysis: Analysis,
  lookUp: (dataObjectId: number) => Promise<StoredRecording | null>,
  masksOf: MasksOf,
  storedRuns: Pick<StoredRuns, "output"> = noStoredRuns,
): Promise<DerivedRecording | null> {
  const found = new Map<number, StoredRecording | null>();
  for (const { data_object_id } of sourcesOf(analysis))
    if (!found.has(data_object_id)) found.set(data_object_id, await lookUp(data_object_id));
  const sources: StoredRecording[] = [];
  for (const { data_object_id } of sourcesOf(analysis)) {
    const recording = found.get(data_object_id) ?? null;
    if (recording === null) return null;
    if (recording.state !== "ready")
      throw new SourceNotReady(
        recording.state === "failed" ? analysisRefusals.importFailed : analysisRefusals.importing,
      );
    sources.push(recording);
  }
  if (analysis.analytic === "stored_run") {
    const output = await storedRuns.output(analysis);
    return output === null ? null : describeStored(analysis, sources[0], output);
  }
  if (analysis.leavesOutArtifacts !== true) return describeAs(analysis, sources, grids);
  const masks = new Map<number, SourceMasks>();
  for (const id of found.keys()) masks.set(id, await masksOf(id));
  const ofSources = sources.map(({ data_object_id }) => masks.get(data_object_id) as SourceMasks);
  return describeAs(analysis, sources, grids, ofSources);
}
