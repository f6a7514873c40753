import type { Patient } from "../../protocol/patients.ts";
import { damageText } from "../../protocol/text/damage-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { Badge } from "../../ui/notices/Badge.tsx";
import { loadedText } from "./columns.ts";
import css from "./Patients.module.css";

const { list } = patientText;

/** "1 of 2", and what became of the others. */
export function FilesLoaded({ patient }: { patient: Patient }) {
  const { files_failed, files_damaged, status } = patient;
  return (
    <span className={css.files}>
      {status === "importing" ? <Badge tone="info">{list.importing}</Badge> : null}
      {files_failed > 0 ? <Badge tone="danger">{list.failed(files_failed)}</Badge> : null}
      {files_damaged > 0 ? <Badge tone="danger">{damageText.files(files_damaged)}</Badge> : null}
      <span>{loadedText(patient)}</span>
    </span>
  );
}
