import { useMemo } from "react";
import { viewerZone } from "../../domain/time/clock.ts";
import { getPatients, type Patient } from "../../protocol/patients.ts";
import { defaultRowsPerPage } from "../../protocol/tables.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { tableText } from "../../protocol/text/table-text.ts";
import { type Column, ServerTable } from "../../ui/table/index.ts";
import { useHours, useTableColumns } from "../documents/index.ts";
import { usePatientNews, useWork } from "../news/index.ts";
import { ReservedBanner } from "../prefetch/index.ts";
import { useHolds } from "../session/index.ts";
import { useTitle } from "../shell/index.ts";
import { useTableAddress, useTableQuery } from "../tables/index.ts";
import { patientColumns, patientFacts } from "./columns.ts";
import { FilesLoaded } from "./FilesLoaded.tsx";
import { Moment } from "./Moment.tsx";
import { PatientLink } from "./PatientLink.tsx";
import css from "./Patients.module.css";
import { UploadPatient } from "./UploadPatient.tsx";

const words = patientText.list;
const listed = "patients";

/** What a cell shows where that is more than its text. */
function withRender(column: Column<Patient>): Column<Patient> {
  const { id, text, isTime } = column;
  if (id === "id") return { ...column, render: (patient) => <PatientLink patient={patient} /> };
  if (id === "files_loaded") return { ...column, render: (patient) => <FilesLoaded patient={patient} /> };
  return isTime ? { ...column, render: (patient) => <Moment text={text(patient)} /> } : column;
}

/** What to do about an empty list, for the person who sees it. */
function EmptyHint() {
  const mayUpload = useHolds("upload_data");
  const mayImport = useHolds("access_admin_studies");
  return (
    <>
      <p>{mayUpload ? words.emptyUpload : words.emptyView}</p>
      {mayImport ? (
        <p>
          {words.emptyImport} <code>{words.importCommand}</code>
        </p>
      ) : null}
    </>
  );
}

/** The patients list: who there is, how much of each is loaded, and the way to each (spec 000 section 2). */
export function PatientsPage() {
  const [state, setState] = useTableAddress(patientFacts);
  usePatientNews(listed);
  const answer = useTableQuery({ name: listed, route: getPatients, state });
  // An import that was killed says nothing any more: the server tells who follows it.
  const shown = answer.data?.data ?? [];
  useWork(shown.filter(({ status }) => status === "importing").map(({ patient_key }) => patient_key));
  const hours = useHours();
  const columns = useMemo(() => patientColumns(hours).map(withRender), [hours]);
  const choices = useTableColumns("patients");
  const total = answer.data?.total;
  useTitle(words.title);
  return (
    <>
      <div className={css.head}>
        <h1>{words.title}</h1>
        {total === undefined ? null : <span className={css.records}>{tableText.records(total)}</span>}
        <span className={css.records}>{words.zone(viewerZone())}</span>
        <span className={`${css.records} ${css.note}`}>{words.annotationsOf}</span>
        <span className={css.upload}>
          <UploadPatient />
        </span>
      </div>
      <ReservedBanner />
      <div className={css.list}>
        <ServerTable
          label={words.title}
          words={tableText}
          columns={columns}
          rowId={({ patient_key }) => String(patient_key)}
          state={state}
          onStateChange={setState}
          answer={answer}
          rowsPerPage={defaultRowsPerPage}
          choices={choices}
          emptyHint={<EmptyHint />}
        />
      </div>
    </>
  );
}
