/** Annotations of a table: which column says what, and what each row says. */

import { bidsListSeparator } from "./bids.ts";
import { listOf, unguarded } from "./cells.ts";
import { csvListSeparator } from "./csv.ts";
import { type BadReason, type BadRow, type FileProblem, type FileRow, type ReadFile, shortly } from "./file-rows.ts";
import { msOfMoment, msOfSeconds } from "./moments.ts";
import { type SideField, sideFields } from "./types.ts";

/** A record of the file, with the line that it begins in. Cells that say "n/a" are empty. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

type Field = "title" | "start" | "end" | "onset" | "duration" | SideField;

/** Names that columns have in our files and in those of others. */
const names: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...sideFields.map((field): [string, Field] => [field, field]),
  ["title", "title"],
  ["trial_type", "title"],
  ["label", "title"],
  ["text", "title"],
  ["annotation", "title"],
  ["event", "title"],
  ["name", "title"],
  ["start", "start"],
  ["start_time", "start"],
  ["begin", "start"],
  ["time", "start"],
  ["end", "end"],
  ["end_time", "end"],
  ["stop", "end"],
  ["onset", "onset"],
  ["onset_s", "onset"],
  ["onset_seconds", "onset"],
  ["duration", "duration"],
  ["duration_s", "duration"],
  ["duration_seconds", "duration"],
  ["notes", "description"],
  ["note", "description"],
  ["comment", "description"],
  ["channel", "channels"],
  ["colour", "color"],
]);

const nameOf = (cell: string) => cell.trim().toLowerCase().replace(/\s+/g, "_");

/**
 * @param lines the head first
 * @param timezone of the recording: moments without an offset are of its clock
 */
export function readCells(
  lines: readonly TableLine[],
  format: Exclude<ReadFile["format"], "edf">,
  timezone: string,
): Pick<ReadFile, "rows" | "bad" | "fields" | "ignored"> | FileProblem {
  const [head, ...rest] = lines;
  const columns = new Map<Field, number>();
  const ignored: string[] = [];
  (head?.cells ?? []).forEach((cell, k) => {
    const field = names.get(nameOf(cell));
    if (field === undefined || columns.has(field)) ignored.push(shortly(cell.trim()));
    else columns.set(field, k);
  });
  if (!columns.has("title") || !(columns.has("start") || columns.has("onset")))
    return { problem: "no columns", found: (head?.cells ?? []).slice(0, 12).map((cell) => shortly(cell.trim())) };
  const rows: FileRow[] = [];
  const bad: BadRow[] = [];
  const fields = sideFields.filter((field) => columns.has(field));
  for (const { line, cells } of rest) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const told = rowOf((field) => cells[columns.get(field) ?? -1] ?? "", { line, format, timezone, fields });
    if ("reason" in told) bad.push(told);
    else rows.push(told);
  }
  return { rows, bad, fields, ignored: ignored.filter((name) => name !== "") };
}

interface Reading {
  readonly line: number;
  readonly format: Exclude<ReadFile["format"], "edf">;
  readonly timezone: string;
  readonly fields: readonly SideField[];
}

function rowOf(cell: (field: Field) => string, { line, format, timezone, fields }: Reading): FileRow | BadRow {
  const bad = (reason: BadReason, found: string): BadRow => ({ line, reason, found: shortly(found) });
  const text = (field: Field) => unguarded(cell(field));
  const [start, end, onset, duration] = (["start", "end", "onset", "duration"] as const).map((field) =>
    cell(field).trim(),
  );
  const startMs = msOfMoment(start, timezone);
  const onsetMs = msOfSeconds(onset === "" && startMs === null ? start : onset);
  if (startMs === null && onsetMs === null) return bad("onset", start === "" ? onset : start);
  const length = lengthOf({ startMs, onsetMs, end, duration }, timezone);
  if (typeof length === "string") return bad(length, length === "end" ? end : duration);
  const opacity = cell("opacity").trim();
  if (opacity !== "" && !/^(0|1|[01]?\.\d+|\d+(\.\d+)?e-\d+)$/i.test(opacity)) return bad("opacity", opacity);
  const separator = format === "bids" ? bidsListSeparator : csvListSeparator;
  const has = (field: SideField) => fields.includes(field);
  const color = cell("color").trim();
  const kind = cell("kind").trim().toLowerCase();
  return {
    ...{ line, startMs, onsetMs, durationMs: length, title: text("title") },
    side: {
      ...(has("description") ? { annotation_description: text("description") } : {}),
      ...(has("tags") ? { tags: listOf(text("tags"), separator) } : {}),
      ...(has("channels") ? { modalities: listOf(text("channels"), separator) } : {}),
      ...(kind === "artifact" || kind === "note" ? { kind } : {}),
      ...(color === "" ? {} : { color }),
      ...(opacity === "" ? {} : { opacity: Number(opacity) }),
      ...(has("window") ? { annotation_type: text("window") } : {}),
    },
  };
}

/** How long, ms; null: a point. Or what of it cannot be read. */
function lengthOf(
  told: { startMs: number | null; onsetMs: number | null; end: string; duration: string },
  timezone: string,
): number | null | "end" | "duration" {
  const { startMs, onsetMs, end, duration } = told;
  // The end itself is told to its last digit; a start and a length would be added up.
  const endMs = msOfMoment(end, timezone);
  if (endMs !== null && startMs !== null) return endMs < startMs ? "end" : endMs - startMs;
  if (duration !== "") {
    const ms = msOfSeconds(duration);
    return ms === null || ms < 0 ? "duration" : ms;
  }
  if (end === "") return null;
  const seconds = msOfSeconds(end);
  return seconds === null || onsetMs === null || seconds < onsetMs ? "end" : seconds - onsetMs;
}
