import { useNavigate } from "@tanstack/react-router";
import type { Patient, PatientFile } from "../../protocol/patients.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { RefusedButton } from "../../ui/buttons/RefusedButton.tsx";
import { useHolds } from "../session/index.ts";

const { view } = patientText.data;

/** 'View data': into the review of a file that is ready, for who may view data. */
export function ViewData({ patient, file }: { patient: Patient; file: PatientFile | null }) {
  const mayView = useHolds("visualize_data");
  const navigate = useNavigate();
  if (!mayView)
    return (
      <RefusedButton tone="primary" hint={accountText.refused.noPermission}>
        {view}
      </RefusedButton>
    );
  const open = ({ obj_id, obj_name }: PatientFile) => {
    const { patient_key, patient_identifier, site_name } = patient;
    // A part of an address cannot be empty; the short address needs none of these.
    if (patient_identifier === "" || site_name === "" || obj_name === "")
      return navigate({ to: "/review/$dataObjectId", params: { dataObjectId: String(obj_id) } });
    return navigate({
      to: "/data/review/$patientID/$patientIdentifier/$siteName/$dataObjectID/$dataObjectName",
      params: {
        patientID: String(patient_key),
        patientIdentifier: patient_identifier,
        siteName: site_name,
        dataObjectID: String(obj_id),
        dataObjectName: obj_name,
      },
    });
  };
  return (
    <Button
      tone="primary"
      isDisabled={file?.preload_status.status !== "ready"}
      onPress={() => {
        if (file !== null) void open(file);
      }}
    >
      {view}
    </Button>
  );
}
