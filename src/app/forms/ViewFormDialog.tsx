import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useState } from "react";
import { patientForm } from "../../domain/people/forms.ts";
import { dateAndMinute } from "../../domain/time/clock.ts";
import type { PatientFormEntry } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { useHours } from "../documents/index.ts";
import { useHolds } from "../session/index.ts";
import { Failed } from "../shell/index.ts";
import { CorrectFormDialog } from "./CorrectFormDialog.tsx";
import { FormViewer } from "./FormViewer.tsx";
import { areFormsTakenQuery, patientFormQuery } from "./queries.ts";

const words = formsText.viewer;

export interface ViewFormDialogProps {
  patientKey: number;
  /** Of the patient's page. */
  timezone: string;
  entry: PatientFormEntry;
  /** All forms of the patient: the one it corrects, and the one that corrects it. */
  entries: readonly PatientFormEntry[];
  onClose: () => void;
}

/** One form of the patient, to be read; the way to its correction for who may upload forms. */
export function ViewFormDialog({ patientKey, timezone, entry, entries, onClose }: ViewFormDialogProps) {
  const { data: form, error, refetch } = useQuery(patientFormQuery(patientKey, entry.formID));
  const mayUpload = useHolds("upload_data");
  const { data: areTaken = false } = useQuery({ ...areFormsTakenQuery(), enabled: mayUpload });
  const [isCorrecting, setCorrecting] = useState(false);
  const hours = useHours();
  const whenOf = (id: number | null) => {
    const found = entries.find(({ formID }) => formID === id);
    return found === undefined ? null : dateAndMinute(found.filledTime, timezone, hours);
  };
  if (isCorrecting && form !== undefined)
    return (
      <CorrectFormDialog
        patientKey={patientKey}
        formId={entry.formID}
        form={form}
        when={dateAndMinute(entry.filledTime, timezone, hours)}
        onClose={onClose}
      />
    );
  const isCorrectable = form?.formID === patientForm.formID && entry.corrected_by === null && mayUpload && areTaken;
  return (
    <Dialog
      title={entry.forms}
      closeLabel={words.close}
      isOpen
      onClose={onClose}
      actions={
        <>
          {isCorrectable ? <Button onPress={() => setCorrecting(true)}>{words.correct}</Button> : null}
          <Button onPress={onClose}>{words.close}</Button>
        </>
      }
    >
      {form !== undefined ? (
        <FormViewer
          form={form}
          zone={timezone}
          email={entry.email}
          corrects={whenOf(entry.corrects)}
          correctedAt={whenOf(entry.corrected_by)}
          reason={entry.reason}
          correctedFor={entries.find(({ formID }) => formID === entry.corrected_by)?.reason ?? null}
        />
      ) : error !== null ? (
        <Failed error={error} onTryAgain={refetch} />
      ) : (
        <Face icon={Hourglass} title={words.loading} role="status" />
      )}
    </Dialog>
  );
}
