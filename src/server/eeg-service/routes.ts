/** The calls of src/protocol/eeg-service.ts. A recording that the caller may not see does not exist. */
import { getPersystEegMontages, getRecordingInfo } from "../../protocol/eeg-service.ts";
import { calibrationRecordingId, type RecordingDetail } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text/text.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused, type RequestLife, type RouteHost } from "../platform/http/routes.ts";
import type { Recordings } from "../recordings/index.ts";
import { type EegCatalogue, EegServiceFailed } from "./service.ts";

const unknown = { start_time_milliseconds: null, end_time_milliseconds: null };

export function addEegServiceRoutes(
  host: RouteHost,
  recordings: Pick<Recordings, "get">,
  catalogue: EegCatalogue,
): void {
  const known = async (
    id: number,
    { session: { workspaceId, userId } }: Caller,
    { read }: Pick<RequestLife, "read">,
  ): Promise<RecordingDetail> => {
    const found = await recordings.get(id, { workspaceId, userId });
    if (found === null) throw new Refused(404, text.notFound.recording);
    if (id !== calibrationRecordingId) read({ what: "recording", id, facts: { patient_key: found.patient_key } });
    return found;
  };
  host.add(getRecordingInfo, async ({ data_object_id }, caller, life) => {
    const recording = await known(data_object_id, caller, life);
    const info = (await told(catalogue.info(recording, life.signal))) ?? unknown;
    return { ...info, is_external: catalogue.isExternal };
  });
  host.add(getPersystEegMontages, async ({ data_object_id }, caller, life) => {
    const recording = await known(data_object_id, caller, life);
    return { montages: [...(await told(catalogue.montages(recording, life.signal)))] };
  });
}

/** @throws Refused 502 when the service gives nothing */
async function told<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof EegServiceFailed ? new Refused(502, error.message) : error;
  }
}
