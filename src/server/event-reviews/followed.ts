/** Where the reviews of recordings stand, for who follows their annotations: the SQL of the news (../news). */
import { sql } from "drizzle-orm";
import { seenBy } from "../annotations/index.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { isToldTo, withOwn } from "./review-rows.ts";

/** Numbers by recording, of those that the user sees now, and of saves that they may know of; `scope` null: of all of them, for the server itself. */
export async function followedReviews(
  db: Queries,
  scope: UserScope | null,
  recordingIds: readonly number[],
): Promise<Map<number, number>> {
  if (recordingIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; revision: number }>(
    scope === null
      ? sql`select recording_id as id, revision::float8 as revision from annotation_review_head where recording_id = any(${intArray(recordingIds)})`
      : sql`
        select recording.id, coalesce((
          select r.revision from annotation_review r ${withOwn(scope.userId)}
          where r.recording_id = recording.id and ${isToldTo(scope.userId)}
          order by r.revision desc limit 1), 0)::float8 as revision
        from recording join patient p on p.id = recording.patient_key
        where recording.id = any(${intArray(recordingIds)}) and ${seenBy(scope)}`,
  );
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}
