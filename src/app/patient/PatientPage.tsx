import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useSearch } from "@tanstack/react-router";
import { Hourglass, UserX } from "lucide-react";
import { patientTitle } from "../../domain/people/patient-title.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { Face } from "../../ui/notices/Face.tsx";
import { usePatientNews, useWork } from "../news/index.ts";
import { isNotFound } from "../session/index.ts";
import { Failed, useTitle } from "../shell/index.ts";
import css from "./Patient.module.css";
import { PatientHeader } from "./PatientHeader.tsx";
import { patientData, patientQuery, writeFiles } from "./queries.ts";
import { type PatientSearch, patientKeyOf } from "./search.ts";
import { ShownPatientProvider } from "./shown-patient.ts";
import { useAlertAndList } from "./use-alert-and-list.ts";

const words = patientText.page;

/** A patient's page (spec 000 section 2): who it is about, and in it the tab of the address. */
export function PatientPage() {
  const { patient_id: id }: PatientSearch = useSearch({ strict: false });
  const isData = useLocation().pathname === "/data/visualize/data";
  if (id === undefined) return <NoPatient message={isData ? words.missingData : words.missing} />;
  if (id === "") return <NoPatient message={words.emptyId} />;
  const key = patientKeyOf(id);
  if (key === null) return <NoPatient message={words.doesNotExist(String(id))} />;
  return <PatientOf key={key} patientKey={key} />;
}

/** Says what is wrong with the address; then the list is shown. */
function NoPatient({ message }: { message: string }) {
  useTitle(null);
  return useAlertAndList(message) ? <Face icon={UserX} title={message} role="alert" /> : null;
}

function PatientOf({ patientKey }: { patientKey: number }) {
  const { patient: listed } = useLocation().state;
  const known = listed?.patient_key === patientKey ? listed : undefined;
  const { data: patient, error, refetch } = useQuery(patientQuery(patientKey, known));
  usePatientNews(patientData, patientKey);
  useWork(patient?.status === "importing" ? [patientKey] : [], writeFiles);
  useTitle(patient === undefined ? null : patientTitle(words.title, patient.patient_identifier, patient.site_name));
  if (isNotFound(error)) return <NoPatient message={words.doesNotExist(String(patientKey))} />;
  if (patient === undefined)
    return error === null ? (
      <div className={css.late}>
        <Face icon={Hourglass} title={words.loading} role="status" />
      </div>
    ) : (
      <Failed error={error} onTryAgain={refetch} />
    );
  return (
    <ShownPatientProvider value={patient}>
      <PatientHeader patient={patient} />
      <Outlet key={patientKey} />
    </ShownPatientProvider>
  );
}
