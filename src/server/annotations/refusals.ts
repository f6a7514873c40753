/** Refusals of this slice: a sentence for people, a code for programs. */
import type { AnnotationRefusal } from "../../protocol/annotations.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { text } from "../../protocol/text/text.ts";
import { Refused } from "../platform/http/routes.ts";

const { refused } = annotationServerText;

const statuses: Readonly<Record<AnnotationRefusal, number>> = {
  recording_not_found: 404,
  group_not_found: 404,
  annotation_not_found: 404,
  annotation_changed: 409,
  annotation_not_changeable: 403,
  bad_annotation: 400,
  bad_group_name: 400,
  group_name_taken: 409,
  last_group: 409,
  too_many_annotations: 409,
  too_many_groups: 409,
  too_many_changes: 429,
  out_of_order: 409,
  not_done: 409,
  log_too_short: 409,
};

export const refuse = (
  code: AnnotationRefusal,
  sentence: string,
  facts: Readonly<Record<string, unknown>> = {},
): Refused => new Refused(statuses[code], sentence, code === "too_many_changes" ? 1 : undefined, { ...facts, code });

export const noRecording = (): Refused => refuse("recording_not_found", text.notFound.recording);
export const noGroup = (): Refused => refuse("group_not_found", refused.group);
export const noAnnotation = (): Refused => refuse("annotation_not_found", refused.annotation);
