/** What the mirror of the server's annotations is given and gives. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import type { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import type { LogEntry } from "../../../protocol/annotation-log.ts";
import type { StoreDeps, Truth } from "./store-deps.ts";
import type { AnnotationState, SessionView } from "./types.ts";

/** What this page does to annotations, as far as what the server tells must be weighed against it. */
export interface OwnActs {
  /** An entry of the log was written by this page's own queue. */
  isOwn(entry: LogEntry): boolean;
  /** An entry of the log is the page's own, or of an annotation that waits for an answer of its own: it is not shown. */
  claims(entry: LogEntry, truth: Truth | null): boolean;
  /** The page has changed it, and waits for the answer. */
  isPending(ref: AnnotationRef): boolean;
}

export interface MirrorDeps extends StoreDeps {
  readonly state: Pick<AnnotationState, "phase" | "problem" | "current">;
  readonly signal: AbortSignal;
  readonly own: OwnActs;
  changed(): void;
}

export interface Mirror {
  readonly table: AnnotationTable;
  views(): SessionView[];
  /** Reads the sessions, and follows the log from there on. */
  open(): Promise<void>;
  /** Comes when the log was read to where it stands now. */
  catchUp(): Promise<void>;
  /** The log moved to this number; null: it may have. */
  hear(sequence: number | null): void;
  fetchSession(id: number): Promise<void>;
  setLoaded(id: number, isLoaded: boolean): Promise<string | null>;
  /** Shows an annotation as the server has it, if its session is here. */
  show(ref: AnnotationRef, truth: Truth | null): void;
  /** How many entries of others about a session and its annotations were heard. */
  changesByOthers(id: number): number;
  tryAgain(): void;
}
