/** The HTTP calls about forms. Forms of a patient who is not of the caller's projects and sites do not exist. */
import { getPatientForm, getPatientForms } from "../../protocol/forms.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { formOf, formsOf } from "./forms.ts";

export function addFormRoutes(host: RouteHost, { db }: { db: Queries }): void {
  host.add(getPatientForms, async ({ patient_id }, { session }, { read }) => {
    read({ what: "patient", id: patient_id });
    return { data: await formsOf(db, session, patient_id) };
  });
  host.add(getPatientForm, ({ patient_id, form_id }, { session }, { read }) => {
    read({ what: "form", id: form_id, facts: { patient_key: patient_id } });
    return formOf(db, session, patient_id, form_id);
  });
}
