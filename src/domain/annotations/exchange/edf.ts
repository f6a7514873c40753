/**
 * EDF+ file of annotations alone (EDF+ 2.2, formats.md 1.3): one annotation signal, records that last no time. It holds start,
 * duration and title. Onsets count from the second that the header names; the recording's own fraction of it stands in the time-keeping list.
 */
import { clockOf } from "../../time/clock.ts";
import { secondsText } from "./moments.ts";
import type { ExchangeRecording, ExchangeRow, ExchangeRows } from "./types.ts";

/** What of an annotation such a file holds. */
export type EdfRow = Pick<ExchangeRow, "start_time" | "end_time" | "annotation_text">;

/** EDF+ asks for records of at most 61,440 bytes. */
const mostRecordBytes = 32_768;
/** Rows between two moments in which others may work. */
const piece = 1000;

/** Control characters end texts and lists of the format; tabs and line breaks may stay. An empty text would be none. */
export function edfTitle(title: string): string {
  const text = title.replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, " ");
  return text.trim() === "" ? "?" : text;
}

/** The second of the header, epoch ms: what onsets count from. */
export function headerSecond(recording: ExchangeRecording): number {
  const clock = clockOf(recording);
  const offset = clock.isElapsed ? -recording.start_ms : clock.offsetMs(recording.start_ms);
  return Math.floor((recording.start_ms + offset) / 1000) * 1000 - offset;
}

/** What the recording's clock showed then, as if it were UTC. */
export const headerWall = (recording: ExchangeRecording): number =>
  headerSecond(recording) + clockOf(recording).offsetMs(recording.start_ms);

const signed = (ms: number) => (ms < 0 ? secondsText(ms) : `+${secondsText(ms)}`);
const encoder = new TextEncoder();

function talOf(rows: ExchangeRows<EdfRow>, index: number, originMs: number): Uint8Array {
  const { start_time, end_time, annotation_text } = rows.at(index);
  const length = end_time > start_time ? `\x15${secondsText(end_time - start_time)}` : "";
  return encoder.encode(`${signed(start_time - originMs)}${length}\x14${edfTitle(annotation_text)}\x14\0`);
}

/** The file in pieces. An empty piece is a moment for others: the lists are measured before the header can be said. */
export function* edfPieces(rows: ExchangeRows<EdfRow>, recording: ExchangeRecording): Generator<Uint8Array> {
  const originMs = headerSecond(recording);
  const keeper = encoder.encode(`${signed(recording.start_ms - originMs)}\x14\x14\0`);
  let [total, longest] = [keeper.length, 0];
  for (let k = 0; k < rows.count; k++) {
    const { length } = talOf(rows, k, originMs);
    total += length;
    longest = Math.max(longest, length);
    if (k % piece === piece - 1) yield new Uint8Array();
  }
  const even = (n: number) => n + (n % 2);
  const recordBytes = Math.max(even(Math.min(total, mostRecordBytes)), even(keeper.length + longest));
  /** Rows at which records end. */
  const ends: number[] = [];
  let filled = keeper.length;
  for (let k = 0; k < rows.count; k++) {
    const { length } = talOf(rows, k, originMs);
    if (filled + length > recordBytes) {
      ends.push(k);
      filled = keeper.length;
    }
    filled += length;
    if (k % piece === piece - 1) yield new Uint8Array();
  }
  ends.push(rows.count);
  yield headerOf(recording, ends.length, recordBytes);
  let row = 0;
  for (const end of ends) {
    const record = new Uint8Array(recordBytes);
    record.set(keeper);
    for (let at = keeper.length; row < end; row++) {
      const tal = talOf(rows, row, originMs);
      record.set(tal, at);
      at += tal.length;
    }
    yield record;
  }
}

const two = (n: number) => String(n).padStart(2, "0");
const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** Nobody is named in it. */
function headerOf(recording: ExchangeRecording, records: number, recordBytes: number): Uint8Array {
  const { day, date, time } = startOf(recording);
  const fields: readonly (readonly [text: string, length: number])[] = [
    ["0", 8],
    ["X X X X", 80],
    [`Startdate ${day} X X X`, 80],
    [date, 8],
    [time, 8],
    ["512", 8],
    ["EDF+C", 44],
    [String(records), 8],
    ["0", 8],
    ["1", 4],
    ["EDF Annotations", 16],
    ["", 80],
    ["", 8],
    ["-1", 8],
    ["1", 8],
    ["-32768", 8],
    ["32767", 8],
    ["", 80],
    [String(recordBytes / 2), 8],
    ["", 32],
  ];
  return encoder.encode(fields.map(([text, length]) => text.padEnd(length)).join(""));
}

/** The start as the recording's clock showed it; two digits of a year say 1985 to 2084 alone. */
function startOf(recording: ExchangeRecording): { day: string; date: string; time: string } {
  if (!recording.is_start_known) return { day: "X", date: "01.01.85", time: "00.00.00" };
  const wall = new Date(headerWall(recording));
  const year = wall.getUTCFullYear();
  const [day, month] = [two(wall.getUTCDate()), wall.getUTCMonth()];
  const short = year >= 1985 && year <= 2084 ? two(year % 100) : "yy";
  return {
    day: `${day}-${months[month]}-${String(year).padStart(4, "0")}`,
    date: `${day}.${two(month + 1)}.${short}`,
    time: [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()].map(two).join("."),
  };
}
