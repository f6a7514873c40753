/** What the address of a patient's page can say: the patient's key, and the state of the table on it. */
import type { TableSearch } from "../../ui/table/table-state.ts";
import { modalitiesSearch } from "./modality-columns.ts";

export interface PatientSearch extends TableSearch {
  /** As it stands in the address: whether there is such a patient is for the server to say. */
  readonly patient_id?: number | string;
}

export const patientSearch = (raw: Record<string, unknown>): PatientSearch => {
  const { patient_id: id } = raw;
  const isId = (typeof id === "string" && id !== "") || typeof id === "number";
  return { ...(isId ? { patient_id: id } : {}), ...modalitiesSearch(raw) };
};

const greatestKey = 2_147_483_647;

/** The key that an address names; null when no patient can have it. */
export function patientKeyOf(id: number | string): number | null {
  const key = /^\d{1,10}$/.test(String(id)) ? Number(id) : 0;
  return key >= 1 && key <= greatestKey ? key : null;
}
