/** What the store of annotations needs of the world, and what its parts say to each other. Types. */
import type { AnnotationColumns } from "../../../protocol/annotation-columns.ts";
import type {
  AnnotationChange,
  ChangeOutcome,
  getAnnotationHistory,
  LogEntry,
} from "../../../protocol/annotation-log.ts";
import type { AnnotationContent, AnnotationGroup, AnnotationPerson } from "../../../protocol/annotations.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import type { AnswerOf } from "../../../protocol/route.ts";
import type { ChangeKeeper, QueueOwner, SendFailure } from "../../unsent/index.ts";
import type { MaskBook } from "./mask-book.ts";

export interface LogPage {
  readonly entries: readonly LogEntry[];
  readonly people: readonly AnnotationPerson[];
  readonly sequence: number;
}

export type HistoryAnswer = AnswerOf<typeof getAnnotationHistory>;

export interface StoreDeps {
  readonly dataObjectId: number;
  readonly fileAnnotations: readonly FileAnnotation[];
  /** Null: nobody's, and nothing can be written. */
  readonly queue: QueueOwner | null;
  readonly me: AnnotationPerson | null;
  /** A fresh client id: 32 hexadecimal digits. */
  newClient(): string;
  keeper: ChangeKeeper;
  takeQueue(client: string): Promise<(() => void) | null>;
  mayCreate(): boolean;
  mayDeleteOthers(): boolean;
  nowMs(): number;
  later(work: () => void, ms: number): () => void;
  /** Calls `work` once before the next frame. */
  soon(work: () => void): void;
  open(signal: AbortSignal): Promise<{ groups: readonly AnnotationGroup[]; sequence: number }>;
  /** Null: the log does not reach back so far. */
  changesAfter(sequence: number, signal: AbortSignal): Promise<LogPage | null>;
  /** So many entries of one annotation, before a number; null: from the last one on. */
  history(id: number, before: number | null, signal: AbortSignal): Promise<HistoryAnswer>;
  columns(groupId: number, afterId: number, signal: AbortSignal): Promise<AnnotationColumns>;
  send(client: string, changes: readonly AnnotationChange[]): Promise<readonly ChangeOutcome[]>;
  failureOf(error: unknown): SendFailure;
  sentenceOf(error: unknown): string;
  createGroup(name: string): Promise<number>;
  renameGroup(id: number, name: string): Promise<void>;
  /** All of them or none. */
  deleteGroups(ids: readonly number[]): Promise<void>;
  /** Brings a deleted session back. */
  restoreGroup(id: number): Promise<void>;
  /** Hears that the log moved, and to which number; null: it may have. Returns the untying. */
  follow(hear: (sequence: number | null) => void): () => void;
  /** What is masked; the store ends it. */
  readonly masks: MaskBook;
  /** Says why something was not done. */
  tell(sentence: string): void;
}

/** As the server has it; null: deleted, or not made yet. */
export interface Truth {
  readonly groupId: number;
  readonly revision: number;
  readonly madeAt: number;
  readonly person: AnnotationPerson | null;
  readonly content: AnnotationContent;
}
