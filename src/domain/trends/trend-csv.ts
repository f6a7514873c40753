/**
 * EEG trends as CSV (RFC 4180, UTF-8 with a mark in front, CR LF): lines that begin with "#" say what the values are, first how they are made and at the end
 * what of them is missing; between them a line of each epoch. A file without its last line was cut off.
 */

import { trendName } from "../../protocol/text/trend-text.ts";
import type { ExportedTrend } from "../../protocol/trend-export.ts";
import { trendRows } from "../../protocol/trends.ts";
import { guarded } from "../annotations/exchange/cells.ts";
import { csvCells } from "../annotations/exchange/csv.ts";
import { momentText, secondsText } from "../annotations/exchange/moments.ts";
import { type ClockSource, clockOf } from "../time/clock.ts";

/** The last line. */
export const trendCsvEnd = "# end";

/** Lines of what is said, one fact each; line breaks in them become blanks. Labels of channels are in them, and whoever made the file chose those. */
export const trendCsvNotes = (facts: readonly (readonly [name: string, value: string])[]): string =>
  facts.map(([name, value]) => `# ${name}: ${guarded(value.replace(/[\r\n]+/g, " "))}\r\n`).join("");

/** "FFT Spectrogram Left, 10 Hz (dB)" */
export const trendColumnNames = ({ trend, side }: ExportedTrend): string[] =>
  trendRows[trend].map(({ label, unit }) => `${trendName(trend, side)}, ${label}${unit === "" ? "" : ` (${unit})`}`);

export const trendCsvHead = (trends: readonly ExportedTrend[]): string =>
  csvCells(["time", "onset_s", ...trends.flatMap(trendColumnNames)]);

/** Every digit; "" where there is none, which is never 0. */
export function trendCell(value: number): string {
  if (Number.isNaN(value)) return "";
  if (Number.isFinite(value)) return String(value);
  return value < 0 ? "-inf" : "inf";
}

/** Values of a trend: [row][epoch]. */
export interface TrendValues {
  readonly rows: number;
  readonly epochs: number;
  readonly data: ArrayLike<number>;
}

/** Lines of epochs that begin `epochMs` apart, from `startMs` on. A recording that does not say when it began has no times of day. */
export function trendCsvLines(
  recording: ClockSource,
  { startMs, epochMs }: { startMs: number; epochMs: number },
  trends: readonly TrendValues[],
): string {
  const clock = clockOf(recording);
  const epochs = trends[0]?.epochs ?? 0;
  let text = "";
  for (let k = 0; k < epochs; k++) {
    const ms = startMs + k * epochMs;
    const moment = clock.isElapsed ? "" : momentText(ms, clock.offsetMs(ms));
    text += `${moment},${secondsText(ms - recording.start_ms)}`;
    for (const { rows, data } of trends)
      for (let row = 0; row < rows; row++) text += `,${trendCell(data[row * epochs + k])}`;
    text += "\r\n";
  }
  return text;
}
