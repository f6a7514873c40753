/** The calls about recordings. */
import Type from "typebox";
import { FileAnnotation, RecordingDetail, RecordingSummary } from "./recordings.ts";
import { route } from "./route.ts";

export const getRecordings = route("/v1/recordings/get_recordings", {
  needs: ["access_data_visualize"],
  summary: "Recordings of the caller's projects and sites.",
  body: Type.Object({}),
  answer: Type.Object({ recordings: Type.Array(RecordingSummary) }),
});

export const getRecording = route("/v1/recordings/get_recording", {
  needs: ["visualize_data"],
  summary: "One recording with its signals.",
  body: Type.Object({ data_object_id: Type.Integer() }),
  answer: RecordingDetail,
});

export const getFileAnnotations = route("/v1/recordings/get_file_annotations", {
  needs: ["visualize_data"],
  summary: "Annotations stored in the source file of a recording.",
  body: Type.Object({ data_object_id: Type.Integer() }),
  answer: Type.Object({ annotations: Type.Array(FileAnnotation) }),
});
