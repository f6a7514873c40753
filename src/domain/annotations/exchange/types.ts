/** What annotations are outside of this program: rows of a file, and the recording that they are of. Pure; README.md has the rules. */
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import type { ClockSource } from "../../time/clock.ts";

export interface ExchangeRecording extends ClockSource {
  readonly end_ms: number;
}

/** One annotation as files hold it. */
export interface ExchangeRow extends AnnotationContent {
  /** "" when nobody is known. */
  readonly author: string;
  readonly author_email: string;
  /** Epoch ms; null: not known. */
  readonly made_at: number | null;
}

/** Rows that are read where they are written, in the order of the file: nothing makes an object of each before. */
export interface ExchangeRows<Row = ExchangeRow> {
  readonly count: number;
  at(index: number): Row;
}

/** What a file may say of an annotation beside its times and its title. */
export const sideFields = [
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
export type SideField = (typeof sideFields)[number];
