/** What the wizard hands to the queue. */
import type { SubmittedForm } from "../../../protocol/forms.ts";
import type { UploadOrder } from "../types.ts";
import { rowsOf, type SelectedRow, type WizardState } from "./state.ts";

/** Rows whose source tells no zone: its wall times are read in the chosen one, and its moments are shown in it. */
export const rowsWithoutZone = (selected: WizardState["selected"]): readonly SelectedRow[] =>
  rowsOf(selected).filter(({ candidate }) => candidate !== null && candidate.facts.timezone === null);

/** The order of everything that was chosen; null as long as something of it is missing. */
export function orderOf(state: Readonly<WizardState>, form: SubmittedForm | null): UploadOrder | null {
  const { settings, project, site, patientId, patientPrimaryKey, isExistingPatient, selected, timezone } = state;
  const rows = rowsOf(selected);
  const sources = rows.flatMap(({ source }) => (source === null ? [] : [source]));
  if (settings === null || project === null || site === null || patientId === "") return null;
  if (sources.length < rows.length || (sources.length === 0 && form === null)) return null;
  return {
    project: { id: project.primaryKey, name: project.name },
    site: { id: site.primaryKey, identifier: site.id, name: site.name },
    patient: { identifier: patientId, key: isExistingPatient ? patientPrimaryKey : null },
    timezone,
    sources,
    form,
    hasEncryption: settings.has_encryption,
  };
}
