/** What the Uploads tab reads, besides its table. */
import { queryOptions } from "@tanstack/react-query";
import type { MovedWork } from "../../../protocol/progress.ts";
import type { AnswerOf } from "../../../protocol/route.ts";
import { getUpload, type getUploadMessages, type UploadStatus } from "../../../protocol/uploads.ts";
import { movedOf, type WorkWriter } from "../../news/index.ts";
import { call } from "../../session/index.ts";

/** First part of every key: reading it anew reads table and dialog. */
export const uploadsData = "uploads";

/** The upload may still change by itself. */
export const isUnderWay = (status: UploadStatus): boolean =>
  status === "CREATED" || status === "UPLOADING" || status === "PROCESSING";

export const uploadQuery = (uploadId: number) =>
  queryOptions({
    queryKey: [uploadsData, uploadId],
    queryFn: ({ signal }) => call(getUpload, { upload_id: uploadId }, signal),
    refetchInterval: ({ state: { data } }) => pollOfTransfers(data === undefined ? [] : [data]),
  });

type Rows = AnswerOf<typeof getUploadMessages>;
type Upload = AnswerOf<typeof getUpload>;

/** How far uploads are that are under way, and what of them is being read: in the table, and in the dialog of one. */
export const writeUploads: WorkWriter = (queries, moved) => {
  queries.setQueriesData<Rows | Upload>({ queryKey: [uploadsData] }, (answer) => {
    if (answer === undefined) return undefined;
    if ("data" in answer) return { ...answer, data: answer.data.map((row) => written(row, moved)) };
    const items = answer.items.map((item) => {
      const told = item.state === "ingesting" ? movedOf(moved, "item", item.item_id) : undefined;
      return told === undefined ? item : { ...item, progress: told.progress };
    });
    return { ...written<Upload>(answer, moved), items };
  });
};

function written<Row extends Pick<Upload, "upload_id" | "status" | "progress">>(
  row: Row,
  moved: readonly MovedWork[],
): Row {
  const told = isUnderWay(row.status) ? movedOf(moved, "upload", row.upload_id) : undefined;
  return told === undefined ? row : { ...row, progress: told.progress, silent_since: null };
}

/** Whether a transfer was interrupted is told by its silence, of which there is no news (spec 000 section 9, status poll). */
export const pollOfTransfers = (uploads: readonly Pick<Upload, "status">[]): number | false =>
  uploads.some(({ status }) => status === "CREATED" || status === "UPLOADING") ? 30_000 : false;
