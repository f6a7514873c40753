import { Link } from "@tanstack/react-router";
import { Link as AriaLink } from "react-aria-components";
import type { Patient } from "../../protocol/patients.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { WithTooltip } from "../../ui/notices/WithTooltip.tsx";
import { cut, TwoLines } from "../../ui/table/index.ts";
import { useHolds } from "../session/index.ts";
import css from "./Patients.module.css";

/** The patient's identifier: the way to the patient's data, or uploads while there is none; it gets the row as navigation state. */
export function PatientLink({ patient }: { patient: Patient }) {
  const hasPage = useHolds("access_data_upload_patient_subpage");
  const name = cut(patient.patient_id);
  if (!hasPage)
    return (
      <WithTooltip hint={accountText.refused.noPermission}>
        {/* Without an address it leads nowhere, but the reason can be reached by keyboard. */}
        <AriaLink className={css.link}>
          <TwoLines text={name} />
        </AriaLink>
      </WithTooltip>
    );
  return (
    <Link
      to={patient.file_count > 0 ? "/data/visualize/data" : "/data/visualize/patient"}
      search={{ patient_id: patient.patient_key }}
      state={{ patient }}
      className={css.link}
      title={name === patient.patient_id ? undefined : patient.patient_id}
    >
      <TwoLines text={name} />
    </Link>
  );
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The patient that a link of the list leads to, as it was listed. */
    patient?: Patient;
  }
}
