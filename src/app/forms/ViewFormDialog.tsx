import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import type { PatientFormEntry } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { Failed } from "../shell/index.ts";
import { FormViewer } from "./FormViewer.tsx";
import { patientFormQuery } from "./queries.ts";

const words = formsText.viewer;

export interface ViewFormDialogProps {
  patientKey: number;
  /** Of the patient's page. */
  timezone: string;
  entry: PatientFormEntry;
  onClose: () => void;
}

/** One form of the patient, to be read. */
export function ViewFormDialog({ patientKey, timezone, entry, onClose }: ViewFormDialogProps) {
  const { data: form, error, refetch } = useQuery(patientFormQuery(patientKey, entry.formID));
  return (
    <Dialog
      title={entry.forms}
      closeLabel={words.close}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{words.close}</Button>}
    >
      {form !== undefined ? (
        <FormViewer form={form} zone={timezone} />
      ) : error !== null ? (
        <Failed error={error} onTryAgain={refetch} />
      ) : (
        <Face icon={Hourglass} title={words.loading} role="status" />
      )}
    </Dialog>
  );
}
