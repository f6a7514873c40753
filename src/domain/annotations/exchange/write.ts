/** The file of a session in any of the formats, in pieces. */
import type { AnnotationExportFormat } from "../../../protocol/annotation-exchange.ts";
import { clockOf } from "../../time/clock.ts";
import { bidsHead, bidsLine } from "./bids.ts";
import { csvHead, csvLine } from "./csv.ts";
import { edfPieces } from "./edf.ts";
import type { ExchangeRecording, ExchangeRow, ExchangeRows } from "./types.ts";

/** Lines of one piece: some milliseconds of work. */
const linesOfPiece = 500;

/** A format of lines: `head` stands before the first annotation. */
export interface LineFormat {
  readonly head: string;
  line(row: ExchangeRow): string;
}

export function lineFormat(format: "csv" | "bids", recording: ExchangeRecording): LineFormat {
  const clock = clockOf(recording);
  return format === "csv"
    ? { head: csvHead, line: (row) => csvLine(row, recording, clock) }
    : { head: bidsHead, line: (row) => bidsLine(row, recording) };
}

/** An empty piece is a moment for others. */
export const exportPieces = (
  format: AnnotationExportFormat,
  rows: ExchangeRows,
  recording: ExchangeRecording,
): Generator<Uint8Array> =>
  format === "edf" ? edfPieces(rows, recording) : textPieces(lineFormat(format, recording), rows);

function* textPieces({ head, line }: LineFormat, rows: ExchangeRows): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = head;
  for (let k = 0; k < rows.count; k++) {
    text += line(rows.at(k));
    if (k % linesOfPiece !== linesOfPiece - 1) continue;
    yield encoder.encode(text);
    text = "";
  }
  if (text !== "") yield encoder.encode(text);
}

/** "Night 2_events.tsv". Whoever writes it to a disk takes out what no name may hold. */
export const exportName = (session: string, format: AnnotationExportFormat): string =>
  `${session}${{ csv: ".csv", edf: ".edf", bids: "_events.tsv" }[format]}`;

/** The media type of a file. */
export const exportType = (format: AnnotationExportFormat): string =>
  ({
    csv: "text/csv; charset=utf-8",
    edf: "application/octet-stream",
    bids: "text/tab-separated-values; charset=utf-8",
  })[format];
