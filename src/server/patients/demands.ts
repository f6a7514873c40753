/** Refusals of patients and places that are not the user's: they answer as what does not exist. */
import { sql } from "drizzle-orm";
import { adminText } from "../../protocol/text/admin-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { Refused } from "../platform/http/routes.ts";
import { isOwnPatient, type UserScope } from "./scope.ts";

/** A patient as calls name it: by its key and where it belongs. */
export interface PatientAddress {
  project_id: number;
  site_id: number;
  /** The patient's key. */
  patient_id: number;
}

/** The same as calls may have it: also with what the site calls the patient. */
export type SentPatientAddress = Omit<PatientAddress, "patient_id"> & { patient_id: number | string };

const notFound = (key: number | string) => new Refused(404, patientText.page.doesNotExist(String(key)));

/** @throws Refused 404 unless each of these is a patient that the user sees */
export async function demandPatients(db: Queries, scope: UserScope, keys: readonly number[]): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select p.id from patient p where p.id = any(${intArray(keys)}) and ${isOwnPatient(scope)}`,
  );
  const seen = new Set(rows.map(({ id }) => id));
  for (const key of keys) if (!seen.has(key)) throw notFound(key);
}

/** @throws Refused 404 unless the user sees this patient and it belongs to that project and site */
export async function demandPatientAt(db: Queries, scope: UserScope, address: PatientAddress): Promise<void> {
  const { project_id, site_id, patient_id } = address;
  const { rows } = await db.execute(sql`
    select 1 from patient p
    where p.id = ${patient_id} and p.project_id = ${project_id} and p.site_id = ${site_id} and ${isOwnPatient(scope)}`);
  if (rows.length === 0) throw notFound(patient_id);
}

/** The address with the patient's key. @throws Refused 404 unless the user sees a patient that is called so there */
export async function addressOf(db: Queries, scope: UserScope, sent: SentPatientAddress): Promise<PatientAddress> {
  const { project_id, site_id, patient_id } = sent;
  if (typeof patient_id === "number") return { project_id, site_id, patient_id };
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.id from patient p where p.identifier = ${patient_id.trim()} and p.project_id = ${project_id}
      and p.site_id = ${site_id} and ${isOwnPatient(scope)}`);
  if (rows.length === 0) throw notFound(patient_id);
  return { project_id, site_id, patient_id: rows[0].id };
}

/** @throws Refused 404 unless both are the user's own */
export async function demandPlace(
  db: Queries,
  { workspaceId, userId }: UserScope,
  { project_id, site_id }: { project_id: number; site_id: number },
): Promise<void> {
  const { rows } = await db.execute<{ has_project: boolean; has_site: boolean }>(sql`
    select
      exists (select 1 from user_project up join project p on p.id = up.project_id
        where up.user_id = ${userId} and p.id = ${project_id} and p.workspace_id = ${workspaceId}) as has_project,
      exists (select 1 from user_site us join site s on s.id = us.site_id
        where us.user_id = ${userId} and s.id = ${site_id} and s.workspace_id = ${workspaceId}) as has_site`);
  const [{ has_project, has_site }] = rows;
  if (!has_project) throw new Refused(404, adminText.notFound.project);
  if (!has_site) throw new Refused(404, adminText.notFound.site);
}
