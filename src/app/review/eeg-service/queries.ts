/** What the EEG image service knows of the recording: asked for while the review loads, and kept for its windows. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { getPersystEegMontages, getRecordingInfo, imageLimits } from "../../../protocol/eeg-service.ts";
import { call } from "../../session/index.ts";

const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(2 * imageLimits.timeoutMs)]);

export const recordingInfoQuery = (dataObjectId: number) =>
  queryOptions({
    queryKey: ["eeg-service", "info", dataObjectId],
    queryFn: ({ signal }) => call(getRecordingInfo, { data_object_id: dataObjectId }, within(signal)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const persystMontagesQuery = (dataObjectId: number) =>
  queryOptions({
    queryKey: ["eeg-service", "montages", dataObjectId],
    queryFn: ({ signal }) => call(getPersystEegMontages, { data_object_id: dataObjectId }, within(signal)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Whether the service has said what it knows, or that it cannot: the item 'Persyst' of the checklist. Nothing waits for it. */
export function useIsServiceKnown(dataObjectId: number | null): boolean {
  const info = useQuery({ ...recordingInfoQuery(dataObjectId ?? 0), enabled: dataObjectId !== null });
  return info.isFetched;
}
