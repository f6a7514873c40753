/** Whose annotations are seen, and the lock of those who write them: every call goes by one of these. */
import { type SQL, sql } from "drizzle-orm";
import type { RecordingRange } from "../../domain/annotations/annotation-rules.ts";
import type { Permission } from "../../protocol/permissions.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { Refused } from "../platform/http/routes.ts";
import { isVisible } from "../recordings/visible.ts";
import { noAnnotation, noGroup, noRecording, refuse } from "./refusals.ts";

/** A recording's state of annotations. */
export interface Head extends RecordingRange {
  readonly recordingId: number;
  readonly patientKey: number;
  /** Of the last entry of the log. */
  readonly sequence: number;
  readonly maskRevision: number;
  /** Rows, deleted ones too. */
  readonly annotations: number;
}

/** Joins `recording` and patient `p`, for who may see them. */
export const seenBy = (scope: UserScope): SQL => sql`${isVisible} and ${isOwnPatient(scope)}`;

const headColumns = sql`recording.id as "recordingId", p.id as "patientKey", recording.start_ms,
  coalesce((recording.tail ->> 'end_ms')::float8, recording.end_ms) as end_ms,
  coalesce(h.sequence, 0)::float8 as sequence, coalesce(h.mask_revision, 0)::float8 as "maskRevision",
  coalesce(h.annotations, 0) as annotations`;

/** @throws Refused 404 for a recording that the user does not see */
export async function demandRecording(db: Queries, scope: UserScope, recordingId: number): Promise<Head> {
  const { rows } = await db.execute<Head & Record<string, unknown>>(sql`
    select ${headColumns} from recording join patient p on p.id = recording.patient_key
      left join annotation_head h on h.recording_id = recording.id
    where recording.id = ${recordingId} and ${seenBy(scope)}`);
  if (rows.length === 0) throw noRecording();
  return rows[0];
}

/** The same; until the transaction ends nobody else writes annotations of this recording. First thing in it. */
export async function lockRecording(tx: Queries, scope: UserScope, recordingId: number): Promise<Head> {
  const lock = () =>
    tx.execute<Head & Record<string, unknown>>(sql`
    select ${headColumns} from annotation_head h join recording on recording.id = h.recording_id
      join patient p on p.id = recording.patient_key
    where h.recording_id = ${recordingId} and ${seenBy(scope)} for update of h`);
  const { rows: known } = await lock();
  if (known.length > 0) return known[0];
  await demandRecording(tx, scope, recordingId);
  await tx.execute(sql`insert into annotation_head (recording_id) values (${recordingId}) on conflict do nothing`);
  const { rows } = await lock();
  if (rows.length === 0) throw noRecording();
  return rows[0];
}

/** Recordings of these sessions, each once; of live ones, or of deleted ones. @throws Refused 404 unless the user sees all */
export async function recordingsOfGroups(
  db: Queries,
  scope: UserScope,
  groupIds: readonly number[],
  { isDeleted = false } = {},
): Promise<{ recordingId: number; patientKey: number }[]> {
  const wanted = [...new Set(groupIds)];
  const { rows } = await db.execute<{ recordingId: number; patientKey: number; groups: number }>(sql`
    select recording.id as "recordingId", p.id as "patientKey", count(*)::int as groups
    from annotation_group g join recording on recording.id = g.recording_id join patient p on p.id = recording.patient_key
    where g.id = any(${intArray(wanted)}) and (g.deleted_at is not null) = ${isDeleted} and ${seenBy(scope)}
    group by recording.id, p.id`);
  if (rows.reduce((sum, { groups }) => sum + groups, 0) < wanted.length) throw noGroup();
  return rows;
}

/** The same of annotations, deleted ones too. */
export async function recordingsOfAnnotations(
  db: Queries,
  scope: UserScope,
  ids: readonly number[],
): Promise<{ recordingId: number; patientKey: number }[]> {
  const wanted = [...new Set(ids)];
  const { rows } = await db.execute<{ recordingId: number; patientKey: number; found: number }>(sql`
    select recording.id as "recordingId", p.id as "patientKey", count(*)::int as found
    from annotation a join recording on recording.id = a.recording_id join patient p on p.id = recording.patient_key
    where a.id = any(${intArray(wanted)}) and ${seenBy(scope)}
    group by recording.id, p.id`);
  if (rows.reduce((sum, { found }) => sum + found, 0) < wanted.length) throw noAnnotation();
  return rows;
}

/** The only one of them. @throws Refused 400 when there are more */
export function onlyOne<T>(found: readonly T[], sentence: string): T {
  if (found.length !== 1) throw refuse("bad_annotation", sentence);
  return found[0];
}

/** @throws Refused 403 */
export function demandHeld(held: ReadonlySet<Permission>, ...needed: Permission[]): void {
  if (!needed.every((one) => held.has(one))) throw new Refused(403, accountText.refused.noPermission);
}
