/** The specification's montage mapping: which channel of a recording each electrode is. */
import { electrodeMapping } from "../../domain/montage/montage.ts";
import type { getEegMontageMapping } from "../../protocol/montages.ts";
import { calibrationRecordingId } from "../../protocol/recordings.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { text } from "../../protocol/text/text.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { RequestLife } from "../platform/http/routes.ts";
import type { Recordings } from "../recordings/index.ts";
import { refuse } from "./refusals.ts";

/** Rights are those of the recording. @throws Refused 404, the same for one that is not seen and one that there is not */
export async function mappingOf(
  recordings: Pick<Recordings, "get">,
  { session: { workspaceId, userId } }: Caller,
  { data_object_id, read }: BodyOf<typeof getEegMontageMapping> & Pick<RequestLife, "read">,
): Promise<AnswerOf<typeof getEegMontageMapping>> {
  const found = await recordings.get(data_object_id, { workspaceId, userId });
  if (found === null) throw refuse(404, "document_not_found", text.notFound.recording);
  if (data_object_id !== calibrationRecordingId)
    read({ what: "recording", id: data_object_id, facts: { patient_key: found.patient_key } });
  return { eeg_montage_mapping: electrodeMapping(found) };
}
