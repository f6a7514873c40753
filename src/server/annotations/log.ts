/** Reading the log: what came after a number, and all that was done to one annotation. */
import { sql } from "drizzle-orm";
import type { getAnnotationChanges, getAnnotationHistory, LogEntry } from "../../protocol/annotation-log.ts";
import { type AnnotationContent, annotationLimits } from "../../protocol/annotations.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { demandRecording, recordingsOfAnnotations } from "./access.ts";
import { peopleOf } from "./contents.ts";
import { refuse } from "./refusals.ts";
import type { After } from "./store.ts";
import { type OfPiece, withinBytes } from "./within-bytes.ts";

/** Of the content of an entry. */
const bytes = sql`coalesce(octet_length(after::text), 0)`;

interface EntryRow {
  sequence: number;
  userId: number;
  at: number;
  what: LogEntry["what"];
  act: LogEntry["act"];
  id: number;
  groupId: number;
  leftGroupId: number | null;
  madeBy: number | null;
  madeAt: number;
  after: After;
  client: string | null;
  number: number | null;
}

const columns = sql`l.sequence::float8 as sequence, l.user_id as "userId",
  floor(extract(epoch from l.at) * 1000)::float8 as at, l.what, l.act, l.subject_id as id, l.group_id as "groupId",
  case when l.what = 'annotation' and l.act = 'modify' then (
    select nullif(b.group_id, l.group_id) from annotation_log b
    where b.subject_id = l.subject_id and b.what = 'annotation' and b.sequence < l.sequence order by b.sequence desc limit 1
  ) end as "leftGroupId", coalesce(a.made_by, g.made_by) as "madeBy",
  floor(extract(epoch from coalesce(a.made_at, g.made_at)) * 1000)::float8 as "madeAt", l.after, l.client,
  l.number::float8 as number
  from annotation_log l left join annotation a on l.what = 'annotation' and a.id = l.subject_id
    left join annotation_group g on l.what = 'group' and g.id = l.subject_id`;

/** The next so many of them, fewer where they are long. @throws Refused 404, 409 when the log ends before that number */
export async function readChanges(
  db: Queries,
  scope: UserScope,
  { data_object_id, after }: BodyOf<typeof getAnnotationChanges>,
): Promise<{ answer: AnswerOf<typeof getAnnotationChanges>; patientKey: number }> {
  const { sequence, maskRevision, patientKey } = await demandRecording(db, scope, data_object_id);
  if (after > sequence) throw refuse("log_too_short", annotationServerText.refused.logTooShort);
  const next = sql`
    select ${columns} where l.recording_id = ${data_object_id} and l.sequence > ${after}::bigint and l.sequence <= ${sequence}::bigint
    order by l.sequence limit ${annotationLimits.logged}`;
  const { rows } = await db.execute<EntryRow & Record<string, unknown>>(withinBytes(next, sql`sequence`, bytes));
  const { entries, people } = await told(db, rows);
  return { answer: { entries, people, sequence, mask_revision: maskRevision }, patientKey };
}

/** The newest so many of them, or of those before a number, fewer where they are long. @throws Refused 404 */
export async function readHistory(
  db: Queries,
  scope: UserScope,
  { annotation_id, before, most = annotationLimits.logged }: BodyOf<typeof getAnnotationHistory>,
): Promise<{ answer: AnswerOf<typeof getAnnotationHistory>; recordingId: number; patientKey: number }> {
  const [found] = await recordingsOfAnnotations(db, scope, [annotation_id]);
  const newest = sql`
    select ${columns} where l.recording_id = ${found.recordingId} and l.what = 'annotation' and l.subject_id = ${annotation_id}
      and (${before ?? null}::bigint is null or l.sequence < ${before ?? null}::bigint)
    order by l.sequence desc limit ${most + 1}`;
  const { rows } = await db.execute<EntryRow & OfPiece & Record<string, unknown>>(
    withinBytes(newest, sql`sequence desc`, bytes),
  );
  const isCut = rows.length > 1 && rows[0].total > Math.min(rows.length, most);
  const { entries, people } = await told(db, rows);
  const withBefore = entries.map((entry, k) => ({
    ...entry,
    before: entries[k + 1]?.after ?? null,
    before_group_id: entries[k + 1]?.group_id ?? null,
  }));
  // The last one read says what was before the one after it.
  const shown = withBefore.slice(0, isCut ? -1 : undefined);
  return { answer: { entries: shown, people, has_more: isCut }, ...found };
}

/** Whoever has no account any more is nobody. */
async function told(db: Queries, rows: readonly EntryRow[]) {
  const people = await peopleOf(
    db,
    rows.flatMap(({ userId, madeBy }) => [userId, madeBy]),
  );
  const known = new Set(people.map(({ user_id }) => user_id));
  const orNull = (id: number | null) => (id !== null && known.has(id) ? id : null);
  const entries = rows.map((row): LogEntry => {
    const { sequence, at, what, act, id, groupId, leftGroupId, madeAt, after, client, number } = row;
    const isGroup = what === "group";
    return {
      ...{ sequence, user_id: orNull(row.userId), at, what, act, id, group_id: groupId, client, number },
      ...{ left_group_id: leftGroupId, made_by: orNull(row.madeBy), made_at: madeAt },
      after: isGroup ? null : (after as AnnotationContent | null),
      group_name: isGroup ? ((after as { group_name: string } | null)?.group_name ?? null) : null,
    };
  });
  return { entries, people };
}
