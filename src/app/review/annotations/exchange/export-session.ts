/** The file of one session: of the server's by its call, of the recording's own annotations from what the page has. */
import { bidsSidecar } from "../../../../domain/annotations/exchange/bids.ts";
import { tableRows } from "../../../../domain/annotations/exchange/table-rows.ts";
import type { ExchangeRecording } from "../../../../domain/annotations/exchange/types.ts";
import { exportName, exportPieces, exportType } from "../../../../domain/annotations/exchange/write.ts";
import { type AnnotationExportFormat, exportAnnotations } from "../../../../protocol/annotation-exchange.ts";
import { saveFile } from "../../../../ui/save-file.ts";
import { callForBytes } from "../../../session/index.ts";
import { type AnnotationStore, fileGroupId, type SessionView } from "../types.ts";

/** Resolves with the number of files. @throws ApiFailure, and the signal's reason */
export async function exportOne(
  store: AnnotationStore,
  recording: ExchangeRecording,
  { id, name }: Pick<SessionView, "id" | "name">,
  format: AnnotationExportFormat,
  signal: AbortSignal,
): Promise<number> {
  const parts: BlobPart[] =
    id === fileGroupId
      ? [...exportPieces(format, tableRows(store.table, id, true), recording)].map((piece) => new Uint8Array(piece))
      : [await callForBytes(exportAnnotations, { annotation_group_id: id, format }, signal)];
  signal.throwIfAborted();
  saveFile(exportName(name, format), parts, exportType(format));
  if (format !== "bids") return 1;
  saveFile(exportName(name, format).replace(/\.tsv$/, ".json"), [bidsSidecar()], "application/json");
  return 2;
}
