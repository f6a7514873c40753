/** What a change reads and writes: each a statement or two, however many changes there are. */
import { sql } from "drizzle-orm";
import type { AnnotationContent } from "../../protocol/annotations.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Head } from "./access.ts";
import type { Acts, Done, Known } from "./acts.ts";
import { type AnnotationRow, annotationColumns, contentOfRow, styleOf } from "./contents.ts";

interface Wanted {
  readonly recordingId: number;
  readonly userId: number;
  /** Of the queue; null: there is none. */
  readonly client: string | null;
  /** Of changes that may have been done. */
  readonly numbers: readonly number[];
}

export interface Start {
  /** Ids of the recording's sessions. */
  readonly liveGroups: number[];
  /** What was done for these numbers of the queue. */
  readonly done: Done[];
  /** By the clock of the database. */
  readonly nowMs: number;
}

/** What is known before the changes are looked at, in one question: each costs a millisecond of the embedded database. */
export async function readStart(tx: Queries, wanted: Wanted): Promise<Start> {
  const { recordingId, userId, client, numbers } = wanted;
  const { rows } = await tx.execute<Start & Record<string, unknown>>(sql`
    select array(select id from annotation_group where recording_id = ${recordingId} and deleted_at is null) as "liveGroups",
      (select coalesce(json_agg(json_build_object('number', number, 'sequence', sequence, 'id', subject_id, 'act', act,
          'groupId', group_id, 'content', after)), '[]')
        from annotation_log where recording_id = ${recordingId} and user_id = ${userId} and client = ${client}::text
          and number = any(${sql.param([...numbers])}::bigint[])) as done,
      floor(extract(epoch from statement_timestamp()) * 1000)::float8 as "nowMs"`);
  return rows[0];
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

/**
 * Writes all that was done in one statement, which also draws the ids of what is made: they are never given back, and what was refused
 * draws none. Returns them: the first is that of -1.
 */
export async function writeActs(
  tx: Queries,
  head: Head,
  { userId, client }: { userId: number; client: string | null },
  acts: Acts,
): Promise<number[]> {
  const { recordingId } = head;
  const touched = [...acts.touched.values()];
  const rows = (isMade: boolean) =>
    sql`jsonb_to_recordset(${JSON.stringify(touched.filter(({ id }) => acts.made.has(id) === isMade).map(rowOf))}::jsonb) ${rowTypes}`;
  const entries = acts.entries.map(({ sequence, act, id, groupId, after, number }) => ({
    ...{ sequence, act, id, group_id: groupId, after, number },
  }));
  const counts = [...acts.counts].map(([id, more]) => ({ id, more }));
  const { rows: written } = await tx.execute<{ ids: number[] }>(sql`
    with drawn as (
      select id, row_number() over (order by id) as place
      from (select nextval(pg_get_serial_sequence('annotation', 'id'))::int as id from generate_series(1, ${acts.made.size}::int)) fresh
    ), made as (
      insert into annotation (id, recording_id, group_id, made_by, made_at, revision, start_ms, end_ms, title, description, kind,
        style, deleted_at)
      select drawn.id, ${recordingId}::int, x.group_id, x.made_by, statement_timestamp(), x.revision, x.start_ms, x.end_ms, x.title,
        x.description, x.kind, x.style, case when x.is_deleted then statement_timestamp() end from ${rows(true)}
        join drawn on drawn.place = -x.id
    ), changed as (
      update annotation a set group_id = x.group_id, revision = x.revision, start_ms = x.start_ms, end_ms = x.end_ms, title = x.title,
        description = x.description, kind = x.kind, style = x.style,
        deleted_at = case when x.is_deleted then statement_timestamp() end
      from ${rows(false)} where a.id = x.id and a.recording_id = ${recordingId}
    ), logged as (
      insert into annotation_log (recording_id, sequence, user_id, what, act, subject_id, group_id, after, client, number)
      select ${recordingId}::int, x.sequence, ${userId}::int, 'annotation', x.act, coalesce(drawn.id, x.id), x.group_id, nullif(x.after, 'null'::jsonb),
        case when x.number is null then null else ${client}::text end, x.number
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as x(sequence bigint, act text, id int, group_id int, after jsonb, number bigint) left join drawn on drawn.place = -x.id
    ), counted as (
      update annotation_group g set annotations = g.annotations + x.more, revision = ${acts.sequence}::bigint
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as x(id int, more int) where g.id = x.id
    )
    update annotation_head set sequence = ${acts.sequence}::bigint, annotations = annotations + ${acts.made.size}::int,
      mask_revision = case when ${acts.isMaskTouched}::boolean then ${acts.sequence}::bigint else mask_revision end
    where recording_id = ${recordingId} returning array(select id from drawn order by id) as ids`);
  return written[0].ids;
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
