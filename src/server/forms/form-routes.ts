/** The HTTP calls about forms. Forms of a patient who is not of the caller's projects and sites do not exist. */
import { correctPatientForm, getPatientForm, getPatientForms } from "../../protocol/forms.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import type { UploadConfig } from "../platform/start/upload-config.ts";
import { correctForm } from "./correct-form.ts";
import { formOf, formsOf } from "./forms.ts";

export interface FormDeps {
  db: Queries;
  uploads: UploadConfig;
}

export function addFormRoutes(host: RouteHost, deps: FormDeps): void {
  const { db } = deps;
  host.add(getPatientForms, async ({ patient_id }, { session }, { read }) => {
    read({ what: "patient", id: patient_id });
    return { data: await formsOf(db, session, patient_id) };
  });
  host.add(getPatientForm, async ({ patient_id, formID, form_id = formID }, { session }, { read }) => {
    if (form_id === undefined) throw new Refused(400, accountText.refused.badForm);
    read({ what: "form", id: form_id, facts: { patient_key: patient_id } });
    return formOf(db, session, patient_id, form_id);
  });
  host.add(correctPatientForm, (body, caller) => correctForm(deps, caller, body));
}
