/**
 * What a patient's page reads from the server, all under one key, so that Refresh reads everything anew; so does news of the
 * patient (`../news`).
 */
import { queryOptions } from "@tanstack/react-query";
import { getAdmissionInfo } from "../../protocol/admission.ts";
import { getAnnotationGroups } from "../../protocol/annotations.ts";
import { getPatient, getPatientFileType, type Patient, type PatientFile } from "../../protocol/patients.ts";
import type { MovedWork } from "../../protocol/progress.ts";
import type { AnswerOf } from "../../protocol/route.ts";
import { getPatientUploads } from "../../protocol/uploads.ts";
import { movedOf, type WorkWriter } from "../news/index.ts";
import { call, callByGet } from "../session/index.ts";
import { isPending } from "./pending.ts";

/** First part of every key. */
export const patientData = "patient";

/** One patient. */
export const patientQuery = (key: number, known?: Patient) =>
  queryOptions({
    queryKey: [patientData, key],
    queryFn: ({ signal }) => call(getPatient, { patient_primary_key: key }, signal),
    ...(known === undefined ? {} : { placeholderData: known }),
  });

/** The patient's files. */
export const patientFilesQuery = (key: number) =>
  queryOptions({
    queryKey: [patientData, key, "files"],
    queryFn: ({ signal }) => call(getPatientFileType, { patient_id: [key] }, signal),
  });

/** How far files are that are being imported. */
export const writeFiles: WorkWriter = (queries, moved) => {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === "files";
  queries.setQueriesData<AnswerOf<typeof getPatientFileType>>({ queryKey: [patientData], predicate }, (answer) =>
    answer === undefined ? undefined : { files: answer.files.map((file) => writtenFile(file, moved)) },
  );
};

function writtenFile(file: PatientFile, moved: readonly MovedWork[]): PatientFile {
  const told = movedOf(moved, "import", file.obj_id);
  if (told === undefined || file.preload_status.status !== "importing") return file;
  return { ...file, progress: told.progress, eta_ms: told.eta_ms };
}

/** Whether the patient is being recorded. */
export const admissionQuery = (key: number) =>
  queryOptions({
    queryKey: [patientData, key, "admission"],
    queryFn: ({ signal }) => call(getAdmissionInfo, { patient_id: key }, signal),
  });

/** The patient's uploads. */
export const patientUploadsQuery = (key: number) =>
  queryOptions({
    queryKey: [patientData, key, "uploads"],
    queryFn: ({ signal }) => callByGet(getPatientUploads, { patient_id: key }, signal),
    // There is no news of a transfer that falls silent, which is told after minutes; of all else there is.
    refetchInterval: ({ state: { data } }) => (data !== undefined && isPending(data.data) ? 150_000 : false),
  });

/** Annotation sessions of one of the patient's files. */
export const fileSessionsQuery = (key: number, dataObjectId: number) =>
  queryOptions({
    queryKey: [patientData, key, "sessions", dataObjectId],
    queryFn: ({ signal }) => call(getAnnotationGroups, { data_object_id: dataObjectId }, signal),
  });
