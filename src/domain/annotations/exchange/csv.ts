/** CSV of a session (RFC 4180, UTF-8 with a mark in front, CR LF): everything that an annotation is. */
import type { Clock } from "../../time/clock.ts";
import { guarded, listText } from "./cells.ts";
import { momentText, secondsText } from "./moments.ts";
import type { ExchangeRecording, ExchangeRow } from "./types.ts";

export const csvColumns = [
  "title",
  "start",
  "end",
  "onset_s",
  "duration_s",
  "description",
  "tags",
  "channels",
  "kind",
  "color",
  "opacity",
  "window",
  "author",
  "author_email",
  "made_at",
] as const;
export const csvListSeparator = ";";

/** Quoted wherever some program would cut it otherwise. */
const cell = (text: string): string => (/^\s|\s$|[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** A line of a file. */
export const csvCells = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/** With the byte order mark: without it spreadsheets take UTF-8 for something else. */
export const csvHead = `\ufeff${csvCells(csvColumns)}`;

/** A line of the file. Moments are of the recording's clock; a recording that does not say when it began has none. */
export function csvLine(row: ExchangeRow, recording: ExchangeRecording, clock: Clock): string {
  const moment = (ms: number) => (clock.isElapsed ? "" : momentText(ms, clock.offsetMs(ms)));
  return csvCells([
    guarded(row.annotation_text),
    moment(row.start_time),
    moment(row.end_time),
    secondsText(row.start_time - recording.start_ms),
    secondsText(row.end_time - row.start_time),
    guarded(row.annotation_description),
    guarded(listText(row.tags, csvListSeparator)),
    guarded(listText(row.modalities, csvListSeparator)),
    row.kind,
    row.color,
    String(row.opacity),
    guarded(row.annotation_type),
    guarded(row.author),
    guarded(row.author_email),
    row.made_at === null ? "" : momentText(row.made_at, 0),
  ]);
}
