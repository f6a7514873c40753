/** The HTTP calls about recordings. What the caller may not see does not exist. */
import { calibrationRecordingId } from "../../protocol/recordings.ts";
import { getFileAnnotations, getRecording, getRecordings } from "../../protocol/routes.ts";
import { text } from "../../protocol/text/text.ts";
import type { Caller } from "../platform/http/caller.ts";
import { JsonText, Refused, type RouteHost } from "../platform/http/routes.ts";
import { Lanes } from "../platform/lanes.ts";
import type { Integrity, Recordings, UserScope } from "../recordings/index.ts";

const scopeOf = ({ session: { workspaceId, userId } }: Caller): UserScope => ({ workspaceId, userId });

/** @throws Refused 404 */
function demand<T>(found: T | null): T {
  if (found === null) throw new Refused(404, text.notFound.recording);
  return found;
}

/** So long an answer waits for a look at the files; what it finds later is told over the socket. */
const longestLookMs = 500;

/** Annotations of files that are read side by side, one file a user: they may be of 30 MB each. */
const mostReadAtOnce = 4;

export function addRecordingRoutes(
  host: RouteHost,
  recordings: Recordings & { integrity: Pick<Integrity, "look"> },
): void {
  host.add(getRecordings, async (_, caller) => ({ recordings: await recordings.list(scopeOf(caller)) }));
  host.add(getRecording, async ({ data_object_id }, caller, { signal, read }) => {
    const found = demand(await recordings.get(data_object_id, scopeOf(caller)));
    if (data_object_id === calibrationRecordingId) return found; // nothing of a patient is read
    read({ what: "recording", id: data_object_id, facts: { patient_key: found.patient_key } });
    if (found.state !== "ready") return found;
    const late = new Promise<false>((resolve) => setTimeout(resolve, longestLookMs, false).unref());
    // A service that is away is not damage; whoever reads the samples is told.
    const isChanged = await Promise.race([recordings.integrity.look(data_object_id).catch(() => false), late]);
    signal.throwIfAborted();
    return isChanged ? demand(await recordings.get(data_object_id, scopeOf(caller))) : found;
  });
  const turns = new Lanes(1);
  const node = new Lanes(mostReadAtOnce);
  host.add(getFileAnnotations, ({ data_object_id }, caller, { signal, read }) => {
    const scope = scopeOf(caller);
    const answer = async () => {
      const [found, json] = await Promise.all([
        recordings.get(data_object_id, scope),
        recordings.annotationsJson(data_object_id, scope),
      ]);
      const { patient_key } = demand(found);
      if (data_object_id !== calibrationRecordingId)
        read({ what: "recording", id: data_object_id, facts: { patient_key } });
      return new JsonText(`{"annotations":${demand(json)}}`);
    };
    return turns.run(caller.session.userId, () => node.run(0, answer, signal), signal);
  });
}
