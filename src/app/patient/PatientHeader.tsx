import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Focusable } from "react-aria-components";
import { patientTitle } from "../../domain/people/patient-title.ts";
import type { Patient } from "../../protocol/patients.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { annotationSessionText } from "../../protocol/text/annotation-session-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { WithTooltip } from "../../ui/notices/WithTooltip.tsx";
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
        <AnnotationsLink patientKey={patient.patient_key} />
      </nav>
    </>
  );
}

/** The tab Annotations: without the permission it is faded, and says why (spec 001 section 2.1). */
function AnnotationsLink({ patientKey }: { patientKey: number }) {
  const mayAnnotate = useHolds("create_annotations");
  if (!mayAnnotate)
    return (
      <WithTooltip hint={accountText.refused.noPermission}>
        <Focusable>
          <button type="button" aria-disabled className={css.tab} data-refused>
            {annotationSessionText.patient.tab}
          </button>
        </Focusable>
      </WithTooltip>
    );
  return (
    <Link
      to="/data/visualize/annotations"
      search={{ patient_id: patientKey }}
      className={css.tab}
      activeOptions={{ includeSearch: false }}
    >
      {annotationSessionText.patient.tab}
    </Link>
  );
}
