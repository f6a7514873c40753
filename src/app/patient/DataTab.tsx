import type { Patient } from "../../protocol/patients.ts";
import { ModalityTable } from "./ModalityTable.tsx";
import css from "./Patient.module.css";
import { PatientFiles } from "./PatientFiles.tsx";
import { PatientTimes } from "./PatientTimes.tsx";

/** The six times, the files with the way into their review, and the modalities (spec 001 section 2.1). */
export function DataTab({ patient }: { patient: Patient }) {
  return (
    <div className={css.data}>
      <PatientTimes patient={patient} />
      <PatientFiles patient={patient} />
      <ModalityTable patient={patient} />
    </div>
  );
}
