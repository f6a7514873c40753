/** The HTTP calls about recordings. */
import type { FastifyInstance } from "fastify";
import { getFileAnnotations, getRecording, getRecordings } from "../../protocol/routes.ts";
import { text } from "../../protocol/text.ts";
import { addRoute, Refused } from "../platform/routes.ts";
import type { Recordings } from "../recordings/index.ts";

export function addRecordingRoutes(app: FastifyInstance, recordings: Recordings): void {
  const demand = async (dataObjectId: number) => {
    const recording = await recordings.get(dataObjectId);
    if (recording === null) throw new Refused(404, text.notFound.recording);
    return recording;
  };
  addRoute(app, getRecordings, async () => ({ recordings: await recordings.list() }));
  addRoute(app, getRecording, ({ data_object_id }) => demand(data_object_id));
  addRoute(app, getFileAnnotations, async ({ data_object_id }) => {
    await demand(data_object_id);
    return { annotations: await recordings.annotations(data_object_id) };
  });
}
