/** HTTP calls: POST with JSON, one declaration read by both sides. `needs` is the permission; null = none yet. */
import Type, { type Static, type TSchema } from "typebox";
import { FileAnnotation, RecordingDetail, RecordingSummary } from "./recordings.ts";

export interface Route<Body extends TSchema = TSchema, Answer extends TSchema = TSchema> {
  readonly path: string;
  readonly needs: string | null;
  readonly body: Body;
  readonly answer: Answer;
}

export const route = <Body extends TSchema, Answer extends TSchema>(
  path: string,
  rest: { needs: string | null; body: Body; answer: Answer },
): Route<Body, Answer> => ({ path, ...rest });

export const getRecordings = route("/v1/recordings/get_recordings", {
  needs: null,
  body: Type.Object({}),
  answer: Type.Object({ recordings: Type.Array(RecordingSummary) }),
});

export const getRecording = route("/v1/recordings/get_recording", {
  needs: null,
  body: Type.Object({ data_object_id: Type.Integer() }),
  answer: RecordingDetail,
});

export const getFileAnnotations = route("/v1/recordings/get_file_annotations", {
  needs: null,
  body: Type.Object({ data_object_id: Type.Integer() }),
  answer: Type.Object({ annotations: Type.Array(FileAnnotation) }),
});

export type BodyOf<R extends Route> = Static<R["body"]>;
export type AnswerOf<R extends Route> = Static<R["answer"]>;
