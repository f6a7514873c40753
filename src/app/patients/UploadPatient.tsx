import { Upload } from "lucide-react";
import { accountText } from "../../protocol/text/account-text.ts";
import { uploadText } from "../../protocol/text/upload-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { RefusedButton } from "../../ui/buttons/RefusedButton.tsx";
import { useHolds } from "../session/index.ts";
import { openWizard } from "../upload/index.ts";

/** 'Upload patient': opens the wizard, for who may upload (spec 000 section 2). */
export function UploadPatient() {
  const mayUpload = useHolds("upload_data");
  const label = (
    <>
      <Upload size={15} aria-hidden />
      {uploadText.button}
    </>
  );
  return mayUpload ? (
    <Button tone="primary" onPress={() => openWizard()}>
      {label}
    </Button>
  ) : (
    <RefusedButton tone="primary" hint={accountText.refused.noPermission}>
      {label}
    </RefusedButton>
  );
}
