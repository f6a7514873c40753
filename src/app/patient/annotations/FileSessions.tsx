import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dateAndMinute } from "../../../domain/time/clock.ts";
import type { AnnotationGroup } from "../../../protocol/annotations.ts";
import type { Patient, PatientFile } from "../../../protocol/patients.ts";
import { accountText } from "../../../protocol/text/account-text.ts";
import { annotationSessionText } from "../../../protocol/text/annotation-session-text.ts";
import { RefusedButton } from "../../../ui/buttons/RefusedButton.tsx";
import { useHours } from "../../documents/index.ts";
import { useHolds } from "../../session/index.ts";
import { Failed } from "../../shell/index.ts";
import css from "../Patient.module.css";
import { fileSessionsQuery } from "../queries.ts";

const words = annotationSessionText.patient;

/** Sessions of one file. */
export function FileSessions({ patient, file }: { patient: Patient; file: PatientFile }) {
  const { data, error, refetch } = useQuery(fileSessionsQuery(patient.patient_key, file.obj_id));
  const hours = useHours();
  return (
    <section className={css.card} aria-label={file.obj_name} aria-busy={data === undefined && error === null}>
      <h3 className={css.fileName}>{file.obj_name}</h3>
      {data !== undefined ? (
        data.length === 0 ? (
          <p className={css.hint}>{words.noSessions}</p>
        ) : (
          <table className={css.sessions}>
            <thead>
              <tr>
                <th scope="col" className={css.column}>
                  {words.columns.session}
                </th>
                <th scope="col" className={css.column}>
                  {words.columns.annotations}
                </th>
                <th scope="col" className={css.column}>
                  {words.columns.created}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((group) => (
                <tr key={group.id}>
                  <th scope="row" className={css.cell}>
                    <SessionLink file={file} group={group} />
                  </th>
                  <td className={css.cell}>{group.nannotations.toLocaleString("en-US")}</td>
                  <td className={css.cell}>{dateAndMinute(group.timestamp, patient.timezone, hours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      ) : error !== null ? (
        <Failed error={error} onTryAgain={refetch} />
      ) : (
        <p className={css.hint} role="status">
          {words.loading}
        </p>
      )}
    </section>
  );
}

/** Into the review of the file, with the session loaded; for who may view data. */
function SessionLink({ file, group }: { file: PatientFile; group: AnnotationGroup }) {
  const mayView = useHolds("visualize_data");
  if (!mayView)
    return (
      <RefusedButton hint={accountText.refused.noPermission} tone="quiet">
        {group.group_name}
      </RefusedButton>
    );
  return (
    <Link
      to="/review/$dataObjectId"
      params={{ dataObjectId: String(file.obj_id) }}
      search={{ session: group.id }}
      title={words.open(group.group_name)}
    >
      {group.group_name}
    </Link>
  );
}
