/** The HTTP calls about recordings. What the caller may not see does not exist. */
import { getFileAnnotations, getRecording, getRecordings } from "../../protocol/routes.ts";
import { text } from "../../protocol/text.ts";
import type { Caller } from "../platform/caller.ts";
import { Refused, type RouteHost } from "../platform/routes.ts";
import type { Recordings, UserScope } from "../recordings/index.ts";

const scopeOf = ({ session: { workspaceId, userId } }: Caller): UserScope => ({ workspaceId, userId });

/** @throws Refused 404 */
function demand<T>(found: T | null): T {
  if (found === null) throw new Refused(404, text.notFound.recording);
  return found;
}

export function addRecordingRoutes(host: RouteHost, recordings: Recordings): void {
  host.add(getRecordings, async (_, caller) => ({ recordings: await recordings.list(scopeOf(caller)) }));
  host.add(getRecording, async ({ data_object_id }, caller) =>
    demand(await recordings.get(data_object_id, scopeOf(caller))),
  );
  host.add(getFileAnnotations, async ({ data_object_id }, caller) => ({
    annotations: demand(await recordings.annotations(data_object_id, scopeOf(caller))),
  }));
}
