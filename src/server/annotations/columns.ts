/** The call of a part of a session: rights as they are now, then what is kept of it. */
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type { getAnnotationColumns } from "../../protocol/annotation-log.ts";
import type { BodyOf } from "../../protocol/route.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { BlobAnswer } from "../platform/http/routes.ts";
import { seenBy } from "./access.ts";
import type { PartCache } from "./part-cache.ts";
import { noGroup } from "./refusals.ts";

/** @throws Refused 404 */
export async function readColumns(
  { db, parts }: { db: Queries; parts: PartCache },
  scope: UserScope,
  { annotation_group_id: groupId, after_id: afterId }: BodyOf<typeof getAnnotationColumns>,
): Promise<{ answer: BlobAnswer; recordingId: number; patientKey: number }> {
  const { rows } = await db.execute<{ recordingId: number; patientKey: number; sequence: number; since: number }>(sql`
    select recording.id as "recordingId", p.id as "patientKey", h.sequence::float8 as sequence, g.since::float8 as since
    from annotation_group g join annotation_head h on h.recording_id = g.recording_id
      join recording on recording.id = g.recording_id join patient p on p.id = recording.patient_key
    where g.id = ${groupId} and g.deleted_at is null and ${seenBy(scope)}`);
  if (rows.length === 0) throw noGroup();
  const { recordingId, patientKey, sequence, since } = rows[0];
  const bytes = await parts.get({ groupId, afterId, sequence, since });
  const headers = { "content-type": "application/octet-stream", "content-length": String(bytes.length) };
  return { answer: { stream: Readable.from([bytes], { objectMode: false }), headers }, recordingId, patientKey };
}
