/** What runs stored, for windows: told by their rows, read from copies of their files on this node. */
import type { Segment } from "../../protocol/recordings.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { AnalysisRefused, type StoredOutput, type StoredRuns } from "../analysis/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import { findSeries, findStored, type StoredFile, setFileProblem } from "./rows.ts";
import { type CopyDeps, RunCopies } from "./run-copies.ts";
import type { StoredSeries } from "./types.ts";

/** So long a run that was deleted may still be answered for. */
const freshMs = 1000;
const mostRemembered = 64;

const { file: fileText, refused } = pipelineText;

/** A run that is not there, or has no such output, is null; whether the caller may see it is decided by its recording. */
export function createStoredRuns(deps: CopyDeps & { db: Queries }): StoredRuns {
  const copies = new RunCopies(deps);
  const files = new Map<number, { at: number; found: Promise<StoredFile | null> }>();
  /** A file never changes, so what is kept of its outputs does not either. */
  const outputs = new Map<string, Promise<KeptSeries | null>>();
  const file = (id: number): Promise<StoredFile | null> => {
    const known = files.get(id);
    if (known !== undefined && performance.now() - known.at < freshMs) return known.found;
    const found = findStored(deps.db, id);
    put(files, id, { at: performance.now(), found });
    found.catch(() => files.delete(id));
    return found;
  };
  const series = (stored: StoredFile, output: string): Promise<KeptSeries | null> => {
    const key = JSON.stringify([stored.id, stored.jobId, output]);
    const known = outputs.get(key) ?? findSeries(deps.db, stored, output).then(kept);
    put(outputs, key, known);
    known.catch(() => outputs.delete(key));
    return known;
  };
  return {
    async output({ run_id, output }) {
      const stored = await file(run_id);
      const found = stored === null ? null : await series(stored, output);
      return stored === null || found === null ? null : outputOf(stored, found, copies.pathOf(stored));
    },
    bring({ run_id }) {
      let progress = () => 0;
      const bring = async () => {
        const stored = await file(run_id);
        if (stored === null) throw new AnalysisRefused(refused.stored);
        if (stored.fileProblem !== null) throw new AnalysisRefused(fileText[stored.fileProblem]);
        const copying = copies.make(stored);
        progress = copying.progress;
        const problem = await copying.result;
        if (problem === null) return;
        await setFileProblem(deps.db, stored, problem);
        files.delete(run_id);
        deps.log.warn({ run_id, problem }, "pipelines.file-lost");
        throw new AnalysisRefused(fileText[problem]);
      };
      return { result: bring(), progress: () => progress() };
    },
  };
}

type KeptSeries = Omit<StoredSeries, "segments"> & { segments: readonly Segment[] };

const kept = (series: StoredSeries | null): KeptSeries | null =>
  series === null
    ? null
    : { ...series, segments: series.segments.map(([first, count, start_ms]) => ({ first, count, start_ms })) };

/** The newest last; the oldest goes. */
function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > mostRemembered) map.delete(map.keys().next().value as Key);
}

function outputOf(
  { id, patientKey, jobId, name, finishedAt, stored: { core, recordingIds } }: StoredFile,
  { columns, units, sampling_hz, segments, definition, parameters, sources, missing_share, masked_share }: KeptSeries,
  path: string,
): StoredOutput {
  return {
    ...{ patientKey, recordingIds, version: jobId, path, columns, units, sampling_hz, segments },
    facts: {
      ...{ run_id: id, name, finished_at: finishedAt, core, definition, parameters, sources: [...sources] },
      ...{ missing_share, masked_share },
    },
  };
}
