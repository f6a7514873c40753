import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useState } from "react";
import type { Patient, PatientFile } from "../../../protocol/patients.ts";
import { annotationSessionText } from "../../../protocol/text/annotation-session-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Face } from "../../../ui/notices/Face.tsx";
import { Failed } from "../../shell/index.ts";
import css from "../Patient.module.css";
import { patientFilesQuery } from "../queries.ts";
import { FileSessions } from "./FileSessions.tsx";

const words = annotationSessionText.patient;
/** Files whose sessions are asked for at once. */
const filesAtOnce = 10;

/** The annotation sessions of the patient's files, each with the way into its review (spec 001 section 2.1). */
export function AnnotationsTab({ patient }: { patient: Patient }) {
  const { data, error, refetch } = useQuery(patientFilesQuery(patient.patient_key));
  const [shown, setShown] = useState(filesAtOnce);
  if (data === undefined)
    return error === null ? (
      <Face icon={LoaderCircle} title={words.loading} role="status" />
    ) : (
      <Failed error={error} onTryAgain={refetch} />
    );
  const files = data.files.filter(isReviewable);
  return (
    <div className={css.data}>
      <div className={css.title}>
        <h2>{words.title}</h2>
        <span className={css.hint}>{files.length === 0 ? words.noFiles : words.hint}</span>
        {files.length === 0 ? null : <span className={css.hint}>{words.zone(patient.timezone)}</span>}
      </div>
      {files.slice(0, shown).map((file) => (
        <FileSessions key={file.obj_id} patient={patient} file={file} />
      ))}
      {files.length > shown ? (
        <div>
          <Button onPress={() => setShown(shown + filesAtOnce)}>{words.more(files.length - shown)}</Button>
        </div>
      ) : null}
    </div>
  );
}

const isReviewable = ({ preload_status: { status } }: PatientFile) => status === "ready";
