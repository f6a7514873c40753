import { Link } from "@tanstack/react-router";
import { Link as AriaLink } from "react-aria-components";
import { accountText } from "../../protocol/account-text.ts";
import type { RecordingSummary } from "../../protocol/recordings.ts";
import { WithTooltip } from "../../ui/WithTooltip.tsx";
import { useHolds } from "../session/index.ts";
import css from "./RecordingsPage.module.css";

/** Name of a recording: the way into its review, once it is ready and for who may view data. */
export function RecordingName({ recording }: { recording: RecordingSummary }) {
  const mayView = useHolds("visualize_data");
  const hasPages = useHolds("access_data_upload_patient_subpage");
  const { obj_name: name, state } = recording;
  const look = { className: css.name, title: name };
  if (state !== "ready") return <span {...look}>{name}</span>;
  if (!mayView || !hasPages)
    return (
      <WithTooltip hint={accountText.refused.noPermission}>
        {/* Without an address it leads nowhere, but the reason can be reached by keyboard. */}
        <AriaLink className={css.name}>{name}</AriaLink>
      </WithTooltip>
    );
  const { data_object_id, patient_key, patient_id, site_name } = recording;
  // A part of an address cannot be empty; the short address needs none of these.
  if (patient_id === "" || site_name === "" || name === "")
    return (
      <Link to="/review/$dataObjectId" params={{ dataObjectId: String(data_object_id) }} {...look}>
        {name}
      </Link>
    );
  return (
    <Link
      to="/data/review/$patientID/$patientIdentifier/$siteName/$dataObjectID/$dataObjectName"
      params={{
        patientID: String(patient_key),
        patientIdentifier: patient_id,
        siteName: site_name,
        dataObjectID: String(data_object_id),
        dataObjectName: name,
      }}
      {...look}
    >
      {name}
    </Link>
  );
}
