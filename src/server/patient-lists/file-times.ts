/** When the files of patients were recorded, and which signals they hold together (spec 001 sections 3 and 7). */
import { sql } from "drizzle-orm";
import type { FileTimes } from "../../protocol/patients.ts";
import { demandPatients } from "../patients/demands.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { type StayDays, stayMoments, stayOfPatient } from "./stay.ts";

const isLoaded = sql`r.state = 'ready' and r.superseded_at is null`;

/** Times of the loaded files, by id. @throws Refused 404 for a foreign patient */
export async function fileTimesOf(
  db: Queries,
  scope: UserScope,
  keys: readonly number[],
): Promise<Record<string, FileTimes>> {
  await demandPatients(db, scope, keys);
  const { rows } = await db.execute<
    { id: number; timezone: string; start_ms: number | null; end_ms: number | null } & StayDays &
      Record<string, unknown>
  >(sql`
    select r.id, r.timezone, case when r.is_start_known then r.start_ms end as start_ms,
      case when r.is_start_known then r.end_ms end as end_ms, stay.admission_day, stay.discharge_day
    from recording r join patient p on p.id = r.patient_key left join lateral ${stayOfPatient} stay on true
    where r.patient_key = any(${intArray(keys)}) and ${isLoaded} order by r.id`);
  return Object.fromEntries(
    rows.map(({ id, timezone, start_ms, end_ms, ...days }) => [
      id,
      { timezone, ...stayMoments(days, timezone), monitoring_start_time: start_ms, monitoring_end_time: end_ms },
    ]),
  );
}

/**
 * The signal sources of patients by name, each with the newest loaded file that holds it; without keys those of all patients of the user.
 * @throws Refused 404 for a foreign patient
 */
export async function modalitiesUnion(
  db: Queries,
  scope: UserScope,
  keys: readonly number[],
): Promise<Record<string, { type: string; file_name: string }>> {
  await demandPatients(db, scope, keys);
  const isAsked = keys.length === 0 ? isOwnPatient(scope) : sql`p.id = any(${intArray(keys)})`;
  const { rows } = await db.execute<{ modality: string; kind: string; obj_name: string }>(sql`
    select distinct on (g.modality) g.modality, g.kind, r.obj_name
    from recording r join patient p on p.id = r.patient_key
    cross join lateral jsonb_to_recordset(r.groups) as g(modality text, kind text)
    where ${isLoaded} and ${isAsked} order by g.modality, r.id desc`);
  return Object.fromEntries(
    rows.map(({ modality, kind, obj_name }) => [
      modality,
      { type: kind === "numeric" ? "Numeric" : "SampleSeries", file_name: obj_name },
    ]),
  );
}
