/** What the parts of an event review window draw from. */
import { createContext, useContext } from "react";
import { useSnapshot } from "valtio";
import type { AnnotationRow } from "../../../../domain/annotations/annotation-row.ts";
import { emptyResponses, isReviewComplete, isSameReview } from "../../../../domain/event-review/review-form.ts";
import { countsOf, type ReviewCounts, type ReviewEvent } from "../../../../domain/event-review/review-walk.ts";
import type { ReviewAnswers, ReviewedEvent, ReviewResponses } from "../../../../protocol/annotation-reviews.ts";
import type { EventReviewWindow } from "./event-window.ts";

const Context = createContext<EventReviewWindow | null>(null);
export const EventReviewContext = Context.Provider;

export function useEventReview(): EventReviewWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no event review window around this component.");
  return found;
}

export interface ReviewNow {
  readonly events: readonly ReviewEvent[];
  /** Before the filter. */
  readonly all: number;
  readonly counts: ReviewCounts;
  readonly current: ReviewEvent | null;
  /** The annotation under review; null: none. */
  readonly row: AnnotationRow | null;
  readonly responses: ReviewResponses;
  readonly isComplete: boolean;
  /** What is entered is not as the server has it. */
  readonly isUnsaved: boolean;
  readonly own: ReviewAnswers | null;
  readonly reviewed: ReviewedEvent | undefined;
}

/** Everything as it is now; drawn again when any of it changes. */
export function useReviewNow(): ReviewNow {
  const { props, session, reviews, annotations, list } = useEventReview();
  const { book, drafts } = reviews;
  void useSnapshot(props).includeTags;
  void useSnapshot(props).excludeTags;
  void useSnapshot(annotations.state).revision;
  void useSnapshot(book.state).version;
  void useSnapshot(drafts.state).version;
  const { currentId } = useSnapshot(session.state);
  const { events, all } = list();
  const current = session.current();
  const responses = current === null ? emptyResponses : drafts.responses(current.id);
  const own = current === null ? null : book.own(current.id);
  const draft = current === null ? null : drafts.of(current.id);
  return {
    ...{ events, all, current, responses, own },
    counts: countsOf(events, currentId, book.isComplete),
    row: current === null ? null : annotations.table.get(current.id),
    isComplete: isReviewComplete(responses) && Object.keys(draft?.typed ?? {}).length === 0,
    isUnsaved: draft !== null && (draft.save !== null || !isSameReview(responses, own?.responses ?? emptyResponses)),
    reviewed: current === null ? undefined : book.of(current.id),
  };
}
