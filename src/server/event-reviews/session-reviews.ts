/** Reviews of a session or of annotations, in pieces of the database, for files and comparisons. */
import { type SQL, sql } from "drizzle-orm";
import { type ReviewResponses, reviewLimits } from "../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { refuse } from "./refusals.ts";
import { withOwn } from "./review-rows.ts";

/** Rows of one question: some 15 ms of the embedded database. */
const pieceRows = 1000;

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
 * By the start of the event, and by reader. `which`: a condition on a review `r`, its annotation `a`, its session `g`, and the reader's
 * own review `own`.
 * @throws Refused 409 when there are too many; the reason of `signal`
 */
export async function reviewsWhere(
  db: Queries,
  userId: number,
  which: SQL,
  signal?: AbortSignal,
): Promise<ComparedReview[]> {
  const all: ComparedReview[] = [];
  for (let after = 0; ; ) {
    signal?.throwIfAborted();
    const { rows } = await db.execute<ComparedReview & Record<string, unknown>>(sql`
      select r.id, a.id as "annotationId", a.title, a.start_ms as "startMs", a.end_ms as "endMs", r.user_id as "userId",
        floor(extract(epoch from r.saved_at) * 1000)::float8 as "savedAt", r.is_complete as "isComplete", r.responses,
        r.blind_responses as "blindResponses"
      from annotation_review r ${withOwn(userId)} join annotation a on a.id = r.annotation_id
        join annotation_group g on g.id = a.group_id
      where ${which} and a.deleted_at is null and g.deleted_at is null and r.id > ${after} order by r.id limit ${pieceRows}`);
    for (const row of rows) all.push(row);
    if (all.length > reviewLimits.compared) throw refuse("too_many_reviews", eventReviewText.refused.tooManyInSession);
    if (rows.length < pieceRows) break;
    after = rows[rows.length - 1].id;
  }
  return all.sort(
    (one, other) => one.startMs - other.startMs || one.annotationId - other.annotationId || one.userId - other.userId,
  );
}
