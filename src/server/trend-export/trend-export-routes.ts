/** The HTTP call that makes files of EEG trends. What the caller may not see does not exist. */
import type { PageFailureCode } from "../../protocol/pages.ts";
import { type ExportTrends, exportTrends, trendFileName, trendFileType } from "../../protocol/trend-export.ts";
import { AnalysisRefused, analysisRefusals, SourceNotReady } from "../analysis/index.ts";
import { ExportTurns, fileHeaders } from "../annotations/index.ts";
import { recordAction } from "../identity/audit.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type BlobAnswer, Refused, type RouteHost } from "../platform/http/routes.ts";
import { PageRefused } from "../query/page-refused.ts";
import type { Recordings } from "../recordings/index.ts";
import { ExportRefused } from "./export-refused.ts";
import { writeExport } from "./export-trends.ts";
import { type SeriesDeps, TrendSeries } from "./series.ts";

export interface TrendExportDeps extends Pick<SeriesDeps, "pages" | "masksOf"> {
  db: Parameters<typeof recordAction>[0];
  recordings: Pick<Recordings, "get">;
  dataDir: string;
  /** Digits of the hash of the core. */
  core: string;
}

export function addTrendExportRoutes(host: RouteHost, deps: TrendExportDeps): void {
  const turns = new ExportTurns();
  host.add(exportTrends, async (wanted, caller, { signal }) => {
    const turn = await turns.begin(caller.session.userId, signal);
    try {
      const answer = await exported(deps, caller, wanted, signal);
      answer.stream.once("close", turn.end);
      return answer;
    } catch (error) {
      turn.end();
      throw refusalOf(error);
    }
  });
}

/** What the download is of is in the audit before a byte is sent. */
async function exported(
  { db, recordings, pages, masksOf, dataDir, core }: TrendExportDeps,
  caller: Caller,
  wanted: ExportTrends,
  signal: AbortSignal,
): Promise<BlobAnswer> {
  const { workspaceId, userId } = caller.session;
  const { data_object_id, modality } = wanted.source;
  const get = (id: number) => recordings.get(id, { workspaceId, userId });
  const recording = await get(data_object_id);
  if (recording === null) throw new ExportRefused("unknown");
  // What stands in the audit is the recording's own word, not the caller's.
  if (recording.groups.every((group) => group.modality !== modality))
    throw new AnalysisRefused(analysisRefusals.unknownModality);
  const { format, start_ms, end_ms } = wanted;
  const facts = { patient_key: recording.patient_key, recording_id: data_object_id, format, start_ms, end_ms };
  // The signal ends with the answer's stream: what is given up is computed no further.
  const asker = { user: { userId }, epoch: 0, sequence: 0, signal };
  const series = new TrendSeries({ pages, masksOf, asker, get });
  await recordAction(db, caller, { ...facts, modality }, "reading");
  const { stream, bytes } = await writeExport({ wanted, recording, series, signal, dataDir, core });
  const headers = fileHeaders(trendFileType(format), trendFileName(wanted, wanted.epoch_ms));
  return {
    stream,
    demandAgain: async () => {
      if ((await get(data_object_id)) === null) throw new ExportRefused("unknown");
    },
    headers: {
      ...headers,
      ...(bytes === null ? {} : { "content-length": String(bytes) }),
      // Lines of progress are of use while they are new: no proxy keeps them back, and nobody takes them for the file.
      ...(wanted.tells_progress === true
        ? { "content-type": "application/octet-stream", "x-accel-buffering": "no" }
        : {}),
    },
  };
}

const statuses: Partial<Record<PageFailureCode, number>> = {
  unknown_recording: 404,
  not_ready: 409,
  unavailable: 503,
  bad_request: 400,
  too_large: 400,
};

function refusalOf(error: unknown): unknown {
  if (error instanceof ExportRefused) return new Refused(error.status, error.message, undefined, { code: error.code });
  if (error instanceof SourceNotReady) return new Refused(409, error.message);
  if (error instanceof AnalysisRefused) return new Refused(400, error.message);
  const status = error instanceof PageRefused ? statuses[error.code] : undefined;
  return status === undefined ? error : new Refused(status, (error as PageRefused).message);
}
