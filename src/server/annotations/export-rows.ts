/** What exports read of a session: first where its annotations stand in time, then a few of them at a time. */
import { sql } from "drizzle-orm";
import type { EdfRow } from "../../domain/annotations/exchange/edf.ts";
import type { ExchangeRow, ExchangeRows } from "../../domain/annotations/exchange/types.ts";
import { sortedByStart } from "../../domain/annotations/interval-index.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { type AnnotationRow, annotationColumns, contentOfRow, peopleOf } from "./contents.ts";

/** Rows of one question: some 15 ms of the embedded database. */
const indexRows = 4000;
/** Whole annotations of one question: no more of them are in memory at once, 2 MB of the longest there can be. */
export const wholeRows = 250;

/** Ids of the annotations of a session, by time. */
export async function idsByTime(db: Queries, groupId: number, signal: AbortSignal): Promise<Uint32Array> {
  const ids: number[] = [];
  const starts: number[] = [];
  await eachPiece(signal, async (after) => {
    const { rows } = await db.execute<{ ids: number[] | null; starts: number[] }>(sql`
      select json_agg(id) as ids, json_agg(start_ms) as starts from (
        select id, start_ms from annotation where group_id = ${groupId} and deleted_at is null and id > ${after} order by id limit ${indexRows}) a`);
    const [piece] = rows;
    for (const [k, id] of (piece.ids ?? []).entries()) {
      ids.push(id);
      starts.push(piece.starts[k]);
    }
    return piece.ids;
  });
  return byTime(starts).map((k) => ids[k]);
}

/** Those of these annotations that are there still, in the order in which they are named. */
export async function wholeRowsOf(db: Queries, ids: Uint32Array): Promise<ExchangeRow[]> {
  const { rows } = await db.execute<AnnotationRow & Record<string, unknown>>(sql`
    select ${annotationColumns} from annotation a where a.id = any(${intArray(Array.from(ids))}) and a.deleted_at is null`);
  const people = new Map(
    (
      await peopleOf(
        db,
        rows.map(({ madeBy }) => madeBy),
      )
    ).map((one) => [one.user_id, one]),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return Array.from(ids).flatMap((id) => {
    const row = found.get(id);
    if (row === undefined) return [];
    const person = row.madeBy === null ? undefined : people.get(row.madeBy);
    const author = { author: person?.full_name ?? "", author_email: person?.email ?? "" };
    return [{ ...contentOfRow(row), ...author, made_at: row.madeAt }];
  });
}

/** Times and titles of a session, by time; a title that several have is held once. */
export async function timesAndTitles(db: Queries, groupId: number, signal: AbortSignal): Promise<ExchangeRows<EdfRow>> {
  const all: EdfRow[] = [];
  const titles = new Map<string, string>();
  await eachPiece(signal, async (after) => {
    const { rows } = await db.execute<{ ids: number[] | null; starts: number[]; ends: number[]; titles: string[] }>(sql`
      select json_agg(id) as ids, json_agg(start_ms) as starts, json_agg(end_ms) as ends, json_agg(title) as titles from (
        select id, start_ms, end_ms, title from annotation
        where group_id = ${groupId} and deleted_at is null and id > ${after} order by id limit ${indexRows}) a`);
    const [piece] = rows;
    for (const k of (piece.ids ?? []).keys()) {
      const title = titles.get(piece.titles[k]) ?? piece.titles[k];
      titles.set(title, title);
      all.push({ start_time: piece.starts[k], end_time: piece.ends[k], annotation_text: title });
    }
    return piece.ids;
  });
  const order = byTime(all.map(({ start_time }) => start_time));
  return { count: all.length, at: (index) => all[order[index]] };
}

const byTime = (starts: readonly number[]): Uint32Array =>
  sortedByStart(
    Uint32Array.from(starts, (_, k) => k),
    Float64Array.from(starts),
  );

/** `read` is given the last id that it answered, until it has no more. */
async function eachPiece(signal: AbortSignal, read: (after: number) => Promise<readonly number[] | null>) {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const ids = await read(after);
    if (ids === null || ids.length < indexRows) return;
    after = ids[ids.length - 1];
  }
}
