/** Reviews as their rows hold them, and which of them a reader may know. */
import { type SQL, sql } from "drizzle-orm";
import { formOf } from "../../domain/event-review/review-form.ts";
import {
  type AnnotationReview,
  type ReviewAnswers,
  type ReviewResponses,
  reviewTypeId,
} from "../../protocol/annotation-reviews.ts";
import type { AnnotationPerson } from "../../protocol/annotations.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";

export interface ReviewRow {
  id: number;
  annotationId: number;
  userId: number;
  /** Epoch ms. */
  savedAt: number;
  revision: number;
  isComplete: boolean;
  responses: ReviewResponses;
}

/** Of a review `r`. */
export const reviewColumns = sql`r.id, r.annotation_id as "annotationId", r.user_id as "userId",
  floor(extract(epoch from r.saved_at) * 1000)::float8 as "savedAt", r.revision::float8 as revision,
  r.is_complete as "isComplete", r.responses`;

/** Joins the reader's own review `own` of the same event to a review `r`. */
export const withOwn = (userId: number): SQL =>
  sql`left join annotation_review own on own.annotation_id = r.annotation_id and own.user_id = ${userId}`;

/** Which of them the reader may know: their own, and complete ones once their own is complete and they asked for them. Behind `withOwn`. */
export const isKnownTo = (userId: number): SQL =>
  sql`(r.user_id = ${userId} or (coalesce(own.is_complete and own.unblinded_at is not null, false) and r.is_complete))`;

/** Of which of them the reader may know that they were saved: their own, and all once their own is complete. Behind `withOwn`. */
export const isToldTo = (userId: number): SQL => sql`(r.user_id = ${userId} or coalesce(own.is_complete, false))`;

/** As the specification's calls tell it. */
export function reviewOf(row: ReviewRow, people: ReadonlyMap<number, AnnotationPerson>): AnnotationReview {
  const person = people.get(row.userId);
  return {
    ...{ id: row.id, annotation_id: row.annotationId, review_type_id: reviewTypeId },
    user_id: person?.user_id ?? null,
    user_email: person?.email ?? "",
    user_full_name: person?.full_name ?? annotationServerText.unknown,
    ...{ timestamp: row.savedAt, is_complete: row.isComplete, revision: row.revision },
    form: formOf(row.responses),
  };
}

export const answersOf = ({ id, userId, savedAt, isComplete, revision, responses }: ReviewRow): ReviewAnswers => ({
  ...{ id, user_id: userId, timestamp: savedAt, is_complete: isComplete, revision, responses },
});
