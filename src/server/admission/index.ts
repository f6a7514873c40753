/** The HTTP calls about admission. A patient who is not of the caller's projects and sites does not exist. */
import { getAdmissionInfo, setAdmission } from "../../protocol/admission.ts";
import { type ChangeDeps, change } from "../identity/change.ts";
import { setAdmitted } from "../patients/admitted.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { admissionOf } from "./admission.ts";

export function addAdmissionRoutes(host: RouteHost, deps: ChangeDeps): void {
  host.add(getAdmissionInfo, ({ patient_id }, { session }, { read }) => {
    read({ what: "patient", id: patient_id });
    return admissionOf(deps.db, session, patient_id);
  });
  host.add(setAdmission, (wanted, caller) =>
    change(deps, caller, async ({ tx, editor }) => {
      await setAdmitted(tx, editor, wanted);
      return { answer: {}, facts: { patient_key: wanted.patient_id, is_admitted: wanted.is_admitted } };
    }),
  );
}
