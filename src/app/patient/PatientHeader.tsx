import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { patientTitle } from "../../domain/people/patient-title.ts";
import type { Patient } from "../../protocol/patients.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { useHolds } from "../session/index.ts";
import css from "./Patient.module.css";

const words = patientText.page;

/** In this order (spec 000 section 2). The one at `patient` is the address of the patient itself. */
const tabs = [
  [words.files, "/data/visualize/files"],
  [words.forms, "/data/visualize/forms"],
  [words.uploads, "/data/visualize/patient"],
  [words.data, "/data/visualize/data"],
] as const;

/** The way back, the title, the header bar with whom this is about, and the tabs. */
export function PatientHeader({ patient }: { patient: Patient }) {
  const hasList = useHolds("access_data_visualize");
  const { patient_identifier, site_identifier, site_name, project_name } = patient;
  const facts = [
    [words.siteId, site_identifier],
    [words.site, site_name],
    [words.patientId, patient_identifier],
    [words.project, project_name],
  ] as const;
  return (
    <>
      {hasList ? (
        <Link to="/data/visualize" className={css.back}>
          <ArrowLeft size={14} aria-hidden />
          {words.back}
        </Link>
      ) : null}
      <div className={css.head}>
        <h1>{patientTitle(words.title, patient_identifier, site_name)}</h1>
        <dl className={css.facts} aria-label={words.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <nav className={css.tabs} aria-label={words.tabs}>
        {tabs.map(([name, to]) => (
          <Link
            key={to}
            to={to}
            search={{ patient_id: patient.patient_key }}
            className={css.tab}
            activeOptions={{ includeSearch: false }}
          >
            {name}
          </Link>
        ))}
      </nav>
    </>
  );
}
