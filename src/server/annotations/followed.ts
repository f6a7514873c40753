/** Where the logs of recordings stand, for who follows them: the SQL of the news (../news). */
import { sql } from "drizzle-orm";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { seenBy } from "./access.ts";

/** Numbers by recording, of those that the user sees now; `scope` null: of all of them, for the server itself. */
export async function followedHeads(
  db: Queries,
  scope: UserScope | null,
  recordingIds: readonly number[],
): Promise<Map<number, number>> {
  if (recordingIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; sequence: number }>(
    scope === null
      ? sql`select recording_id as id, sequence::float8 as sequence from annotation_head where recording_id = any(${intArray(recordingIds)})`
      : sql`
        select recording.id, coalesce(h.sequence, 0)::float8 as sequence
        from recording join patient p on p.id = recording.patient_key left join annotation_head h on h.recording_id = recording.id
        where recording.id = any(${intArray(recordingIds)}) and ${seenBy(scope)}`,
  );
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}
