/**
 * What this page has entered of reviews: kept in the browser with every change, sent when it is to be saved, kept until the server has acknowledged it.
 * One is sent at a time. Not React; calls, clocks and the browser's storage are given.
 */
import { proxy } from "valtio";
import { emptyResponses, isReviewEmpty, isSameReview } from "../../../domain/event-review/review-form.ts";
import type { ReviewAnswers, ReviewResponses } from "../../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../../protocol/text/event-review-text.ts";
import type { QueueOwner } from "../../unsent/index.ts";
import type { DraftKeeper, ReviewDraft } from "./kept-drafts.ts";

/** What became of a save. */
export type SaveFailure =
  /** It may do later. `sentence`: what the server said of it, where it was reached. */
  | { readonly kind: "away"; readonly afterMs?: number; readonly sentence: string }
  /** The reader has saved this review elsewhere meanwhile. */
  | { readonly kind: "changed" }
  /** The event is no more: nothing that the reader does to the review saves it. */
  | { readonly kind: "gone"; readonly sentence: string }
  /** It cannot be saved as it is. */
  | { readonly kind: "refused"; readonly sentence: string };

export interface DraftDeps {
  /** Null: nobody is signed in, and nothing is kept or sent. */
  readonly owner: QueueOwner | null;
  readonly keeper: DraftKeeper;
  /** A name for a save that no other one has. */
  newSave(): string;
  /** The reader's own review as the server has it. */
  saved(annotationId: number): ReviewAnswers | null;
  send(draft: ReviewDraft, save: string): Promise<ReviewAnswers>;
  /** The server has saved it: from now on that is what `saved` says. */
  acknowledged(annotationId: number, answers: ReviewAnswers): void;
  failureOf(error: unknown): SaveFailure;
  /** Reads the reader's own reviews anew. */
  catchUp(): Promise<void>;
  later(work: () => void, ms: number): () => void;
}

export interface ReviewDrafts {
  /** A proxy. */
  readonly state: {
    /** Raised by every change. */
    version: number;
    /** What earlier pages left has been read. */
    isRead: boolean;
    /** Saves that the server has not acknowledged. */
    saving: number;
    /** Why the last save was not done; null: it was. */
    problem: string | null;
    /** The problem is of an event that is no more: it is told until it was read (`tryAgain`). */
    isGone: boolean;
    /** They wait for the server and are sent again. */
    isWaiting: boolean;
    /** The browser keeps nothing: what is not saved is lost with the page. */
    isUnkept: boolean;
    /** What earlier pages left could not be read: whether there is something is not known. */
    isUnread: boolean;
  };
  /** What is entered of an event; null: it is as the server has it. */
  of(annotationId: number): ReviewDraft | null;
  /** What the form shows: what is entered, else what is saved, else the empty default. */
  responses(annotationId: number): ReviewResponses;
  /** The draft was begun from another review than the server has by now: the reader chooses. */
  hasConflict(annotationId: number): boolean;
  /** Takes what is entered; what is as saved is forgotten. `typed`: of a field, what it does not take; undefined: it takes it. */
  enter(annotationId: number, responses: ReviewResponses, typed: ReviewDraft["typed"]): void;
  /** To be saved now, and again until it is. */
  save(annotationId: number): void;
  /** Of a conflict: writes over what is saved, or takes it. */
  resolve(annotationId: number, keep: "mine" | "saved"): void;
  /** Sends what waits. What was told of an event that is no more has been read: there is nothing to send of it. */
  tryAgain(): void;
  /** Something is not written down yet: a page that goes now loses it. */
  holdsPage(): boolean;
  /** Nothing is sent again; what waits stays kept. */
  close(): void;
}

const retryMs = { first: 1000, longest: 30_000 } as const;

export function openReviewDrafts(deps: DraftDeps): ReviewDrafts {
  const { owner, keeper } = deps;
  const state = proxy<ReviewDrafts["state"]>({
    version: 0,
    isRead: false,
    saving: 0,
    problem: null,
    isGone: false,
    isWaiting: false,
    isUnkept: false,
    isUnread: false,
  });
  const drafts = new Map<number, ReviewDraft>();
  /** Events of which this page has said something: what was kept before does not count any more. */
  const touched = new Set<number>();
  let kept: Promise<unknown> = Promise.resolve();
  let unkept = 0;
  let isSending = false;
  let isClosed = false;
  /** The event whose save was refused, as long as that is said; null: none was. */
  let refusedOf: number | null = null;
  let afterMs: number = retryMs.first;
  let giveUpRetry = () => {};

  const changed = () => {
    state.version++;
    state.saving = [...drafts.values()].filter(({ save }) => save !== null).length;
  };
  const write = (work: (owner: QueueOwner) => Promise<void>) => {
    if (owner === null) return;
    unkept++;
    kept = kept
      .then(() => work(owner))
      .then(
        () => {
          state.isUnkept = false;
        },
        () => {
          state.isUnkept = true;
        },
      )
      .finally(() => {
        unkept--;
      });
  };
  const put = (draft: ReviewDraft) => {
    touched.add(draft.annotationId);
    drafts.set(draft.annotationId, draft);
    write((of) => keeper.keep(of, draft));
    changed();
  };
  /** What was refused of another event is still so. */
  const unsay = (annotationId: number) => {
    if (refusedOf !== null && refusedOf !== annotationId) return;
    refusedOf = null;
    state.problem = null;
    state.isGone = false;
  };
  const drop = (annotationId: number) => {
    touched.add(annotationId);
    if (refusedOf === annotationId) unsay(annotationId);
    const draft = drafts.get(annotationId);
    if (draft === undefined) return;
    drafts.delete(annotationId);
    write((of) => keeper.forget(of, draft));
    changed();
  };
  const savedOf = (annotationId: number) => deps.saved(annotationId)?.responses ?? emptyResponses;
  const revisionOf = (annotationId: number) => deps.saved(annotationId)?.revision ?? null;
  /** What the server has is this page's own, whose answer was lost or is on its way. */
  const isOwnSave = ({ annotationId, sent }: ReviewDraft) =>
    sent !== null && isSameReview(sent, savedOf(annotationId)) && deps.saved(annotationId) !== null;

  async function readKept(): Promise<void> {
    const left = owner === null ? [] : await keeper.kept(owner).catch(() => null);
    state.isUnread = left === null;
    for (const draft of left ?? []) if (!touched.has(draft.annotationId)) drafts.set(draft.annotationId, draft);
    state.isRead = true;
    changed();
    void work();
  }

  async function work(): Promise<void> {
    if (isSending || isClosed || owner === null) return;
    giveUpRetry();
    isSending = true;
    try {
      for (;;) {
        const next = [...drafts.values()].find(({ save }) => save !== null);
        if (next === undefined || isClosed || !(await sendOne(next))) return;
      }
    } finally {
      isSending = false;
    }
  }

  /** False: nothing more can be sent for now. */
  async function sendOne(draft: ReviewDraft): Promise<boolean> {
    const { annotationId, save } = draft;
    if (save === null) return true;
    await kept;
    try {
      const answers = await deps.send(draft, save);
      deps.acknowledged(annotationId, answers);
    } catch (error) {
      return failed(draft, deps.failureOf(error));
    }
    afterMs = retryMs.first;
    unsay(annotationId);
    state.isWaiting = false;
    // What was entered while it was sent goes on from what is saved now.
    const now = drafts.get(annotationId);
    if (now === draft) drop(annotationId);
    else if (now !== undefined) put({ ...now, base: revisionOf(annotationId), sent: null });
    return true;
  }

  async function failed(draft: ReviewDraft, failure: SaveFailure): Promise<boolean> {
    if (failure.kind === "away") {
      if (refusedOf === null) state.problem = failure.sentence;
      state.isWaiting = true;
      if (!isClosed) giveUpRetry = deps.later(() => void work(), failure.afterMs ?? afterMs);
      afterMs = Math.min(2 * afterMs, retryMs.longest);
      return false;
    }
    state.isWaiting = false;
    if (failure.kind === "changed" && (await isSentAnew(draft))) return true;
    // Said here too: the reader may be at another event by now.
    refusedOf = draft.annotationId;
    state.isGone = failure.kind === "gone";
    state.problem = failure.kind === "changed" ? eventReviewText.refused.changed : failure.sentence;
    if (failure.kind === "changed" && draft.sent === null) await deps.catchUp();
    // It stays as it was entered, until the reader does something about it.
    const now = drafts.get(draft.annotationId);
    if (now?.save === draft.save) put({ ...now, save: null });
    return true;
  }

  /** What is to be saved goes on from what this page had saved before, where only the answer of that was lost. */
  async function isSentAnew({ annotationId, save, sent }: ReviewDraft): Promise<boolean> {
    if (sent === null) return false;
    await deps.catchUp();
    const now = drafts.get(annotationId);
    if (now?.save !== save || !isOwnSave(now)) return false;
    put({ ...now, base: revisionOf(annotationId), save: deps.newSave(), sent: null });
    return true;
  }

  void readKept();
  return {
    state,
    of: (annotationId) => drafts.get(annotationId) ?? null,
    responses: (annotationId) => drafts.get(annotationId)?.responses ?? savedOf(annotationId),
    hasConflict(annotationId) {
      const draft = drafts.get(annotationId);
      const isOther = draft !== undefined && draft.save === null && draft.base !== revisionOf(annotationId);
      return isOther && !isOwnSave(draft);
    },
    enter(annotationId, responses, typed) {
      const before = drafts.get(annotationId);
      const sent = before?.save == null ? (before?.sent ?? null) : before.responses;
      if (Object.keys(typed).length === 0 && isSameReview(responses, savedOf(annotationId)) && sent === null) {
        drop(annotationId);
        return;
      }
      const base = before === undefined ? revisionOf(annotationId) : before.base;
      put({ ...{ annotationId, responses, typed, base, sent }, save: null });
    },
    save(annotationId) {
      const draft = drafts.get(annotationId);
      if (draft === undefined || draft.save !== null || isReviewEmpty(draft.responses)) return;
      const base = isOwnSave(draft) ? revisionOf(annotationId) : draft.base;
      put({ ...draft, base, save: deps.newSave() });
      void work();
    },
    resolve(annotationId, keep) {
      const draft = drafts.get(annotationId);
      if (draft === undefined) return;
      if (!state.isWaiting) unsay(annotationId);
      if (keep === "saved") drop(annotationId);
      else put({ ...draft, base: revisionOf(annotationId), save: null, sent: null });
    },
    tryAgain() {
      afterMs = retryMs.first;
      if (state.isGone && refusedOf !== null) unsay(refusedOf);
      if (state.isUnread) void readKept();
      else void work();
    },
    holdsPage: () => unkept > 0 || (state.isUnkept && drafts.size > 0),
    close() {
      isClosed = true;
      giveUpRetry();
    },
  };
}
