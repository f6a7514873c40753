import { Link } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import type { Patient } from "../../protocol/patients.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { Face } from "../../ui/notices/Face.tsx";
import css from "./Patient.module.css";

const words = patientText.page;

export interface PendingUploadsProps {
  patient: Patient;
  hasUploads: boolean;
  /** None of them goes on by itself. */
  isInterrupted?: boolean;
}

/** Stands in place of a patient's data until the first upload is complete. */
export function PendingUploads({ patient, hasUploads, isInterrupted = false }: PendingUploadsProps) {
  return (
    <div className={css.card}>
      <Face icon={Hourglass} title={words.waiting} role="status">
        <p>{isInterrupted ? words.waitingInterrupted : words.waitingHint}</p>
        {hasUploads ? (
          <Link to="/data/visualize/patient" search={{ patient_id: patient.patient_key }}>
            {words.waitingUploads}
          </Link>
        ) : null}
      </Face>
    </div>
  );
}
