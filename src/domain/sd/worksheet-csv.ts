/** The worksheet as CSV (RFC 4180, UTF-8 with a mark in front, CR LF): how it was found, then a line for each candidate. Pure. */
import { guarded, listText } from "../annotations/exchange/cells.ts";
import { momentText } from "../annotations/exchange/moments.ts";
import type { Clock } from "../time/clock.ts";
import { type SdCandidateRow, spreadText, type Verdict } from "./worksheet.ts";

export const worksheetColumns = [
  ...["onset", "onset_s", "channel", "electrodes", "amplitude_uv", "depression_db", "spread", "neighbours"],
  ...["confirmed", "provisional", "verdict"],
] as const;

const cell = (text: string): string => {
  const safe = guarded(text);
  return /^\s|\s$|[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const line = (cells: readonly string[]) => `${cells.map(cell).join(",")}\r\n`;
/** Numbers are none that a spreadsheet would run. */
const numbers = (values: readonly string[]) => values.join(",");

/** `facts`: name and value of each, the same as beside the plot. A recording that does not say when it began has no moments of day. */
export function worksheetCsv(
  rows: readonly { readonly candidate: SdCandidateRow; readonly verdict: Verdict | null }[],
  facts: readonly (readonly [name: string, value: string])[],
  { startMs, clock }: { startMs: number; clock: Clock },
): string {
  const lines = rows.map(({ candidate, verdict }) => {
    const { onset_ms, channel, modalities, amplitude_uv, depression_db, spread, is_confirmed, is_provisional } =
      candidate;
    const moment = clock.isElapsed ? "" : momentText(onset_ms, clock.offsetMs(onset_ms));
    const [head, tail] = [
      [moment, ((onset_ms - startMs) / 1000).toFixed(3), channel, listText(modalities, ";")],
      [spreadText(candidate), String(spread.length), yesNo(is_confirmed), yesNo(is_provisional), verdict ?? ""],
    ].map((cells) => line(cells).trimEnd());
    return `${head},${numbers([amplitude_uv.toFixed(1), depression_db.toFixed(2)])},${tail}\r\n`;
  });
  return `\ufeff${facts.map(line).join("")}${line(worksheetColumns)}${lines.join("")}`;
}

const yesNo = (is: boolean) => (is ? "yes" : "no");
