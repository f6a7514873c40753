import { useMemo } from "react";
import { getModalityTimeByPatient, type Patient } from "../../protocol/patients.ts";
import { defaultRowsPerPage } from "../../protocol/tables.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { tableText } from "../../protocol/text/table-text.ts";
import { ServerTable } from "../../ui/table/index.ts";
import { useHours, useTableColumns } from "../documents/index.ts";
import { useTableAddress, useTableQuery } from "../tables/index.ts";
import { modalityColumns } from "./modality-columns.ts";
import css from "./Patient.module.css";
import { patientData } from "./queries.ts";

const words = patientText.data;

/** The patient's modalities, over all loaded files. */
export function ModalityTable({ patient }: { patient: Patient }) {
  const { project_id, site_id, patient_key, timezone } = patient;
  const hours = useHours();
  const columns = useMemo(() => modalityColumns(timezone, hours), [timezone, hours]);
  const [state, setState] = useTableAddress(columns);
  const choices = useTableColumns("modalities");
  const answer = useTableQuery({
    name: patientData,
    route: getModalityTimeByPatient,
    state,
    body: { project_id, site_id, patient_id: patient_key },
  });
  return (
    <div>
      <div className={css.title}>
        <h2>{words.modalities}</h2>
        <span className={css.hint}>{words.zone(timezone)}</span>
      </div>
      <ServerTable
        label={words.modalities}
        words={tableText}
        columns={columns}
        rowId={({ modality, type }) => `${modality} ${type}`}
        state={state}
        onStateChange={setState}
        answer={answer}
        rowsPerPage={defaultRowsPerPage}
        choices={choices}
        emptyHint={<p>{words.noModalities}</p>}
        hasCount
      />
    </div>
  );
}
