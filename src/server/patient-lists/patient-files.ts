/** What a patient's recordings are and which signals they hold. */
import { sql } from "drizzle-orm";
import type { PatientFile, PatientModality } from "../../protocol/patients.ts";
import type { TableQuery } from "../../protocol/tables.ts";
import { readTable, type Table, type TablePage } from "../admin/table.ts";
import { demandPatientAt, demandPatients, demandPlace, type PatientAddress } from "../patients/demands.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { isVisible } from "../recordings/visible.ts";
import { isReserved } from "../uploads/reservations.ts";

export interface NamedPatient {
  patient_key: number;
  patient_id: string;
}

/** Patients of one of the user's projects at one of the user's sites. @throws Refused 404 for a foreign place */
export async function patientsAt(
  db: Queries,
  scope: UserScope,
  place: { project_id: number; site_id: number },
): Promise<NamedPatient[]> {
  await demandPlace(db, scope, place);
  const { rows } = await db.execute<NamedPatient & Record<string, unknown>>(sql`
    select p.id as patient_key, p.identifier as patient_id from patient p
    where p.project_id = ${place.project_id} and p.site_id = ${place.site_id} and ${isOwnPatient(scope)}
    order by lower(p.identifier), p.id`);
  return rows;
}

/**
 * Whether there is a patient of this identifier, spaces around it aside, and its key; null while another user's upload is
 * about to make it. @throws Refused 404 for a foreign place
 */
export async function patientCalled(
  db: Queries,
  scope: UserScope,
  { patient_identifier, ...place }: { project_id: number; site_id: number; patient_identifier: string },
): Promise<{ exist: boolean; patient_key: number | null }> {
  const identifier = patient_identifier.trim();
  await demandPlace(db, scope, place);
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.id from patient p
    where p.project_id = ${place.project_id} and p.site_id = ${place.site_id}
      and p.identifier = ${identifier} and ${isOwnPatient(scope)}`);
  if (rows.length > 0) return { exist: true, patient_key: rows[0].id };
  return { exist: await isReserved(db, { ...place, identifier }, scope.userId), patient_key: null };
}

/** Files of patients in order of time, those of unknown start last. @throws Refused 404 for a foreign patient */
export async function filesOf(db: Queries, scope: UserScope, keys: readonly number[]): Promise<PatientFile[]> {
  await demandPatients(db, scope, keys);
  const { rows } = await db.execute<PatientFile & Record<string, unknown>>(sql`
    select id as obj_id, obj_name, obj_type, jsonb_build_object('status', state) as preload_status, progress, eta_ms, error,
      damage <> '[]' as is_damaged
    from recording where patient_key = any(${intArray(keys)}) and ${isVisible}
    order by is_start_known desc, start_ms, id`);
  return rows;
}

/** Names of a patient's files. @throws Refused 404 for a foreign patient */
export async function fileNamesOf(db: Queries, scope: UserScope, address: PatientAddress): Promise<string[]> {
  await demandPatientAt(db, scope, address);
  return (await filesOf(db, scope, [address.patient_id])).map(({ obj_name }) => obj_name);
}

/** Signal groups of one patient's loaded recordings, those of one name and kind together; what files have in common counts once, as in the monitoring time of the patient. */
const modalityTable = (key: number): Table => ({
  id: sql`(m.modality, m.type)`,
  orderBy: "modality",
  direction: "asc",
  from: sql`(
    select g.modality, g.kind as type, count(distinct recording.id)::int as file_count,
      max(jsonb_array_length(g.channels))::int as channel_count,
      min(t.start_ms) filter (where is_start_known) as start_time,
      max(t.end_ms) filter (where is_start_known) as end_time,
      coalesce(covered_ms(range_agg(t.spans) filter (where is_start_known), sum(t.length_ms) filter (where not is_start_known)), 0)
        as recorded_time
    from recording
    cross join lateral jsonb_to_recordset(recording.groups)
      as g(modality text, kind text, sampling_hz float8, channels jsonb, segments jsonb)
    cross join lateral (
      select min(s.start_ms) as start_ms, max(s.start_ms + s.count * 1000 / g.sampling_hz) as end_ms,
        sum(s.count * 1000 / g.sampling_hz) as length_ms,
        range_agg(int8range(round(s.start_ms)::int8, round(s.start_ms + s.count * 1000 / g.sampling_hz)::int8)) as spans
      from jsonb_to_recordset(g.segments) as s(start_ms float8, count float8)) t
    where recording.patient_key = ${key} and recording.state = 'ready' and recording.superseded_at is null
    group by g.modality, g.kind) m`,
  columns: sql`m.modality, m.type, m.file_count, m.channel_count, m.start_time, m.end_time, m.recorded_time`,
  fields: {
    modality: { value: sql`m.modality`, kind: "text" },
    type: { value: sql`m.type`, kind: "text" },
    file_count: { value: sql`m.file_count`, kind: "number", isUnsearched: true },
    channel_count: { value: sql`m.channel_count`, kind: "number", isUnsearched: true },
    start_time: { value: sql`m.start_time`, kind: "time" },
    end_time: { value: sql`m.end_time`, kind: "time" },
    recorded_time: { value: sql`m.recorded_time`, kind: "number", isUnsearched: true },
  },
});

/** A page of a patient's signal sources. @throws Refused 404 for a foreign patient, 400 for an unknown field */
export async function modalitiesOf(
  db: Queries,
  scope: UserScope,
  address: PatientAddress,
  query: TableQuery,
): Promise<TablePage<PatientModality>> {
  await demandPatientAt(db, scope, address);
  return readTable<PatientModality>(db, modalityTable(address.patient_id), query, sql`true`);
}
