/** All SQL about coverage. */
import { sql } from "drizzle-orm";
import { type CoverageRow, coverageLimits } from "../../protocol/coverage.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { isVisible } from "../recordings/visible.ts";

/** By "15 reviewed" and so on. */
export type StoredSeen = Record<string, readonly number[]>;

export const keyOf = ({ page, depth }: Pick<CoverageRow, "page" | "depth">): string => `${page} ${depth}`;

export interface CoveredRecording {
  readonly patientKey: number;
  /** Whole seconds of it. */
  readonly seconds: number;
}

/** Null for a recording that the user does not see. */
export async function findRecording(db: Queries, scope: UserScope, id: number): Promise<CoveredRecording | null> {
  const { rows } = await db.execute<{ patientKey: number; seconds: number }>(sql`
    select p.id as "patientKey",
      floor((coalesce((recording.tail ->> 'end_ms')::float8, recording.end_ms) - recording.start_ms) / 1000)::float8 as seconds
    from recording join patient p on p.id = recording.patient_key
    where recording.id = ${id} and ${isVisible} and ${isOwnPatient(scope)}`);
  return rows[0] ?? null;
}

/** The user's own row, which nobody else writes until the transaction ends; made where there is none. */
export async function lockOwn(tx: Queries, userId: number, recordingId: number): Promise<StoredSeen> {
  await tx.execute(sql`
    insert into coverage (recording_id, user_id) values (${recordingId}, ${userId}) on conflict do nothing`);
  const { rows } = await tx.execute<{ seen: StoredSeen }>(sql`
    select seen from coverage where recording_id = ${recordingId} and user_id = ${userId} for update`);
  return rows[0]?.seen ?? {};
}

export async function updateOwn(tx: Queries, userId: number, recordingId: number, seen: StoredSeen): Promise<void> {
  await tx.execute(sql`
    update coverage set seen = ${JSON.stringify(seen)}::jsonb, updated_at = now()
    where recording_id = ${recordingId} and user_id = ${userId}`);
}

export interface StoredCoverage {
  userId: number;
  name: string;
  at: number;
  seen: StoredSeen;
}

/** Of everybody who had the recording on the screen: the user first, then who looked last. */
export async function listCoverage(db: Queries, userId: number, recordingId: number): Promise<StoredCoverage[]> {
  const { rows } = await db.execute<StoredCoverage & Record<string, unknown>>(sql`
    select c.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as name, c.seen,
      floor(extract(epoch from c.updated_at) * 1000)::float8 as at
    from coverage c join app_user u on u.id = c.user_id where c.recording_id = ${recordingId}
    order by (c.user_id = ${userId}) desc, c.updated_at desc limit ${coverageLimits.people}`);
  return rows;
}
