/** All SQL about streams; that about the recordings they are is of ../recordings. */
import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";

export interface StreamRow {
  recordingId: number;
  patientKey: number;
  head: string;
  /** The recording is complete. */
  isClosed: boolean;
  startMs: number;
  endMs: number;
  /** The gateway may still send for the patient, and is not revoked. */
  isAllowed: boolean;
}

interface Found extends Record<string, unknown> {
  recording_id: number;
  patient_key: number;
  head: string;
  is_closed: boolean;
  start_ms: number;
  end_ms: number;
  is_allowed: boolean;
}

const found = ({ recording_id, patient_key, head, ...row }: Found): StreamRow => ({
  ...{ recordingId: recording_id, patientKey: patient_key, head },
  ...{ isClosed: row.is_closed, startMs: row.start_ms, endMs: row.end_ms, isAllowed: row.is_allowed },
});

/** Streams of a gateway, by what it has them by. */
async function find(db: Queries, gatewayId: number, isThis: ReturnType<typeof sql>): Promise<StreamRow | null> {
  const { rows } = await db.execute<Found>(sql`
    select s.recording_id, r.patient_key, s.head, r.tail is null as is_closed, r.start_ms, r.end_ms,
      exists (select 1 from gateway_patient gp join gateway g on g.id = gp.gateway_id
        where g.id = s.gateway_id and g.revoked_at is null and gp.patient_key = r.patient_key) as is_allowed
    from live_stream s join recording r on r.id = s.recording_id
    where s.gateway_id = ${gatewayId} and ${isThis}`);
  return rows.length === 0 ? null : found(rows[0]);
}

export const streamById = (db: Queries, gatewayId: number, id: number): Promise<StreamRow | null> =>
  find(db, gatewayId, sql`s.recording_id = ${id}`);

export const streamByKey = (db: Queries, gatewayId: number, key: string): Promise<StreamRow | null> =>
  find(db, gatewayId, sql`s.stream_key = ${key}`);

/** Open streams of a gateway, and the groups of all of them. */
export async function openStreamsOf(db: Queries, gatewayId: number): Promise<{ streams: number; groups: number }> {
  const { rows } = await db.execute<{ streams: number; groups: number }>(sql`
    select count(*)::int as streams, coalesce(sum(jsonb_array_length(r.groups)), 0)::int as groups
    from live_stream s join recording r on r.id = s.recording_id
    where s.gateway_id = ${gatewayId} and r.tail is not null`);
  return rows[0];
}

/** How many groups a recording has; 0 when there is none. */
export async function groupsOf(db: Queries, id: number): Promise<number> {
  const { rows } = await db.execute<{ groups: number }>(
    sql`select coalesce(jsonb_array_length(groups), 0)::int as groups from recording where id = ${id}`,
  );
  return rows[0]?.groups ?? 0;
}

/** Fails with a unique violation when the gateway has a stream of that key. */
export async function insertStream(
  tx: Queries,
  stream: { recordingId: number; gatewayId: number; key: string; head: string },
): Promise<void> {
  const { recordingId, gatewayId, key, head } = stream;
  await tx.execute(sql`
    insert into live_stream (recording_id, gateway_id, stream_key, head)
    values (${recordingId}, ${gatewayId}, ${key}, ${head})`);
}

export async function noteAppended(db: Queries, id: number): Promise<void> {
  await db.execute(sql`update live_stream set appended_at = now() where recording_id = ${id}`);
}

export interface EndedStream {
  recording_id: number;
  gateway_id: number;
  workspace_id: number;
}

/** Open streams to which nothing more will come: silent for so long, or whose gateway may not send for the patient any more. */
export async function endedStreams(db: Queries, silentHours: number): Promise<EndedStream[]> {
  const { rows } = await db.execute<EndedStream & Record<string, unknown>>(sql`
    select r.id as recording_id, g.id as gateway_id, g.workspace_id from live_stream s join recording r on r.id = s.recording_id join gateway g on g.id = s.gateway_id
    where r.tail is not null and (
      s.appended_at < now() - ${silentHours} * interval '1 hour' or g.revoked_at is not null
      or not exists (select 1 from gateway_patient gp where gp.gateway_id = g.id and gp.patient_key = r.patient_key))`);
  return rows;
}
