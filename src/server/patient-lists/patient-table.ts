/** Patients as their users see them: one row each, with what its recordings add up to (kept by platform/database/migrations/0011_lists.sql). */
import { type SQL, sql } from "drizzle-orm";
import type { Patient } from "../../protocol/patients.ts";
import { defaultTimezone } from "../../protocol/recordings.ts";
import type { TableQuery } from "../../protocol/tables.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { readTable, type Table, type TablePage } from "../admin/table.ts";
import { isCurrentForm } from "../forms/index.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import { isAlive } from "../recordings/visible.ts";
import { type StayDays, stayOfPatient, withStay } from "./stay.ts";

/**
 * Imports of `patient p` under way: whether one is alive depends on the clock, so no stored sum holds them. Those of uploads
 * count as parts of their upload.
 */
const imports = sql`(
  select patient_key, count(*) filter (where upload_item_id is null)::int as file_count, sum(size_bytes) as size_bytes from recording
  where patient_key is not null and state = 'importing' and superseded_at is null and ${isAlive} group by patient_key)`;
/** Parts of uploads that become recordings: those that wait to be read, or are, and those that could not be. */
const parts = sql`(
  select u.patient_key, count(*) filter (where i.state <> 'failed')::int as unread,
    count(*) filter (where i.state = 'failed')::int as failed
  from upload_item i join upload u on u.id = i.upload_id
  where i.state in ('waiting', 'ingesting', 'failed') and i.kind <> 'medications' and i.superseded_by is null
    and u.finished_at is not null and u.patient_key is not null
  group by u.patient_key)`;
const unread = sql`(coalesce(coming.file_count, 0) + coalesce(parts.unread, 0))`;
const failed = sql`(p.files_failed + coalesce(parts.failed, 0))`;
/**
 * Rows of medications of `patient p` that a reader sees: those of a sheet are numbered from 1, so the last one says how many there are.
 * Counting half a million of them took a second, of every list and of everybody.
 */
const medications = sql`(
  select coalesce(sum((select max(m.row_number) from medication m where m.item_id = i.id)), 0)::int as row_count
  from upload c join upload_item i on i.upload_id = c.id
  where c.patient_key = p.id and i.kind = 'medications' and i.state = 'done' and i.superseded_by is null)`;
/** Sheets and forms of `patient p`, which are no recordings. */
const content = sql`(
  select count(*) filter (where i.state = 'done')::int as sheets,
    count(*) filter (where i.state in ('waiting', 'ingesting'))::int as unread,
    (select count(*)::int from patient_form form where form.patient_key = p.id and ${isCurrentForm}) as forms
  from upload c join upload_item i on i.upload_id = c.id
  where c.patient_key = p.id and c.finished_at is not null and i.kind = 'medications' and i.superseded_by is null)`;
/** Names of uploaders, put together once each and not once a patient. Grouped, so that queries that do not name it leave it out. */
const uploaders = sql`(select id, min(first_name || ' ' || last_name) as name from app_user group by id)`;
const uploadedMs = sql`floor(extract(epoch from p.newest_at) * 1000)::float8`;
const fileSize = sql`p.stored_bytes + coalesce(coming.size_bytes, 0)`;

/** What the list is searched and sorted by. All are outer joins with one row at most: those a query does not name are not made. */
const from = sql`patient p
  left join project on project.id = p.project_id
  left join site on site.id = p.site_id
  left join ${imports} coming on coming.patient_key = p.id
  left join ${parts} parts on parts.patient_key = p.id
  left join app_user u on u.id = p.newest_by
  left join ${uploaders} uploader on uploader.id = p.newest_by`;

/** Recordings of `patient p` of which a part is not what was stored; few have any. */
const damagedFiles = sql`(
  select count(*)::int from recording d
  where d.patient_key = p.id and d.damage <> '[]' and d.state = 'ready' and d.superseded_at is null)`;

const patientTable: Table & { details: SQL } = {
  id: sql`p.id`,
  orderBy: "id",
  direction: "asc",
  from,
  details: sql`${from}
    join lateral ${medications} medications on true
    join lateral ${content} content on true
    left join lateral ${stayOfPatient} stay on true`,
  columns: sql`p.id as patient_key, p.identifier as patient_id, p.identifier as patient_identifier,
    site.id as site_id, site.identifier as site_identifier, site.name as site_name,
    project.id as project_id, project.identifier as project_identifier, project.name as project_name,
    ${fileSize} as data_file_size,
    p.files_loaded + ${failed} + ${unread} as file_count, p.files_loaded, ${failed} as files_failed,
    ${damagedFiles} as files_damaged,
    case when ${unread} > 0 then 'importing' when p.files_loaded > 0 then 'ready'
      when ${failed} > 0 then 'failed' else 'empty' end as status,
    p.annotation_count, p.start_ms as start_time, p.end_ms as end_time,
    coalesce(p.timezone, ${defaultTimezone}) as timezone,
    p.monitored_ms as total_monitoring_time, p.cns_ms as cns_duration, medications.row_count as medication_count,
    content.sheets as sheet_count, content.unread as sheets_unread, content.forms as form_count,
    stay.admission_day, stay.discharge_day,
    ${uploadedMs} as timestamp, u.first_name, u.last_name`,
  fields: {
    id: { value: sql`p.identifier`, kind: "text" },
    name: { value: sql`site.name`, kind: "text" },
    project_name: { value: sql`project.name`, kind: "text", isUnsearched: true },
    data_file_size: { value: fileSize, kind: "number", isUnsearched: true },
    files_loaded: { value: sql`p.files_loaded`, kind: "number", isUnsearched: true },
    annotation_count: { value: sql`p.annotation_count`, kind: "number", isUnsearched: true },
    start_time: { value: sql`p.start_ms`, kind: "time" },
    end_time: { value: sql`p.end_ms`, kind: "time" },
    total_monitoring_time: { value: sql`p.monitored_ms`, kind: "number", isUnsearched: true },
    // The stored time: counting milliseconds of all patients took half of the page's time.
    timestamp: { value: sql`p.newest_at`, kind: "time" },
    uploaded_by: { value: sql`uploader.name`, kind: "text", isUnsearched: true },
  },
  aliases: { patient_id: "id", patient_identifier: "id", site_name: "name" },
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
    select ${patientTable.columns} from ${patientTable.details} where p.id = ${key} and ${isOwnPatient(scope)}`);
  if (rows.length === 0) throw new Refused(404, patientText.page.doesNotExist(String(key)));
  return withStay(rows[0] as PatientRow);
}
