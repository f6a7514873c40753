/** The HTTP calls about patients. What is not of the caller's projects and sites does not exist. */
import {
  checkPatientIdentifier,
  getModalitiesUnion,
  getModalityTimeByPatient,
  getPatient,
  getPatientDataObjects,
  getPatientFileTimes,
  getPatientFileType,
  getPatients,
  getProjectPatientsBySite,
} from "../../protocol/patients.ts";
import { addressOf } from "../patients/demands.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { fileTimesOf, modalitiesUnion } from "./file-times.ts";
import { fileNamesOf, filesOf, modalitiesOf, patientCalled, patientsAt } from "./patient-files.ts";
import { listPatients, onePatient } from "./patient-table.ts";

const scopeOf = ({ session: { workspaceId, userId } }: Caller): UserScope => ({ workspaceId, userId });

export function addPatientRoutes(host: RouteHost, { db }: { db: Queries }): void {
  host.add(getPatients, (query, caller) => listPatients(db, scopeOf(caller), query));
  host.add(getPatient, ({ patient_primary_key: id }, caller, { read }) => {
    read({ what: "patient", id });
    return onePatient(db, scopeOf(caller), id);
  });
  host.add(getProjectPatientsBySite, async (place, caller) => ({ data: await patientsAt(db, scopeOf(caller), place) }));
  host.add(checkPatientIdentifier, (wanted, caller) => patientCalled(db, scopeOf(caller), wanted));
  host.add(getPatientDataObjects, async (sent, caller, { read }) => {
    const address = await addressOf(db, scopeOf(caller), sent);
    read({ what: "patient", id: address.patient_id });
    return { names: await fileNamesOf(db, scopeOf(caller), address) };
  });
  host.add(getPatientFileType, async ({ patient_id: keys }, caller, { read }) => {
    for (const id of new Set(keys)) read({ what: "patient", id });
    return { files: await filesOf(db, scopeOf(caller), keys) };
  });
  host.add(getPatientFileTimes, async ({ patient_ids: keys }, caller, { read }) => {
    for (const id of new Set(keys)) read({ what: "patient", id });
    return fileTimesOf(db, scopeOf(caller), keys);
  });
  host.add(getModalitiesUnion, async ({ patient_ids: keys }, caller, { read }) => {
    for (const id of new Set(keys)) read({ what: "patient", id });
    return modalitiesUnion(db, scopeOf(caller), keys);
  });
  host.add(getModalityTimeByPatient, async ({ project_id, site_id, patient_id, ...query }, caller, { read }) => {
    const address = await addressOf(db, scopeOf(caller), { project_id, site_id, patient_id });
    read({ what: "patient", id: address.patient_id });
    return modalitiesOf(db, scopeOf(caller), address, query);
  });
}
