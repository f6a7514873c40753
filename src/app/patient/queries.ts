/** What a patient's page reads from the server, all under one key, so that Refresh reads everything anew. */
import { queryOptions } from "@tanstack/react-query";
import { getPatient, getPatientFileType, type Patient } from "../../protocol/patients.ts";
import { getPatientUploads } from "../../protocol/uploads.ts";
import { call, callByGet } from "../session/index.ts";

/** First part of every key. */
export const patientData = "patient";

const pollMs = 1000;

/** One patient; asked again every second while a file is being imported, else when there is news of it (`../news`). */
export const patientQuery = (key: number, known?: Patient) =>
  queryOptions({
    queryKey: [patientData, key],
    queryFn: ({ signal }) => call(getPatient, { patient_primary_key: key }, signal),
    ...(known === undefined ? {} : { placeholderData: known }),
    refetchInterval: ({ state: { data } }) => (data?.status === "importing" ? pollMs : false),
  });

/** The patient's files, asked again in the same way. */
export const patientFilesQuery = (key: number) =>
  queryOptions({
    queryKey: [patientData, key, "files"],
    queryFn: ({ signal }) => call(getPatientFileType, { patient_id: [key] }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.files.some(({ preload_status }) => preload_status.status === "importing") ? pollMs : false,
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
