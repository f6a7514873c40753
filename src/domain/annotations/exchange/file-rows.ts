/** What a file said, before it is put on a recording. */
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import type { SideField } from "./types.ts";

/** An annotation of a file. Times are milliseconds; null: the file does not say it so. */
export interface FileRow {
  /** Of the file, from 1; of EDF+ the number of the annotation. */
  readonly line: number;
  /** Epoch ms. */
  readonly startMs: number | null;
  /** From the file's own zero. */
  readonly onsetMs: number | null;
  /** Null: a point. */
  readonly durationMs: number | null;
  readonly title: string;
  readonly side: Partial<
    Pick<
      AnnotationContent,
      "annotation_description" | "tags" | "modalities" | "kind" | "color" | "opacity" | "annotation_type"
    >
  >;
}

export type BadReason = "onset" | "end" | "duration" | "opacity" | "line" | "text";

/** What could not be read. */
export interface BadRow {
  readonly line: number;
  readonly reason: BadReason;
  /** As it stands in the file, shortened. */
  readonly found: string;
}

export type FileFormat = "csv" | "semicolon" | "tsv" | "bids" | "edf";

export interface ReadFile {
  readonly format: FileFormat;
  readonly rows: readonly FileRow[];
  readonly bad: readonly BadRow[];
  /** What the file says beside times and titles: what it does not say is not compared, and gets what new annotations have. */
  readonly fields: readonly SideField[];
  /** What onsets count from: the first sample, or the second that the header of an EDF file names. */
  readonly zero: "first sample" | "second";
  /** What a clock showed at the start that an EDF file names, as if it were UTC; null: it names none. */
  readonly wallMs: number | null;
  /** Of what is no UTF-8: as what it was read. */
  readonly encoding: "utf-8" | "utf-16" | "latin-1";
  /** Columns that nothing was made of. */
  readonly ignored: readonly string[];
}

/** Why nothing of a file can be read. */
export type FileProblem =
  | { readonly problem: "empty" | "binary" | "too large" | "too many" | "broken" | "one line" }
  | { readonly problem: "no columns"; readonly found: readonly string[] }
  | { readonly problem: "no annotations" }
  /** A sentence about the header of an EDF file. */
  | { readonly problem: "edf"; readonly sentence: string };

/** Text of a file for a message. */
export const shortly = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);
