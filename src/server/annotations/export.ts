/** A session as a file, by time, written while it is sent: in memory are its times, and a few annotations at once. */
import { setImmediate as others } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { edfPieces } from "../../domain/annotations/exchange/edf.ts";
import type { ExchangeRecording } from "../../domain/annotations/exchange/types.ts";
import { exportName, exportType, type LineFormat, lineFormat } from "../../domain/annotations/exchange/write.ts";
import type { exportAnnotations } from "../../protocol/annotation-exchange.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { recordAction } from "../identity/audit.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { BlobAnswer } from "../platform/http/routes.ts";
import { attachment } from "../platform/storage/disposition.ts";
import { seenBy } from "./access.ts";
import { idsByTime, timesAndTitles, wholeRows, wholeRowsOf } from "./export-rows.ts";
import { type ExportTurns, takenStream } from "./export-turns.ts";
import { noGroup } from "./refusals.ts";

export interface ExportDeps {
  readonly db: Parameters<typeof recordAction>[0];
  readonly turns: ExportTurns;
}

/** A session that is written to a file, and the recording that it is of. */
export interface ExportedSession extends ExchangeRecording {
  readonly name: string;
  readonly recordingId: number;
  readonly patientKey: number;
}

/** @throws Refused 404 for a session that is deleted or that the caller does not see */
export async function demandSession(
  db: Queries,
  { session: scope }: Caller,
  groupId: number,
): Promise<ExportedSession> {
  const { rows } = await db.execute<ExportedSession & Record<string, unknown>>(sql`
    select g.name, recording.id as "recordingId", p.id as "patientKey", recording.start_ms, recording.is_start_known, recording.timezone,
      coalesce((recording.tail ->> 'end_ms')::float8, recording.end_ms) as end_ms
    from annotation_group g join recording on recording.id = g.recording_id join patient p on p.id = recording.patient_key
    where g.id = ${groupId} and g.deleted_at is null and ${seenBy(scope)}`);
  if (rows.length === 0) throw noGroup();
  return rows[0];
}

/**
 * Annotations as they are while they are read; one that is changed meanwhile stands as it was or as it is, at its old place in the file. What
 * the download is of is in the audit before a byte is sent.
 * @throws Refused 404, 429
 */
export async function exportSession(
  { db, turns }: ExportDeps,
  caller: Caller,
  { annotation_group_id: groupId, format }: BodyOf<typeof exportAnnotations>,
  signal: AbortSignal,
): Promise<BlobAnswer> {
  const session = await demandSession(db, caller, groupId);
  const { recordingId, patientKey, name } = session;
  const facts = { patient_key: patientKey, recording_id: recordingId, annotation_group_id: groupId, format };
  const turn = await turns.begin(caller.session.userId, signal);
  try {
    signal.throwIfAborted();
    await recordAction(db, caller, facts, "reading");
    const pieces =
      format === "edf"
        ? inTurn(edfPieces(await timesAndTitles(db, groupId, signal), session))
        : lines(db, await idsByTime(db, groupId, signal), lineFormat(format, session));
    signal.throwIfAborted();
    const stream = takenStream(pieces);
    stream.once("close", turn.end);
    return {
      stream,
      headers: fileHeaders(exportType(format), exportName(name, format)),
      demandAgain: () => demandSession(db, caller, groupId),
    };
  } catch (error) {
    turn.end();
    throw error;
  }
}

/** Of a file that is saved and never shown. */
export const fileHeaders = (type: string, name: string): Readonly<Record<string, string>> => ({
  "content-type": type,
  "content-disposition": attachment(name),
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
});

/** Others are answered between the pieces. */
async function* inTurn(pieces: Generator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece.length > 0) yield piece;
    await others();
  }
}

async function* lines(db: Queries, ids: Uint32Array, { head, line }: LineFormat): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  for (let from = 0; from < ids.length; from += wholeRows) {
    const rows = await wholeRowsOf(db, ids.subarray(from, from + wholeRows));
    if (rows.length > 0) yield Buffer.from(rows.map(line).join(""));
  }
}
