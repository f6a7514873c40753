/** What the addresses of a patient's tabs can say: the patient's key, and the state of what the tab shows. */
import type { TableSearch } from "../../ui/table/table-state.ts";
import { filesSearch } from "../files/columns.ts";
import { modalitiesSearch } from "./modality-columns.ts";
import { uploadsSearch } from "./uploads/columns.ts";

export interface PatientSearch extends TableSearch {
  /** As it stands in the address: whether there is such a patient is for the server to say. */
  readonly patient_id?: number | string;
}

/** Search of a tab: the patient, and what the tab's own validator keeps. */
const searchWith =
  <Own extends object>(own: (raw: Record<string, unknown>) => Own) =>
  (raw: Record<string, unknown>): Pick<PatientSearch, "patient_id"> & Own => {
    const { patient_id: id } = raw;
    const isId = typeof id === "string" || typeof id === "number";
    return { ...(isId ? { patient_id: id } : {}), ...own(raw) };
  };

export const patientFilesSearch = searchWith(filesSearch);
export const dataSearch = searchWith(modalitiesSearch);
export const patientUploadsSearch = searchWith(uploadsSearch);
export const formsSearch = searchWith(() => ({}));

const greatestKey = 2_147_483_647;

/** The key that an address names; null when no patient can have it. */
export function patientKeyOf(id: number | string): number | null {
  const key = /^\d{1,10}$/.test(String(id)) ? Number(id) : 0;
  return key >= 1 && key <= greatestKey ? key : null;
}
