/** What the Uploads tab reads, besides its table. */
import { queryOptions } from "@tanstack/react-query";
import { getUpload, type UploadStatus } from "../../../protocol/uploads.ts";
import { call } from "../../session/index.ts";

/** First part of every key: reading it anew reads table and dialog. */
export const uploadsData = "uploads";
/** While something is under way, and else. */
export const livePollMs = 2000;
export const restPollMs = 30_000;

/** The upload may still change by itself. */
export const isUnderWay = (status: UploadStatus): boolean =>
  status === "CREATED" || status === "UPLOADING" || status === "PROCESSING";

export const uploadQuery = (uploadId: number) =>
  queryOptions({
    queryKey: [uploadsData, uploadId],
    queryFn: ({ signal }) => call(getUpload, { upload_id: uploadId }, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : isUnderWay(data.status) ? livePollMs : restPollMs,
  });
