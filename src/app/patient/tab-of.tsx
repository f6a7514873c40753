import type { ComponentType } from "react";
import type { Patient } from "../../protocol/patients.ts";
import { useShownPatient } from "./shown-patient.ts";

/** A tab as a route's component: it is given the patient of the page around it. */
export function tabOf(Tab: ComponentType<{ patient: Patient }>): () => React.JSX.Element {
  return function PatientTab() {
    return <Tab patient={useShownPatient()} />;
  };
}
