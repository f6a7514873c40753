/** What a patient's page reads from the server, all under one key, so that Refresh reads everything anew. */
import { queryOptions } from "@tanstack/react-query";
import { getPatient, getPatientFileType, type Patient } from "../../protocol/patients.ts";
import { getPatientUploads } from "../../protocol/uploads.ts";
import { call, callByGet } from "../session/index.ts";

/** First part of every key. */
export const patientData = "patient";

const pollMs = 1000;
/** Files also come by the command line: the page notices them by itself. */
export const idlePollMs = 5000;

/** One patient; asked again every second while a file is being imported, else now and then. */
export const patientQuery = (key: number, known?: Patient) =>
  queryOptions({
    queryKey: [patientData, key],
    queryFn: ({ signal }) => call(getPatient, { patient_primary_key: key }, signal),
    ...(known === undefined ? {} : { placeholderData: known }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : data.status === "importing" ? pollMs : idlePollMs,
  });

/** The patient's files, asked again in the same way. */
export const patientFilesQuery = (key: number) =>
  queryOptions({
    queryKey: [patientData, key, "files"],
    queryFn: ({ signal }) => call(getPatientFileType, { patient_id: [key] }, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined
        ? false
        : data.files.some(({ preload_status }) => preload_status.status === "importing")
          ? pollMs
          : idlePollMs,
  });

/** Spec 000 section 9. */
const uploadsPollMs = 30_000;

/** The patient's uploads, asked again every 30 seconds until one of them has succeeded: then nothing is waited for. */
export const patientUploadsQuery = (key: number) =>
  queryOptions({
    queryKey: [patientData, key, "uploads"],
    queryFn: ({ signal }) => callByGet(getPatientUploads, { patient_id: key }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === "SUCCESS") ? false : uploadsPollMs,
  });
