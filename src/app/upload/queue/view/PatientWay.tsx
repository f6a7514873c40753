import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { checkPatientIdentifier } from "../../../../protocol/patients.ts";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import link from "../../../../ui/buttons/Link.module.css";
import { call, useHolds } from "../../../session/index.ts";
import type { QueueItem } from "../state.ts";
import { closeDialog } from "./show.ts";

const { way } = uploadQueueText;

export interface PatientWayProps {
  item: Readonly<Pick<QueueItem, "projectId" | "siteId" | "siteName" | "patientIdentifier" | "names">>;
}

/** From an upload that is complete to what became of it: the patient's data, or the forms where it was a form alone. */
export function PatientWay({ item }: PatientWayProps) {
  const { projectId, siteId, siteName, patientIdentifier, names } = item;
  const place = { project_id: projectId, site_id: siteId, patient_identifier: patientIdentifier };
  const { data } = useQuery({
    queryKey: ["uploaded", place],
    queryFn: ({ signal }) => call(checkPatientIdentifier, place, signal),
    enabled: useHolds("access_data_upload_patient_subpage"),
  });
  const key = data?.patient_key ?? null;
  if (key === null) return null;
  const hasData = names.length > 0;
  const text = hasData ? way.data : way.forms;
  return (
    <Link
      to={hasData ? "/data/visualize/data" : "/data/visualize/forms"}
      search={{ patient_id: key }}
      className={link.link}
      aria-label={way.of(text, uploadQueueText.panel.label(patientIdentifier, siteName))}
      // The address may be another patient's of the same tab: that is no change of route.
      onClick={closeDialog}
    >
      {text}
    </Link>
  );
}
