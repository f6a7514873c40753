/** The specification's list: annotations of some sessions as JSON, in pieces of the database, and not too many. */
import { sql } from "drizzle-orm";
import { type Annotation, annotationLimits, type getAnnotations } from "../../protocol/annotations.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { recordingsOfGroups } from "./access.ts";
import { type AnnotationRow, annotationColumns, annotationOf, byId, contentOfRow, peopleOf } from "./contents.ts";
import { refuse } from "./refusals.ts";
import { type OfPiece, withinBytes } from "./within-bytes.ts";

/** Rows of one question, so that others are answered meanwhile. */
const pieceRows = 2000;
const bytes = sql`octet_length(title) + octet_length(description) + octet_length(style::text)`;

/** @throws Refused 404, 409 when there are too many */
export async function listAnnotations(
  db: Queries,
  scope: UserScope,
  { annotation_group_ids }: BodyOf<typeof getAnnotations>,
): Promise<{ answer: AnswerOf<typeof getAnnotations>; recordings: { recordingId: number; patientKey: number }[] }> {
  const ids = [...new Set(annotation_group_ids)];
  const recordings = await recordingsOfGroups(db, scope, ids);
  const refusal = () => refuse("too_many_annotations", annotationServerText.refused.tooLong);
  if (await isTooLong(db, ids)) throw refusal();
  const all: AnnotationRow[] = [];
  let sum = 0;
  for (const groupId of ids) {
    for (let after = 0; ; ) {
      const piece = sql`
        select ${annotationColumns} from annotation a
        where a.group_id = ${groupId} and a.deleted_at is null and a.id > ${after} order by a.id limit ${pieceRows}`;
      const { rows } = await db.execute<AnnotationRow & OfPiece & { ahead: string } & Record<string, unknown>>(
        withinBytes(piece, sql`id`, bytes),
      );
      if (rows.length === 0) break;
      all.push(...rows);
      sum += Number(rows[rows.length - 1].ahead);
      if (all.length > annotationLimits.listed || sum > annotationLimits.listedBytes) throw refusal();
      if (rows.length === rows[0].total && rows.length < pieceRows) break;
      after = rows[rows.length - 1].id;
    }
  }
  const people = byId(
    await peopleOf(
      db,
      all.map(({ madeBy }) => madeBy),
    ),
  );
  const answer: Record<string, Annotation[]> = Object.fromEntries(ids.map((id) => [String(id), []]));
  for (const row of all) answer[row.groupId]?.push(annotationOf(row, contentOfRow(row), people));
  return { answer, recordings };
}

/** By numbers, and then by bytes, before any of it is read. What is added meanwhile is counted as it is read. */
async function isTooLong(db: Queries, groupIds: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute<{ isTooLong: boolean }>(sql`
    select case when counted.count > ${annotationLimits.listed} then true else (
        select coalesce(sum(${bytes}), 0) > ${annotationLimits.listedBytes} from annotation
        where group_id = any(${intArray(groupIds)}) and deleted_at is null
      ) end as "isTooLong"
    from (select sum(annotations) as count from annotation_group where id = any(${intArray(groupIds)})) counted`);
  return rows[0].isTooLong;
}
