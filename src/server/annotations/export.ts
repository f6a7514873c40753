/** A session as a file: read in the pieces of `parts.ts`, put in order of time, and written while it is sent. */
import { Readable } from "node:stream";
import { setImmediate as others } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { columnRows } from "../../domain/annotations/exchange/column-rows.ts";
import type { ExchangeRecording } from "../../domain/annotations/exchange/types.ts";
import { exportName, exportPieces, exportType } from "../../domain/annotations/exchange/write.ts";
import type { AnnotationColumns } from "../../protocol/annotation-columns.ts";
import type { exportAnnotations } from "../../protocol/annotation-exchange.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { recordAction } from "../identity/audit.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { BlobAnswer } from "../platform/http/routes.ts";
import { attachment } from "../platform/storage/disposition.ts";
import { seenBy } from "./access.ts";
import { peopleOf } from "./contents.ts";
import type { PartReader } from "./parts.ts";
import { noGroup } from "./refusals.ts";

export interface ExportDeps {
  readonly db: Parameters<typeof recordAction>[0];
  readonly parts: PartReader;
}

interface Session extends ExchangeRecording {
  readonly name: string;
  readonly recordingId: number;
  readonly patientKey: number;
}

async function demandSession(db: Queries, { session: scope }: Caller, groupId: number): Promise<Session> {
  const { rows } = await db.execute<Session & Record<string, unknown>>(sql`
    select g.name, recording.id as "recordingId", p.id as "patientKey", recording.start_ms, recording.is_start_known, recording.timezone,
      coalesce((recording.tail ->> 'end_ms')::float8, recording.end_ms) as end_ms
    from annotation_group g join recording on recording.id = g.recording_id join patient p on p.id = recording.patient_key
    where g.id = ${groupId} and g.deleted_at is null and ${seenBy(scope)}`);
  if (rows.length === 0) throw noGroup();
  return rows[0];
}

/**
 * Annotations as they are while they are read; one that is changed meanwhile stands as it was or as it is. What the download is of is
 * in the audit before a byte is sent.
 * @throws Refused 404
 */
export async function exportSession(
  { db, parts }: ExportDeps,
  caller: Caller,
  { annotation_group_id: groupId, format }: BodyOf<typeof exportAnnotations>,
  signal: AbortSignal,
): Promise<BlobAnswer> {
  const session = await demandSession(db, caller, groupId);
  const { recordingId, patientKey, name } = session;
  const facts = { patient_key: patientKey, recording_id: recordingId, annotation_group_id: groupId, format };
  await recordAction(db, caller, facts, "reading");
  const read: AnnotationColumns[] = [];
  for (let after: number | null = 0; after !== null; ) {
    signal.throwIfAborted();
    const { columns, makers }: Awaited<ReturnType<PartReader["read"]>> = await parts.read(groupId, after);
    read.push(trimmed({ ...columns, sequence: 0, people: await namedInOrder(db, makers) }));
    after = columns.next_after_id;
  }
  const pieces = exportPieces(format, columnRows(read), session);
  const stream = Readable.from(inTurn(pieces), { objectMode: false });
  return {
    stream,
    headers: {
      "content-type": exportType(format),
      "content-disposition": attachment(exportName(name, format)),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  };
}

/** Others are answered between the pieces. */
async function* inTurn(pieces: Generator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece.length > 0) yield piece;
    await others();
  }
}

/** People at the places that the part has for them; nobody where an account is gone. */
async function namedInOrder(db: Queries, makers: readonly number[]): Promise<AnnotationColumns["people"]> {
  const known = new Map((await peopleOf(db, makers)).map((one) => [one.user_id, one]));
  return makers.map((user_id) => known.get(user_id) ?? { user_id, email: "", full_name: "" });
}

/** A part of a few rows holds arrays of fifty thousand: they go before the next one is read. */
const trimmed = (columns: AnnotationColumns): AnnotationColumns => {
  const { count } = columns;
  const doubles = ["starts", "ends", "madeAt", "revisions"] as const;
  const integers = ["ids", "title", "description", "style", "person"] as const;
  return {
    ...columns,
    ...(Object.fromEntries(doubles.map((name) => [name, columns[name].slice(0, count)])) as Pick<
      AnnotationColumns,
      (typeof doubles)[number]
    >),
    ...(Object.fromEntries(integers.map((name) => [name, columns[name].slice(0, count)])) as Pick<
      AnnotationColumns,
      (typeof integers)[number]
    >),
  };
};
