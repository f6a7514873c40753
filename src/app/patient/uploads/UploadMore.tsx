import { Upload } from "lucide-react";
import type { Patient } from "../../../protocol/patients.ts";
import { accountText } from "../../../protocol/text/account-text.ts";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { RefusedButton } from "../../../ui/buttons/RefusedButton.tsx";
import { useHolds } from "../../session/index.ts";
import { openWizard } from "../../upload/index.ts";

/** Opens the wizard for this patient, for who may upload. */
export function UploadMore({ patient }: { patient: Patient }) {
  const mayUpload = useHolds("upload_data");
  const label = (
    <>
      <Upload size={15} aria-hidden />
      {uploadsTabText.upload}
    </>
  );
  return mayUpload ? (
    <Button tone="primary" onPress={() => openWizard({ patient })}>
      {label}
    </Button>
  ) : (
    <RefusedButton tone="primary" hint={accountText.refused.noPermission}>
      {label}
    </RefusedButton>
  );
}
