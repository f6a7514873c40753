/** What a change reads and writes: each a statement or two, however many changes there are. */
import { sql } from "drizzle-orm";
import type { AnnotationContent } from "../../protocol/annotations.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Head } from "./access.ts";
import type { Acts, Done, Known } from "./acts.ts";
import { type AnnotationRow, annotationColumns, contentOfRow, styleOf } from "./contents.ts";

interface Queue {
  readonly recordingId: number;
  readonly userId: number;
  readonly client: string;
}

/** What was done for these numbers of a queue. */
export async function readDone(tx: Queries, queue: Queue, numbers: readonly number[]): Promise<Done[]> {
  if (numbers.length === 0) return [];
  const { rows } = await tx.execute<Done & Record<string, unknown>>(sql`
    select number::float8 as number, sequence::float8 as sequence, subject_id as id, act, group_id as "groupId", after as content
    from annotation_log
    where recording_id = ${queue.recordingId} and user_id = ${queue.userId} and client = ${queue.client}
      and number = any(${sql.param([...numbers])}::bigint[])`);
  return rows;
}

/** Annotations of the recording by their ids, deleted ones too. */
export async function readKnown(
  tx: Queries,
  recordingId: number,
  ids: readonly number[],
  userId: number,
): Promise<Known[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<
    AnnotationRow & { isDeleted: boolean; byClient: string | null } & Record<string, unknown>
  >(sql`
    select ${annotationColumns}, a.deleted_at is not null as "isDeleted",
      case when l.user_id = ${userId} then l.client end as "byClient"
    from annotation a left join annotation_log l on l.recording_id = a.recording_id and l.sequence = a.revision
    where a.id = any(${intArray(ids)}) and a.recording_id = ${recordingId}`);
  return rows.map((row) => ({ ...row, content: contentOfRow(row) }));
}

/** Ids of the recording's sessions, and the time by the database. */
export async function readLiveGroups(tx: Queries, recordingId: number): Promise<{ ids: number[]; nowMs: number }> {
  const { rows } = await tx.execute<{ ids: number[]; nowMs: number }>(sql`
    select array(select id from annotation_group where recording_id = ${recordingId} and deleted_at is null) as ids,
      floor(extract(epoch from statement_timestamp()) * 1000)::float8 as "nowMs"`);
  return rows[0];
}

/** Ids for annotations that are to be made, ascending. */
export async function takeIds(tx: Queries, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('annotation', 'id'))::int as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

const rowOf = ({ id, groupId, madeBy, madeAt, revision, content, isDeleted }: Known) => ({
  id,
  group_id: groupId,
  made_by: madeBy,
  made_ms: madeAt,
  revision,
  start_ms: content.start_time,
  end_ms: content.end_time,
  title: content.annotation_text,
  description: content.annotation_description,
  kind: content.kind,
  style: styleOf(content),
  is_deleted: isDeleted,
});
const rowTypes =
  sql.raw(`as x(id int, group_id int, made_by int, made_ms float8, revision bigint, start_ms float8, end_ms float8,
  title text, description text, kind text, style jsonb, is_deleted boolean)`);

/** Writes all that was done in one statement. */
export async function writeActs(
  tx: Queries,
  head: Head,
  { userId, client }: { userId: number; client: string | null },
  acts: Acts,
): Promise<void> {
  const { recordingId } = head;
  const touched = [...acts.touched.values()];
  const rows = (isMade: boolean) =>
    sql`jsonb_to_recordset(${JSON.stringify(touched.filter(({ id }) => acts.made.has(id) === isMade).map(rowOf))}::jsonb) ${rowTypes}`;
  const entries = acts.entries.map(({ sequence, act, id, groupId, after, number }) => ({
    ...{ sequence, act, id, group_id: groupId, after, number },
  }));
  const counts = [...acts.counts].map(([id, more]) => ({ id, more }));
  await tx.execute(sql`
    with made as (
      insert into annotation (id, recording_id, group_id, made_by, made_at, revision, start_ms, end_ms, title, description, kind,
        style, deleted_at)
      select x.id, ${recordingId}::int, x.group_id, x.made_by, statement_timestamp(), x.revision, x.start_ms, x.end_ms, x.title,
        x.description, x.kind, x.style, case when x.is_deleted then statement_timestamp() end from ${rows(true)}
    ), changed as (
      update annotation a set group_id = x.group_id, revision = x.revision, start_ms = x.start_ms, end_ms = x.end_ms, title = x.title,
        description = x.description, kind = x.kind, style = x.style,
        deleted_at = case when x.is_deleted then statement_timestamp() end
      from ${rows(false)} where a.id = x.id and a.recording_id = ${recordingId}
    ), logged as (
      insert into annotation_log (recording_id, sequence, user_id, what, act, subject_id, group_id, after, client, number)
      select ${recordingId}::int, x.sequence, ${userId}::int, 'annotation', x.act, x.id, x.group_id, nullif(x.after, 'null'::jsonb),
        case when x.number is null then null else ${client}::text end, x.number
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as x(sequence bigint, act text, id int, group_id int, after jsonb, number bigint)
    ), counted as (
      update annotation_group g set annotations = g.annotations + x.more, revision = ${acts.sequence}::bigint
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as x(id int, more int) where g.id = x.id
    )
    update annotation_head set sequence = ${acts.sequence}::bigint, annotations = annotations + ${acts.made.size}::int,
      mask_revision = case when ${acts.isMaskTouched}::boolean then ${acts.sequence}::bigint else mask_revision end
    where recording_id = ${recordingId}`);
}

export interface GroupEntry {
  readonly act: "create" | "modify" | "delete" | "restore";
  readonly groupId: number;
  /** Null when it is deleted. */
  readonly name: string | null;
}

/** Writes entries about sessions, whose rows are written already, from the number after `head.sequence` on. */
export async function logGroups(
  tx: Queries,
  head: Head,
  userId: number,
  groups: readonly GroupEntry[],
): Promise<number> {
  const sequence = head.sequence + groups.length;
  const entries = groups.map(({ act, groupId, name }, k) => ({
    ...{ sequence: head.sequence + k + 1, act, id: groupId },
    after: name === null ? null : { group_name: name },
  }));
  const ids = groups.filter(({ act }) => act === "delete" || act === "restore").map(({ groupId }) => groupId);
  await tx.execute(sql`
    with logged as (
      insert into annotation_log (recording_id, sequence, user_id, what, act, subject_id, group_id, after)
      select ${head.recordingId}::int, x.sequence, ${userId}::int, 'group', x.act, x.id, x.id, nullif(x.after, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as x(sequence bigint, act text, id int, after jsonb)
    )
    update annotation_head set sequence = ${sequence}::bigint,
      mask_revision = case when exists (
        select from annotation where recording_id = ${head.recordingId} and kind = 'artifact' and deleted_at is null
          and group_id = any(${intArray(ids)})
      ) then ${sequence}::bigint else mask_revision end
    where recording_id = ${head.recordingId}`);
  return sequence;
}

/** Content or name that an entry of the log left, as it lies there. */
export type After = AnnotationContent | { group_name: string } | null;
