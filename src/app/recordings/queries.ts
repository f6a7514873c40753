/** What the review reads from the server about recordings. */
import { queryOptions } from "@tanstack/react-query";
import { getFileAnnotations, getRecording } from "../../protocol/routes.ts";
import { call } from "../session/index.ts";

const pollMs = 1000;

/** One recording with its channels and gaps; asked again every second until its import ended. */
export const recordingQuery = (dataObjectId: number) =>
  queryOptions({
    queryKey: ["recording", dataObjectId],
    queryFn: ({ signal }) => call(getRecording, { data_object_id: dataObjectId }, signal),
    refetchInterval: ({ state }) => (state.data?.state === "importing" ? pollMs : false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The annotations a file brought with it. */
export const fileAnnotationsQuery = (dataObjectId: number) =>
  queryOptions({
    queryKey: ["file-annotations", dataObjectId],
    queryFn: ({ signal }) => call(getFileAnnotations, { data_object_id: dataObjectId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
