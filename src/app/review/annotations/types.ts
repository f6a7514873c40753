/** What the review knows of the annotations of its recording, and what may be done to them. Types; the store is `store.ts`. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import type { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import type { EventMark } from "./event-mark.ts";
import type { MaskBook } from "./mask-book.ts";
import type { HistoryAnswer } from "./store-deps.ts";

/** The session that holds the annotations of the file itself: read by everybody, changed by nobody. */
export const fileGroupId = 0;

/** A session as screens show it. */
export interface SessionView {
  /** `fileGroupId`, or the server's. */
  readonly id: number;
  readonly name: string;
  /** How many annotations it has, as far as is known. */
  readonly count: number;
  /** When it was made, epoch ms; null: of the file. */
  readonly madeAt: number | null;
  readonly isReadOnly: boolean;
  /** Its annotations are here. "failed" has a sentence in `problem`. */
  readonly fetched: "no" | "fetching" | "yes" | "failed";
  /** 0 to 1 while they are fetched. */
  readonly progress: number;
  readonly problem: string | null;
  /** What is here of it may be out of date: it is read again, or could not be (`problem`). */
  readonly isStale: boolean;
  /** How many of those that are here are drawn and listed. */
  readonly loaded: "none" | "some" | "all";
  readonly loadedCount: number;
}

/** An act of this page that the server refused, until somebody has read it. */
export interface AnnotationRefused {
  /** Tells it from others. */
  readonly number: number;
  readonly ref: AnnotationRef;
  readonly act: "create" | "modify" | "delete" | "restore";
  readonly code: string;
  readonly sentence: string;
  /** What was to be written; null of a deletion. */
  readonly mine: AnnotationContent | null;
  /** Somebody else changed it first: as it is now stands in the table; false: it is gone, or was refused for another reason. */
  readonly hasTheirs: boolean;
}

/** A valtio proxy; written by the store alone. */
export interface AnnotationState {
  /** "failed" has a sentence in `problem`. */
  phase: "opening" | "ready" | "failed";
  problem: string | null;
  /** The file's own first, then by name. */
  sessions: readonly SessionView[];
  /** Where new annotations go; null: none is chosen. */
  current: number | null;
  /** Grows with every change of the table, at most once a frame. */
  revision: number;
  /** Acts that the server has not acknowledged: 'Saving...' as long as there are some. */
  unsent: number;
  /** They wait for the server, which cannot be reached. */
  isWaiting: boolean;
  /** What the server says of why they wait (a permission that has gone); null: it cannot be reached. */
  waitingFor: string | null;
  refused: readonly AnnotationRefused[];
  /** What Undo and Redo would do, in words ("Undo: delete 3 annotations"); null: nothing. */
  undo: string | null;
  redo: string | null;
  /** What is to be taken back, or done again, was changed by somebody since: the reader is asked; null: nothing. */
  asked: "undo" | "redo" | null;
  /** Annotations are drawn over plots and timelines; 'Hide annotations' says no. */
  isHidden: boolean;
  mode: VisualizationMode;
  /** What a press on a plot does in annotate mode. */
  tool: InputMode;
  /** What is marked by a press is an artifact. */
  marksArtifacts: boolean;
  /** What is being marked, until it is let go or finished; null: nothing. */
  draft: AnnotationDraft | null;
  /** The annotation whose editor is open; null: none. */
  opened: AnnotationRef | null;
  /** Step of Undo that has just made the open one; 0: it was there before. */
  newStep: number;
}

/**
 * Spec 001 section 4, "Visualization modes". In annotate mode annotations are made and changed; in configure and view mode plots leave
 * them as they are, so that what is dragged or pressed while a display is arranged, or shown to others, marks nothing.
 */
export type VisualizationMode = "annotate_mode" | "configure_mode" | "view_mode";

/** "cursor": a drag moves the page; "brush": a drag marks a span; "click": a press marks a point. */
export type InputMode = "click" | "brush" | "cursor";

/** An annotation that has no end yet, or whose edge is dragged. */
export interface AnnotationDraft {
  readonly startMs: number;
  /** Null: the cursor is its other end. */
  readonly endMs: number | null;
  readonly color: string;
  readonly title: string;
  /** The annotation whose edge it is, drawn in its place; null: a new one. */
  readonly of: AnnotationRef | null;
  /** The channels that it will name, and is drawn over; none: all of them. */
  readonly modalities: readonly string[];
}

/** What plots and timelines draw: the loaded ones, unless they are hidden. */
export interface DrawnAnnotations {
  readonly table: AnnotationTable;
  /** Proxy: a frame is due when one of these changes. */
  readonly state: Pick<AnnotationState, "revision" | "isHidden" | "draft">;
  /** What is masked, whatever is loaded or hidden. */
  readonly masks: MaskBook;
  /** The event that is being reviewed. */
  readonly event: EventMark;
  /** What the pointer may do to them; null: nothing. */
  readonly pointing: AnnotationPointing | null;
}

/** What the reader says of something; `said`: what was said of it before, by whomever, the newest first. */
export interface Saying {
  readonly content: AnnotationContent;
  readonly said: readonly AnnotationRef[];
}

/** What a plot asks of a press on it. */
export interface AnnotationPointing {
  /** What a press does now. */
  tool(): InputMode;
  /** Whether its edges may be dragged now. */
  mayMove(ref: AnnotationRef): boolean;
  setDraft(draft: AnnotationDraft | null): void;
  /** Makes one from a time to another, in either order; `window`: title of the window; `modalities`: the channels it names, none: all. */
  make(fromMs: number, toMs: number, window: string, modalities?: readonly string[]): void;
  move(ref: AnnotationRef, startMs: number, endMs: number): void;
  /** Whether the reader made it, and may change it. */
  isOwn(ref: AnnotationRef): boolean;
  /** Writes what the reader says of things, as one step of Undo, without opening an editor. False: it cannot be, and why is said. */
  sayAll(sayings: readonly Saying[]): boolean;
  /** Opens its editor. */
  open(ref: AnnotationRef): void;
}

/** What became of taking one step back. "changed": what it did was changed since; "gone": it was taken back, or is not kept; "busy": another one is. */
export type TakenBack = "done" | "changed" | "gone" | "busy";

/** The store of one recording's annotations, for as long as its review stands. */
export interface AnnotationStore extends DrawnAnnotations {
  readonly dataObjectId: number;
  readonly state: AnnotationState;
  /** What is there; read it again when `state.revision` has changed. */
  readonly table: AnnotationTable;
  /** The user's own number: whose annotations may be changed with `create_annotations` alone. */
  readonly userId: number | null;

  /** Makes a session. @throws ApiFailure with the sentence of the refusal */
  createSession(name: string): Promise<number>;
  /** @throws ApiFailure */
  renameSession(id: number, name: string): Promise<void>;
  /** All of them or none, as one step of Undo: returns its number. @throws ApiFailure */
  deleteSessions(ids: readonly number[]): Promise<number>;
  setCurrent(id: number | null): void;
  /** Fetches the annotations of a session, if they are not here; never fails: what went wrong stands in its view. */
  fetchSession(id: number): Promise<void>;
  /** Marks a session, or one annotation, as loaded (drawn and listed) or not; fetches what is not here. Resolves with why that failed, else null. */
  setLoaded(id: number, isLoaded: boolean): Promise<string | null>;
  setOneLoaded(ref: AnnotationRef, isLoaded: boolean): void;

  /** May this page's user change or delete it? */
  mayChange(ref: AnnotationRef): boolean;
  mayDelete(ref: AnnotationRef): boolean;

  /** What follows is there at once, written down in the browser, and sent. Each can be undone. */
  create(content: AnnotationContent, groupId: number): AnnotationRef;
  /**
   * Makes many as one step of Undo, some at a time: `step` is what the call before returned, 0 for the first. Returns the number of the
   * step; 0: it was taken back meanwhile, and these were not made.
   */
  createAll(contents: readonly AnnotationContent[], groupId: number, step: number): number;
  modify(ref: AnnotationRef, content: AnnotationContent, groupId?: number): void;
  /** Changes the one that a step has just made, as a part of that step; another step, or 0, makes it one of its own. */
  finish(ref: AnnotationRef, content: AnnotationContent, groupId: number, step: number): void;
  /** Several at once are one step of Undo. Returns its number; 0: there was nothing. */
  modifyAll(changes: readonly { ref: AnnotationRef; content: AnnotationContent; groupId?: number }[]): number;
  /** Returns the number of the step; 0: there was nothing. */
  remove(refs: readonly AnnotationRef[]): number;
  /** Copies annotations into a session. Returns the number of the step; 0: there was nothing. */
  copy(refs: readonly AnnotationRef[], groupId: number): number;
  /** Takes the last step back; false: somebody has changed since what it would take back, and `isSure` was not said. */
  undo(isSure?: boolean): boolean;
  redo(isSure?: boolean): boolean;
  /** Takes one step back, whatever came after it. */
  takeBack(step: number): TakenBack;
  /** A refusal was read; with `again` what was to be written is written over theirs. */
  dismiss(number: number, again: boolean): void;
  /** Whether there is a step that Undo or Redo would do now; ahead of `state`, which is told once a frame. */
  hasStep(which: "undo" | "redo"): boolean;
  /** Undo or Redo; where somebody has changed since, the reader is asked first (`state.asked`). */
  undoOrAsk(which: "undo" | "redo"): void;
  /** What the reader says to that. */
  answer(isSure: boolean): void;
  /** What was done to one, newest first, before a number; null while the server does not have it. @throws ApiFailure */
  history(ref: AnnotationRef, before: number | null, signal: AbortSignal): Promise<HistoryAnswer | null>;
  setHidden(isHidden: boolean): void;
  setMode(mode: VisualizationMode): void;
  setTool(tool: InputMode): void;
  setMarksArtifacts(marks: boolean): void;
  setDraft(draft: AnnotationDraft | null): void;
  /** Opens the editor of an annotation; null: closes it. */
  open(ref: AnnotationRef | null): void;
  /** A change is not even written down in the browser yet: a page that goes now loses it. */
  holdsPage(): boolean;
  /** Tries again at once what failed or waits. */
  tryAgain(): void;
  /** Ends it: what is on its way is sent to its end, and what cannot be sent now stays written down. Comes when that is so. */
  close(): Promise<void>;
}
