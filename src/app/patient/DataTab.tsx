import { useQuery } from "@tanstack/react-query";
import type { Patient } from "../../protocol/patients.ts";
import { ModalityTable } from "./ModalityTable.tsx";
import css from "./Patient.module.css";
import { PatientFiles } from "./PatientFiles.tsx";
import { PatientTimes } from "./PatientTimes.tsx";
import { PendingUploads } from "./PendingUploads.tsx";
import { areInterrupted, isPending, unreadFiles } from "./pending.ts";
import { admissionQuery, patientUploadsQuery } from "./queries.ts";

/** The six times, the files with the way into their review, and the modalities (spec 001 section 2.1). */
export function DataTab({ patient }: { patient: Patient }) {
  const { data: uploads } = useQuery(patientUploadsQuery(patient.patient_key));
  const { data: admission } = useQuery(admissionQuery(patient.patient_key));
  // What can be reviewed already is never hidden behind an upload that adds to it.
  const isWaiting = unreadFiles(patient) > 0 || (uploads !== undefined && isPending(uploads.data));
  // A patient who is being recorded has their page.
  if (isWaiting && patient.files_loaded === 0 && admission?.is_admitted !== true)
    return uploads?.data.length === 0 ? (
      // Read on the server alone: the files themselves say how far they are.
      <div className={css.data}>
        <PendingUploads patient={patient} hasUploads={false} />
        <PatientFiles patient={patient} hasUploads={false} />
      </div>
    ) : (
      <PendingUploads patient={patient} hasUploads isInterrupted={areInterrupted(uploads?.data ?? [])} />
    );
  return (
    <div className={css.data}>
      <PatientTimes patient={patient} />
      <PatientFiles
        patient={patient}
        hasUploads={uploads?.data.some(({ finished_at }) => finished_at !== null) ?? true}
      />
      <ModalityTable patient={patient} />
    </div>
  );
}
