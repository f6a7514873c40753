import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { patientText } from "../../protocol/patient-text.ts";
import type { Patient, PatientFile } from "../../protocol/patients.ts";
import { text } from "../../protocol/text.ts";
import { Banner } from "../../ui/Banner.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Select } from "../../ui/Select.tsx";
import { progressText } from "../recordings/index.ts";
import { Failed } from "../shell/index.ts";
import css from "./Patient.module.css";
import { patientData, patientFilesQuery } from "./queries.ts";
import { ViewData } from "./ViewData.tsx";

const words = patientText.data;

/** Which file, how far it is, and the way into its review. */
export function PatientFiles({ patient }: { patient: Patient }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(patientFilesQuery(patient.patient_key));
  const [chosen, setChosen] = useState<number | null>(null);
  const files = data?.files;
  // The first one when none is selected or the selected one is no longer listed.
  const file = files?.find(({ obj_id }) => obj_id === chosen) ?? files?.[0] ?? null;
  return (
    <section className={css.card} aria-label={words.files} aria-busy={files === undefined && error === null}>
      {error !== null ? (
        <Failed error={error} onTryAgain={refetch} />
      ) : (
        <>
          <div className={css.pick}>
            <div className={css.file}>
              <Select
                label={words.file}
                options={(files ?? []).map(({ obj_id, obj_name, preload_status }) => ({
                  id: String(obj_id),
                  name: words.fileName(obj_name, text.recordings.state[preload_status.status]),
                }))}
                selected={file === null ? null : String(file.obj_id)}
                onChoose={(id) => setChosen(Number(id))}
                placeholder={files?.length === 0 ? words.noFiles : ""}
                isDisabled={file === null}
              />
            </div>
            <ViewData patient={patient} file={file} />
            <IconButton
              icon={RefreshCw}
              label={words.refresh}
              size="medium"
              onPress={() => void client.invalidateQueries({ queryKey: [patientData] })}
            />
          </div>
          {file === null ? null : <FileState file={file} />}
        </>
      )}
    </section>
  );
}

/** Why a file cannot be reviewed yet, or never will be. */
function FileState({ file }: { file: PatientFile }) {
  const { status } = file.preload_status;
  if (status === "importing")
    return <Progress label={text.recordings.state.importing} detail={progressText(file)} fraction={file.progress} />;
  if (status === "failed")
    return (
      <Banner tone="danger">
        {text.review.importFailed} {file.error}
      </Banner>
    );
  return null;
}
