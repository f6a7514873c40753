/** The patient whose page is shown, for its tabs. */
import { createContext, useContext } from "react";
import type { Patient } from "../../protocol/patients.ts";

const ShownPatient = createContext<Patient | null>(null);
export const ShownPatientProvider = ShownPatient.Provider;

/** @throws Error outside a patient's page */
export function useShownPatient(): Patient {
  const patient = useContext(ShownPatient);
  if (patient === null) throw new Error("A tab of a patient is shown without its page.");
  return patient;
}
