/** Patients as their users see them: one row each, with what its recordings add up to. */
import { sql } from "drizzle-orm";
import { patientText } from "../../protocol/patient-text.ts";
import type { Patient } from "../../protocol/patients.ts";
import { defaultTimezone } from "../../protocol/recordings.ts";
import type { TableQuery } from "../../protocol/tables.ts";
import { readTable, type Table, type TablePage } from "../admin/table.ts";
import type { Queries } from "../identity/sql.ts";
import { Refused } from "../platform/routes.ts";
import { isVisible } from "../recordings/visible.ts";
import { isOwnPatient, type UserScope } from "./scope.ts";
import { type StayDays, stayOfPatient, withStay } from "./stay.ts";

const isReady = sql`state = 'ready'`;
const isPlaced = sql`state = 'ready' and is_start_known`;

/** Sums over the recordings of each patient. `spans`: the time that placed ones cover, as one set of ranges. */
const sums = sql`
  select patient_key,
    count(*)::int as file_count,
    (count(*) filter (where ${isReady}))::int as files_loaded,
    (count(*) filter (where state = 'failed'))::int as files_failed,
    (count(*) filter (where state = 'importing'))::int as files_importing,
    sum(size_bytes) as size_bytes,
    sum(annotation_count)::int as annotation_count,
    min(start_ms) filter (where ${isPlaced}) as start_ms,
    max(end_ms) filter (where ${isPlaced}) as end_ms,
    (array_agg(timezone order by start_ms, id) filter (where ${isPlaced}))[1] as timezone,
    range_agg(int8range(floor(start_ms)::int8, ceil(greatest(start_ms, end_ms))::int8)) filter (where ${isPlaced}) as spans,
    sum(end_ms - start_ms) filter (where ${isReady} and not is_start_known) as unplaced_ms,
    max(created_at) filter (where upload_item_id is null) as imported_at,
    (array_agg(uploaded_by order by created_at desc, id desc) filter (where upload_item_id is null))[1] as importer_id
  from recording where patient_key is not null and ${isVisible} group by patient_key`;

const totalMs = sql`case when r.files_loaded > 0 then
  coalesce((select sum(upper(span) - lower(span)) from unnest(r.spans) as span), 0)::float8 + coalesce(r.unplaced_ms, 0) end`;
/** The newest upload of `patient p` that was taken over, whatever it held: forms and medications make no recording. */
const newestUpload = sql`(
  select finished_at, user_id from upload where patient_key = p.id and finished_at is not null
  order by finished_at desc limit 1)`;
/** Bytes of files of `patient p` that make no recording. */
const sheets = sql`(
  select coalesce(sum(f.size_bytes), 0) as size_bytes
  from upload up join upload_item i on i.upload_id = up.id join upload_file f on f.item_id = i.id
  where up.patient_key = p.id and i.kind = 'medications' and i.state = 'done' and i.superseded_by is null)`;
const uploadedMs = sql`floor(extract(epoch from greatest(r.imported_at, newest.finished_at)) * 1000)::float8`;
const fileSize = sql`(coalesce(r.size_bytes, 0) + sheets.size_bytes)::float8`;
const number = (name: string) => sql`coalesce(${sql.raw(`r.${name}`)}, 0)`;

const patientTable: Table = {
  id: sql`p.id`,
  orderBy: "id",
  direction: "asc",
  from: sql`patient p
    join project on project.id = p.project_id
    join site on site.id = p.site_id
    left join (${sums}) r on r.patient_key = p.id
    left join lateral ${newestUpload} newest on true
    join lateral ${sheets} sheets on true
    left join app_user u on u.id = case
      when newest.finished_at >= coalesce(r.imported_at, '-infinity') then newest.user_id else r.importer_id end
    left join lateral ${stayOfPatient} stay on true`,
  columns: sql`p.id as patient_key, p.identifier as patient_id, p.identifier as patient_identifier,
    site.id as site_id, site.identifier as site_identifier, site.name as site_name,
    project.id as project_id, project.identifier as project_identifier, project.name as project_name,
    ${fileSize} as data_file_size, ${number("file_count")} as file_count,
    ${number("files_loaded")} as files_loaded, ${number("files_failed")} as files_failed,
    case when r.files_importing > 0 then 'importing' when r.files_loaded > 0 then 'ready'
      when r.files_failed > 0 then 'failed' else 'empty' end as status,
    ${number("annotation_count")} as annotation_count,
    r.start_ms as start_time, r.end_ms as end_time, coalesce(r.timezone, ${defaultTimezone}) as timezone,
    ${totalMs} as total_monitoring_time,
    stay.admission_day, stay.discharge_day,
    ${uploadedMs} as timestamp, u.first_name, u.last_name`,
  fields: {
    id: { value: sql`p.identifier`, kind: "text" },
    name: { value: sql`site.name`, kind: "text" },
    project_name: { value: sql`project.name`, kind: "text", isUnsearched: true },
    data_file_size: { value: fileSize, kind: "number", isUnsearched: true },
    files_loaded: { value: number("files_loaded"), kind: "number", isUnsearched: true },
    annotation_count: { value: number("annotation_count"), kind: "number", isUnsearched: true },
    start_time: { value: sql`r.start_ms`, kind: "time" },
    end_time: { value: sql`r.end_ms`, kind: "time" },
    total_monitoring_time: { value: totalMs, kind: "number", isUnsearched: true },
    timestamp: { value: uploadedMs, kind: "time" },
    uploaded_by: { value: sql`u.first_name || ' ' || u.last_name`, kind: "text", isUnsearched: true },
  },
};

type PatientRow = Omit<Patient, "admission_time" | "discharge_time"> & StayDays;

/** A page of the patients that a user sees. @throws Refused 400 for a field the table does not have */
export async function listPatients(db: Queries, scope: UserScope, query: TableQuery): Promise<TablePage<Patient>> {
  const page = await readTable<PatientRow>(db, patientTable, query, isOwnPatient(scope));
  return { ...page, data: page.data.map(withStay) };
}

/** @throws Refused 404 for a patient that the user does not see */
export async function onePatient(db: Queries, scope: UserScope, key: number): Promise<Patient> {
  const { rows } = await db.execute<PatientRow & Record<string, unknown>>(sql`
    select ${patientTable.columns} from ${patientTable.from} where p.id = ${key} and ${isOwnPatient(scope)}`);
  if (rows.length === 0) throw new Refused(404, patientText.page.doesNotExist(String(key)));
  return withStay(rows[0] as PatientRow);
}
