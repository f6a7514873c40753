/** Annotations of a file on a recording: which are new, and why the others are not written. */
import { type AnnotationContent, annotationLimits, newAnnotation } from "../../../protocol/annotations.ts";
import { cutText } from "../../cut-text.ts";
import { firstFailure } from "../../people/rules.ts";
import { annotationRules } from "../annotation-rules.ts";
import { headerSecond, headerWall } from "./edf.ts";
import type { FileRow, ReadFile } from "./file-rows.ts";
import type { ExchangeRecording, SideField } from "./types.ts";

/** What times of a file count from: the calendar, or the start of the recording. */
export type TimeBase = "absolute" | "relative";

export interface PlacedRow {
  readonly line: number;
  readonly content: AnnotationContent;
  readonly state: "new" | "duplicate" | "outside" | "refused";
  /** Of one that is refused. */
  readonly sentence: string | null;
}

export interface Placed {
  readonly base: TimeBase;
  /** Bases that the file can be read by. */
  readonly bases: readonly TimeBase[];
  readonly rows: readonly PlacedRow[];
  /** Titles that were shortened; the whole text stands in the description. */
  readonly shortened: number;
}

/** Bases that the file can be read by, the one that is taken unless told first: the calendar, where it meets the recording. */
export function basesOf(file: ReadFile, recording: ExchangeRecording): readonly TimeBase[] {
  const rows = rowsOn(file, recording);
  const hasMoments = rows.some(({ startMs }) => startMs !== null) && recording.is_start_known;
  const hasOnsets = rows.some(({ onsetMs }) => onsetMs !== null);
  if (!hasMoments) return ["relative"];
  if (!hasOnsets) return ["absolute"];
  const meets = rows.some(
    ({ startMs }) => startMs !== null && startMs >= recording.start_ms && startMs <= recording.end_ms,
  );
  return meets ? ["absolute", "relative"] : ["relative", "absolute"];
}

/**
 * @param existing what the target session has
 * @param base one of `basesOf`
 */
export function placeRows(
  file: ReadFile,
  recording: ExchangeRecording,
  existing: Iterable<AnnotationContent>,
  base: TimeBase,
): Placed {
  const zero = file.zero === "second" ? headerSecond(recording) : recording.start_ms;
  const rules = annotationRules(recording);
  const has = new Map<string, number>();
  for (const content of existing) {
    const key = keyOf(file, content);
    has.set(key, (has.get(key) ?? 0) + 1);
  }
  let shortened = 0;
  const rows = rowsOn(file, recording).map((row): PlacedRow => {
    const { line } = row;
    const start = startOf(row, base, zero);
    const { content, isShortened } = contentOf(row, start);
    const { start_time, end_time } = content;
    if (!(start_time >= recording.start_ms && end_time <= recording.end_ms))
      return { line, content, state: "outside", sentence: null };
    const sentence = firstFailure(rules, content);
    if (sentence !== undefined) return { line, content, state: "refused", sentence };
    const key = keyOf(file, content);
    const left = has.get(key) ?? 0;
    if (left > 0) {
      has.set(key, left - 1);
      return { line, content, state: "duplicate", sentence: null };
    }
    if (isShortened) shortened++;
    return { line, content, state: "new", sentence: null };
  });
  return { base, bases: basesOf(file, recording), rows, shortened };
}

/**
 * A clock shows the repeated hour of autumn twice, and an EDF header does not say which of them it means: where it shows what this
 * recording's clock showed at its own start, that start is meant.
 */
function rowsOn({ rows, wallMs }: ReadFile, recording: ExchangeRecording): readonly FileRow[] {
  if (wallMs === null || !recording.is_start_known || wallMs !== headerWall(recording)) return rows;
  const second = headerSecond(recording);
  return rows.map((row) => ({ ...row, startMs: row.onsetMs === null ? null : second + row.onsetMs }));
}

/** A row that does not say it by the base taken is placed by the other one. */
function startOf({ startMs, onsetMs }: FileRow, base: TimeBase, zero: number): number {
  const relative = onsetMs === null ? null : zero + onsetMs;
  return (base === "absolute" ? (startMs ?? relative) : (relative ?? startMs)) ?? Number.NaN;
}

/** As the annotations of the file itself: what a title cannot hold stands in the description. */
function contentOf({ title, durationMs, side }: FileRow, start: number) {
  const whole = title.trim() === "" ? "" : title;
  const isShortened = whole.length > annotationLimits.title;
  const cut = (text: string, most: number) => (text.length <= most ? text : `${cutText(text, most - 1)}…`);
  const described = side.annotation_description ?? "";
  const content: AnnotationContent = {
    annotation_type: "",
    modalities: [],
    color: newAnnotation.color,
    opacity: newAnnotation.opacity,
    tags: [],
    kind: "note",
    ...side,
    start_time: start,
    end_time: durationMs === null ? start : start + durationMs,
    annotation_text: cut(whole, annotationLimits.title),
    annotation_description: isShortened && described === "" ? cut(whole, annotationLimits.description) : described,
  };
  return { content, isShortened };
}

const members: Readonly<Record<SideField, ((content: AnnotationContent) => unknown) | null>> = {
  description: ({ annotation_description }) => annotation_description,
  tags: ({ tags }) => tags,
  channels: ({ modalities }) => modalities,
  kind: ({ kind }) => kind,
  color: ({ color }) => color.toUpperCase(),
  opacity: ({ opacity }) => opacity,
  window: ({ annotation_type }) => annotation_type,
  author: null,
  author_email: null,
  made_at: null,
};

/** What makes two the same: times to the millisecond, the title, and what else the file says. */
function keyOf({ fields }: ReadFile, content: AnnotationContent): string {
  const { start_time, end_time, annotation_text } = content;
  return JSON.stringify([
    ...[Math.round(start_time), Math.round(end_time), annotation_text],
    ...fields.map((field) => members[field]?.(content) ?? null),
  ]);
}
