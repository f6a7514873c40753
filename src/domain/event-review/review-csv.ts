/** Reviews of a session as CSV, as sessions themselves are written (annotations/exchange): a line of each event and reader. */
import { type ReviewResponses, reviewFieldIds } from "../../protocol/annotation-reviews.ts";
import { guarded } from "../annotations/exchange/cells.ts";
import { csvCells } from "../annotations/exchange/csv.ts";
import { momentText, secondsText } from "../annotations/exchange/moments.ts";
import type { ExchangeRecording } from "../annotations/exchange/types.ts";
import { clockOf } from "../time/clock.ts";

/** One review with the event that it is of; times in epoch ms. */
export interface ReviewLine {
  readonly annotationId: number;
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
  /** "" when nobody is known. */
  readonly reader: string;
  readonly readerEmail: string;
  readonly savedAt: number;
  readonly isComplete: boolean;
  /** What it says now is what was answered before the reader could see the answers of others. */
  readonly isBlind: boolean;
  readonly responses: ReviewResponses;
}

const columns = [
  ...["annotation_id", "title", "start", "end", "onset_s", "duration_s"],
  ...["reader", "reader_email", "saved_at", "is_complete", "is_answered_blind"],
  ...reviewFieldIds,
  "time_of_max_frequency_onset_s",
];

/** With the byte order mark: without it spreadsheets take UTF-8 for something else. */
export const reviewCsvHead = `\ufeff${csvCells(columns)}`;

/** Writes lines. Moments are of the recording's clock; a recording that does not say when it began has none, and seconds from its start. */
export function reviewCsvLines(recording: ExchangeRecording): (review: ReviewLine) => string {
  const clock = clockOf(recording);
  const moment = (ms: number) => (clock.isElapsed ? "" : momentText(ms, clock.offsetMs(ms)));
  const onset = (ms: number) => secondsText(ms - recording.start_ms);
  return ({ annotationId, title, startMs, endMs, reader, readerEmail, savedAt, isComplete, isBlind, responses }) => {
    const timeOfMax = responses.iic_pattern_time_of_max_frequency;
    return csvCells([
      ...[String(annotationId), guarded(title), moment(startMs), moment(endMs), onset(startMs)],
      ...[secondsText(endMs - startMs), guarded(reader), guarded(readerEmail), momentText(savedAt, 0)],
      ...[isComplete ? "yes" : "no", isBlind ? "yes" : "no"],
      ...reviewFieldIds.map((id) => {
        const response = responses[id];
        if (response === null) return "";
        return id === "iic_pattern_time_of_max_frequency" ? moment(Number(response)) : guarded(String(response));
      }),
      timeOfMax === null ? "" : onset(timeOfMax),
    ]);
  };
}
