/** What a patient has besides recordings: sheets of medications and forms, in words. */

import type { Patient } from "../../protocol/patients.ts";
import { patientText } from "../../protocol/text/patient-text.ts";

const { content } = patientText;

export type PatientContent = Pick<Patient, "sheet_count" | "sheets_unread" | "form_count">;

/** "1 medication sheet", "2 forms", "1 medication sheet being read"; none of them for what there is none of. */
export const contentOf = ({ sheet_count, sheets_unread, form_count }: PatientContent): readonly string[] => [
  ...(sheet_count > 0 ? [content.sheets(sheet_count)] : []),
  ...(sheets_unread > 0 ? [content.sheetsUnread(sheets_unread)] : []),
  ...(form_count > 0 ? [content.forms(form_count)] : []),
];
