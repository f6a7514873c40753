/** Reviews of annotations, in pieces of the database, for files and comparisons. */
import { type SQL, sql } from "drizzle-orm";
import { type ReviewResponses, reviewLimits } from "../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { refuse } from "./refusals.ts";
import { withOwn } from "./review-rows.ts";

/** Annotations of one question, so that others are answered meanwhile. */
const pieceAnnotations = 500;

export interface ComparedReview {
  readonly id: number;
  readonly annotationId: number;
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly userId: number;
  /** Epoch ms. */
  readonly savedAt: number;
  readonly isComplete: boolean;
  readonly responses: ReviewResponses;
  /** What was answered before answers of others could be seen. */
  readonly blindResponses: ReviewResponses;
}

/**
 * By the start of the event, and by reader. `which`: a condition on a review `r`, and the reader's own review `own`.
 * @throws Refused 409 when there are too many; the reason of `signal`
 */
export async function reviewsOf(
  db: Queries,
  userId: number,
  annotationIds: ArrayLike<number>,
  which: SQL,
  signal: AbortSignal,
): Promise<ComparedReview[]> {
  const ids = [...new Set(Array.from(annotationIds))];
  const all: ComparedReview[] = [];
  for (let from = 0; from < ids.length; from += pieceAnnotations) {
    signal.throwIfAborted();
    const { rows } = await db.execute<ComparedReview & Record<string, unknown>>(sql`
      select r.id, a.id as "annotationId", a.title, a.start_ms as "startMs", a.end_ms as "endMs", r.user_id as "userId",
        floor(extract(epoch from r.saved_at) * 1000)::float8 as "savedAt", r.is_complete as "isComplete", r.responses,
        r.blind_responses as "blindResponses"
      from annotation_review r ${withOwn(userId)} join annotation a on a.id = r.annotation_id
        join annotation_group g on g.id = a.group_id
      where r.annotation_id = any(${intArray(ids.slice(from, from + pieceAnnotations))}) and ${which}
        and a.deleted_at is null and g.deleted_at is null`);
    for (const row of rows) all.push(row);
    if (all.length > reviewLimits.compared) throw refuse("too_many_reviews", eventReviewText.refused.tooManyInSession);
  }
  return all.sort(
    (one, other) => one.startMs - other.startMs || one.annotationId - other.annotationId || one.userId - other.userId,
  );
}
