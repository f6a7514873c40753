/** Reviews of a recording with their real world: calls, news, the browser's storage. One for all windows of a review, as long as one of them stands. */
import { emptyResponses } from "../../../domain/event-review/review-form.ts";
import { readForm } from "../../../domain/event-review/review-rules.ts";
import {
  type AnnotationReview,
  addAnnotationReview,
  getReviewChanges,
  type ReviewAnswers,
  revealAnnotationReviews,
} from "../../../protocol/annotation-reviews.ts";
import { followReviews } from "../../news/index.ts";
import { ApiFailure, call, reasonOf, sessionOwner } from "../../session/index.ts";
import { failureOf } from "../../unsent/index.ts";
import type { AnnotationStore } from "../annotations/types.ts";
import { browserDrafts } from "./kept-drafts.ts";
import { openReviewBook, type ReviewBook } from "./review-book.ts";
import { openReviewDrafts, type ReviewDrafts, type SaveFailure } from "./review-drafts.ts";

export interface EventReviews {
  readonly book: ReviewBook;
  readonly drafts: ReviewDrafts;
  /** Answers of others about an event that the reader has completed are told from now on. Rejects with why not. */
  reveal(annotationId: number): Promise<void>;
}

const newSave = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function later(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** Refusals that no later try changes by itself. */
const lasting: ReadonlySet<string | null> = new Set(["bad_review"]);

function saveFailure(error: unknown): SaveFailure {
  const sentence = reasonOf(error);
  if (error instanceof ApiFailure && error.code === "review_changed") return { kind: "changed" };
  if (error instanceof ApiFailure && error.code === "annotation_not_found") return { kind: "gone", sentence };
  if (error instanceof ApiFailure && lasting.has(error.code)) return { kind: "refused", sentence };
  const failure = failureOf(error);
  if (failure.kind === "refused") return { kind: "refused", sentence };
  return {
    kind: "away",
    sentence,
    ...(failure.kind === "away" && failure.afterMs ? { afterMs: failure.afterMs } : {}),
  };
}

function answersOf({ id, user_id, timestamp, is_complete, revision, form }: AnnotationReview): ReviewAnswers {
  const read = readForm(form);
  const responses = "responses" in read ? read.responses : emptyResponses;
  return { id, user_id: user_id ?? 0, timestamp, is_complete, revision, responses };
}

function open({ dataObjectId, userId }: AnnotationStore): EventReviews & Disposable {
  const account = sessionOwner();
  const book = openReviewBook({
    userId,
    async changesAfter(after, signal) {
      try {
        return await call(getReviewChanges, { data_object_id: dataObjectId, after }, signal);
      } catch (error) {
        if (error instanceof ApiFailure && error.code === "log_too_short") return null;
        throw error;
      }
    },
    follow: (hear) => followReviews(dataObjectId, hear),
    sentenceOf: reasonOf,
    later,
  });
  const drafts = openReviewDrafts({
    owner: account === null ? null : { owner: account, dataObjectId },
    keeper: browserDrafts,
    newSave,
    saved: book.own,
    async send({ annotationId, responses, base }, client) {
      // What one account has entered is never sent for another one.
      if (sessionOwner() !== account) throw new ApiFailure(401, "");
      const form = Object.entries(responses).map(([id, response]) => ({ id, response }));
      return answersOf(
        await call(addAnnotationReview, {
          annotation_review: { annotation_id: annotationId, form, revision: base },
          ...{ client, number: 1 },
        }),
      );
    },
    acknowledged: book.take,
    failureOf: saveFailure,
    catchUp: book.catchUp,
    later,
  });
  const hold = (event: BeforeUnloadEvent) => {
    if (drafts.holdsPage()) event.preventDefault();
  };
  const again = () => drafts.tryAgain();
  window.addEventListener("beforeunload", hold);
  window.addEventListener("online", again);
  return {
    book,
    drafts,
    async reveal(annotationId) {
      const { event, people } = await call(revealAnnotationReviews, { annotation_id: annotationId });
      book.put(event, people);
    },
    [Symbol.dispose]() {
      window.removeEventListener("beforeunload", hold);
      window.removeEventListener("online", again);
      drafts.close();
      book[Symbol.dispose]();
    },
  };
}

const opened = new WeakMap<AnnotationStore, { reviews: EventReviews & Disposable; windows: number }>();

/** The reviews of the events of a store of annotations; whoever takes them gives them back. */
export function takeEventReviews(annotations: AnnotationStore): EventReviews & Disposable {
  const held = opened.get(annotations) ?? { reviews: open(annotations), windows: 0 };
  opened.set(annotations, held);
  held.windows++;
  return {
    book: held.reviews.book,
    drafts: held.reviews.drafts,
    reveal: held.reviews.reveal,
    [Symbol.dispose]() {
      held.windows--;
      if (held.windows > 0) return;
      opened.delete(annotations);
      held.reviews[Symbol.dispose]();
    },
  };
}
