import { Link } from "@tanstack/react-router";
import type { Patient } from "../../protocol/patients.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { cut } from "../../ui/table/index.ts";
import css from "./Files.module.css";

export interface FilesPathProps {
  patient: Patient;
  /** "" is the patient's folder. */
  path: string;
  searchOf: (path: string) => Record<string, unknown>;
}

/** Where the list is: site and patient, then each directory; all but the last lead there. */
export function FilesPath({ patient, path, searchOf }: FilesPathProps) {
  const parts = path === "" ? [] : path.split("/");
  const steps = [
    { name: filesText.folder(patient.site_identifier, patient.patient_identifier), path: "" },
    ...parts.map((name, k) => ({ name, path: parts.slice(0, k + 1).join("/") })),
  ];
  return (
    <nav aria-label={filesText.path} className={css.path}>
      <ol>
        {steps.map((step, k) => (
          <li key={step.path}>
            {k === steps.length - 1 ? (
              <span aria-current="page">{cut(step.name)}</span>
            ) : (
              <Link to="." search={searchOf(step.path) as never} activeOptions={{ exact: true }}>
                {cut(step.name)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
