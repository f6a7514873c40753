/** Refusals of this slice: a sentence for people, a code for programs. */
import type { ReviewRefusal } from "../../protocol/annotation-reviews.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { Refused } from "../platform/http/routes.ts";

const statuses: Readonly<Record<ReviewRefusal, number>> = {
  recording_not_found: 404,
  group_not_found: 404,
  annotation_not_found: 404,
  review_changed: 409,
  bad_review: 400,
  still_blind: 409,
  too_many_reviews: 409,
  too_many_changes: 429,
  out_of_order: 409,
  log_too_short: 409,
};

export const refuse = (code: ReviewRefusal, sentence: string, facts: Readonly<Record<string, unknown>> = {}): Refused =>
  new Refused(statuses[code], sentence, code === "too_many_changes" ? 1 : undefined, { ...facts, code });

export const noAnnotation = (): Refused => refuse("annotation_not_found", annotationServerText.refused.annotation);
