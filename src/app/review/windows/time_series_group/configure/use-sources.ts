/** What traces can be made of: channels of every ready recording of the patient. */
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type OfferedSource, offeredSources, type PatientRecordings } from "../../../../../domain/graphs/sources.ts";
import { getPatientFileType } from "../../../../../protocol/patients.ts";
import type { RecordingDetail } from "../../../../../protocol/recordings.ts";
import { recordingQuery } from "../../../../recordings/index.ts";
import { call } from "../../../../session/index.ts";

export interface PatientSources {
  readonly recordings: PatientRecordings;
  readonly offered: readonly OfferedSource[];
  /** Of the patient's other recordings. */
  readonly state: "loading" | "failed" | "whole";
}

/** The files of the review's patient; a recording that is nobody's has no others. */
const filesQuery = ({ patient_key }: RecordingDetail) =>
  queryOptions({
    queryKey: ["series-files", patient_key],
    queryFn: ({ signal }) => call(getPatientFileType, { patient_id: [patient_key] }, signal),
    enabled: patient_key > 0,
    staleTime: 60_000,
  });

export function usePatientSources(review: RecordingDetail): PatientSources {
  const files = useQuery(filesQuery(review));
  const ids = (files.data?.files ?? [])
    .filter(({ obj_id, preload_status }) => preload_status.status === "ready" && obj_id !== review.data_object_id)
    .map(({ obj_id }) => obj_id);
  const { others, isAnyFailed, isAnyPending } = useQueries({
    queries: ids.map((id) => recordingQuery(id)),
    combine: (results) => ({
      others: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
      isAnyFailed: results.some(({ isError }) => isError),
      isAnyPending: results.some(({ isPending }) => isPending),
    }),
  });
  const hasFiles = review.patient_key <= 0 || files.data !== undefined;
  const state =
    files.isError || isAnyFailed ? "failed" : !hasFiles || isAnyPending ? ("loading" as const) : ("whole" as const);
  return useMemo(() => {
    const recordings = { review, others, isWhole: state === "whole" };
    return { recordings, offered: offeredSources(recordings), state };
  }, [review, others, state]);
}
