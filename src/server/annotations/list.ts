/** The specification's list: annotations of some sessions as JSON, in pieces of the database. A long one is sent while it is read. */
import { sql } from "drizzle-orm";
import {
  type Annotation,
  type AnnotationPerson,
  annotationLimits,
  type getAnnotations,
} from "../../protocol/annotations.ts";
import type { BodyOf } from "../../protocol/route.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { JsonText } from "../platform/http/routes.ts";
import { recordingsOfGroups } from "./access.ts";
import { type AnnotationRow, annotationColumns, annotationOf, contentOfRow, peopleOf } from "./contents.ts";
import { type OfPiece, withinBytes } from "./within-bytes.ts";

/** Rows of one question, so that others are answered meanwhile. */
const pieceRows = 2000;
const bytes = sql`octet_length(title) + octet_length(description) + octet_length(style::text)`;

interface Piece {
  readonly annotations: Annotation[];
  /** Of their contents, without the last one. */
  readonly bytes: number;
  /** Where the next one begins; null: there is none. */
  readonly next: number | null;
}

/** People who were asked for, so that each is once. */
type People = Map<number, AnnotationPerson | null>;

async function pieceOf(db: Queries, groupId: number, after: number, people: People): Promise<Piece> {
  const piece = sql`
    select ${annotationColumns} from annotation a
    where a.group_id = ${groupId} and a.deleted_at is null and a.id > ${after} order by a.id limit ${pieceRows}`;
  const { rows } = await db.execute<AnnotationRow & OfPiece & { ahead: string } & Record<string, unknown>>(
    withinBytes(piece, sql`id`, bytes),
  );
  if (rows.length === 0) return { annotations: [], bytes: 0, next: null };
  const unknown = rows.flatMap(({ madeBy }) => (madeBy === null || people.has(madeBy) ? [] : [madeBy]));
  for (const id of unknown) people.set(id, null);
  for (const person of await peopleOf(db, unknown)) people.set(person.user_id, person);
  const known = { get: (id: number) => people.get(id) ?? undefined };
  const last = rows[rows.length - 1];
  return {
    annotations: rows.map((row) => annotationOf(row, contentOfRow(row), known)),
    bytes: Number(last.ahead),
    next: rows.length === rows[0].total && rows.length < pieceRows ? null : last.id,
  };
}

/** Whose annotations are too many to be held: they are read while they are sent. */
type LongList = readonly number[];

/** `long`: null where the answer is whole. It is text already, made piece by piece: 20,000 at once would keep others waiting. @throws Refused 404 */
export async function listAnnotations(
  db: Queries,
  scope: UserScope,
  { annotation_group_ids }: BodyOf<typeof getAnnotations>,
): Promise<{
  answer: JsonText;
  long: LongList | null;
  recordings: { recordingId: number; patientKey: number }[];
}> {
  const ids = [...new Set(annotation_group_ids)];
  const recordings = await recordingsOfGroups(db, scope, ids);
  const tooLong = { answer: new JsonText("{}"), long: ids, recordings };
  if (await isTooLong(db, ids)) return tooLong;
  const texts: string[] = [];
  let [count, sum] = [0, 0];
  for await (const { text, annotations, bytes } of textsOf(db, ids)) {
    texts.push(text);
    count += annotations;
    sum += bytes;
    if (count > annotationLimits.listed || sum > annotationLimits.listedBytes) return tooLong;
  }
  return { answer: new JsonText(texts.join("")), long: null, recordings };
}

/** The JSON of a long list, in pieces of some megabytes. */
export async function* piecesOf(db: Queries, ids: LongList): AsyncGenerator<Uint8Array> {
  for await (const { text } of textsOf(db, ids)) yield Buffer.from(text);
}

/** The JSON of these sessions, in pieces, with the number of annotations in each and the bytes of their contents. */
async function* textsOf(
  db: Queries,
  ids: readonly number[],
): AsyncGenerator<{ text: string; annotations: number; bytes: number }> {
  const people: People = new Map();
  for (const [k, id] of ids.entries()) {
    let before = `${k === 0 ? "{" : "],"}"${id}":[`;
    for (let after: number | null = 0; after !== null; ) {
      const { annotations, bytes, next }: Piece = await pieceOf(db, id, after, people);
      if (annotations.length > 0) {
        const text = before + annotations.map((one) => JSON.stringify(one)).join(",");
        yield { text, annotations: annotations.length, bytes };
        before = ",";
      }
      after = next;
    }
    if (before !== ",") yield { text: before, annotations: 0, bytes: 0 };
  }
  yield { text: ids.length === 0 ? "{}" : "]}", annotations: 0, bytes: 0 };
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
