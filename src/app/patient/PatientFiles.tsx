import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { contentOf } from "../../domain/people/patient-content.ts";
import type { Patient, PatientFile } from "../../protocol/patients.ts";
import type { PrefetchDirectory } from "../../protocol/prefetch.ts";
import { damageText } from "../../protocol/text/damage-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { text } from "../../protocol/text/text.ts";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Banner } from "../../ui/notices/Banner.tsx";
import { Progress } from "../../ui/notices/Progress.tsx";
import { fileState, prefetchData, preloadStatus, useInventory } from "../prefetch/index.ts";
import { progressText } from "../recordings/index.ts";
import { whyRefused } from "../session/index.ts";
import { Failed, NotRead } from "../shell/index.ts";
import css from "./Patient.module.css";
import { unreadFiles } from "./pending.ts";
import { patientData, patientFilesQuery } from "./queries.ts";
import { ViewData } from "./ViewData.tsx";

const words = patientText.data;

/** `hasUploads`: something was uploaded for the patient, of which no recording may have come. */
interface PatientFilesProps {
  patient: Patient;
  hasUploads: boolean;
}

/** Which file, how far it is, the way into its review, and what is not there yet. */
export function PatientFiles({ patient, hasUploads }: PatientFilesProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(patientFilesQuery(patient.patient_key));
  const { inventory } = useInventory();
  const reserved = inventory?.directories;
  const [chosen, setChosen] = useState<number | null>(null);
  const files = data?.files;
  // The first one when none is selected or the selected one is no longer listed.
  const file = files?.find(({ obj_id }) => obj_id === chosen) ?? files?.[0] ?? null;
  return (
    <section className={css.card} aria-label={words.files} aria-busy={files === undefined && error === null}>
      {error !== null && (files === undefined || whyRefused(error) !== undefined) ? (
        <Failed error={error} onTryAgain={refetch} />
      ) : (
        <>
          {error === null ? null : <NotRead error={error} onTryAgain={refetch} />}
          <div className={css.pick}>
            <div className={css.file}>
              <Select
                label={words.file}
                search={text.search(words.file)}
                options={(files ?? []).map((each) => ({
                  id: String(each.obj_id),
                  name: words.fileName(each.obj_name, statusOf(each, reserved)),
                }))}
                selected={file === null ? null : String(file.obj_id)}
                onChoose={(id) => setChosen(Number(id))}
                placeholder={files?.length === 0 ? withoutFiles(patient, hasUploads) : ""}
                isDisabled={file === null}
              />
            </div>
            <ViewData patient={patient} file={file} />
            <IconButton
              icon={RefreshCw}
              label={words.refresh}
              size="medium"
              onPress={() => {
                void client.invalidateQueries({ queryKey: [patientData] });
                void client.invalidateQueries({ queryKey: [prefetchData] });
              }}
            />
          </div>
          <Unread patient={patient} />
          {file === null ? null : <FileState file={file} preloadError={preloadError(file, reserved)} />}
        </>
      )}
    </section>
  );
}

/** What there is instead of recordings. */
function withoutFiles(patient: Patient, hasUploads: boolean): string {
  const content = contentOf(patient);
  if (content.length > 0) return words.otherContent(content.join(", "));
  return hasUploads ? words.noRecordings : words.noFiles;
}

/** "2 of 20 recordings are loaded", and what is said of the others; nothing when all are. */
function Unread({ patient }: { patient: Patient }) {
  const { files_loaded, file_count, files_failed } = patient;
  const unread = unreadFiles(patient);
  if (unread + files_failed === 0) return null;
  return (
    <p className={css.hint} role="status">
      {words.loaded(files_loaded, file_count)} {unread === 0 ? null : words.unread(unread)}{" "}
      {files_failed === 0 ? null : words.failed(files_failed)}{" "}
      <Link to="/data/visualize/patient" search={{ patient_id: patient.patient_key }}>
        {words.seeUploads}
      </Link>
    </p>
  );
}

type Reserved = readonly PrefetchDirectory[] | undefined;

/** A damaged file is called so; a ready one has its preload status: 'Ready' as long as it is not known what is reserved. */
const statusOf = ({ obj_id, is_damaged, preload_status: { status } }: PatientFile, reserved: Reserved): string =>
  is_damaged
    ? damageText.state
    : ((status === "ready" ? preloadStatus(reserved, obj_id) : undefined) ?? text.recordings.state[status]);

/** Why a reserved file is not loaded; null when nothing is wrong with it. */
function preloadError({ obj_id }: PatientFile, reserved: Reserved): string | null {
  const row = reserved?.find(({ data_object_id }) => data_object_id === obj_id);
  return row !== undefined && fileState(row) === "failed" ? row.error : null;
}

/** Why a file cannot be reviewed yet, or never will be; or why it is not preloaded. */
function FileState({ file, preloadError: error }: { file: PatientFile; preloadError: string | null }) {
  const { status } = file.preload_status;
  if (status === "importing")
    return <Progress label={text.recordings.state.importing} detail={progressText(file)} fraction={file.progress} />;
  if (status === "failed")
    return (
      <Banner tone="danger">
        {text.review.importFailed} {file.error}
      </Banner>
    );
  if (file.is_damaged) return <Banner tone="danger">{damageText.file}</Banner>;
  if (error !== null)
    return (
      <Banner tone="warning">
        {prefetchText.message.stopped}. {error}
      </Banner>
    );
  return null;
}
