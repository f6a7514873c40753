/** Recordings whose overview is worth making beforehand: what is reserved for review, then what became ready last. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { isReviewable } from "./rows.ts";

/** More than the cache holds of recordings of a day. */
const mostWanted = 500;

/** Ids, the most urgent first. `isLocal` false: samples lie in a service, so that only what was copied here is read. */
export async function wantedOverviews(db: NodePgDatabase, { isLocal }: { isLocal: boolean }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select r.id from recording r left join prefetch p on p.recording_id = r.id
    where ${isReviewable} and (${isLocal} or p.recording_id is not null)
    order by (p.recording_id is not null) desc, r.id desc limit ${mostWanted}`);
  return rows.map(({ id }) => id);
}
