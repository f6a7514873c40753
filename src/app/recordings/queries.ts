/** What the review reads from the server about recordings. */
import { queryOptions } from "@tanstack/react-query";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { getFileAnnotations, getRecording } from "../../protocol/routes.ts";
import { movedOf, usePatientNews, useWork, type WorkWriter } from "../news/index.ts";
import { call } from "../session/index.ts";

/** First part of the keys of recordings. */
const recordingData = "recording";

/** One recording with its channels and gaps. */
export const recordingQuery = (dataObjectId: number) =>
  queryOptions({
    queryKey: [recordingData, dataObjectId],
    queryFn: ({ signal }) => call(getRecording, { data_object_id: dataObjectId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Keeps a recording that is being imported fresh until that has ended. */
export function useImport(recording: RecordingDetail | undefined): void {
  const patientKey = recording?.state === "importing" ? recording.patient_key : null;
  usePatientNews(recordingData, patientKey);
  useWork(patientKey === null ? [] : [patientKey], writeRecordings);
}

const writeRecordings: WorkWriter = (queries, moved) => {
  queries.setQueriesData<RecordingDetail>({ queryKey: [recordingData] }, (recording) => {
    if (recording?.state !== "importing") return recording;
    const told = movedOf(moved, "import", recording.data_object_id);
    return told === undefined ? recording : { ...recording, progress: told.progress, eta_ms: told.eta_ms };
  });
};

/** The annotations a file brought with it. */
export const fileAnnotationsQuery = (dataObjectId: number) =>
  queryOptions({
    queryKey: ["file-annotations", dataObjectId],
    queryFn: ({ signal }) => call(getFileAnnotations, { data_object_id: dataObjectId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
