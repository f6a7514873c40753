/** One reader's way through the events of a window: which is under review, how it is left, and where the other windows go (spec 001 section 4). */
import { proxy, subscribe } from "valtio";
import { emptyResponses, isOther, withPattern } from "../../../../domain/event-review/review-form.ts";
import { readTyped } from "../../../../domain/event-review/review-rules.ts";
import {
  beforeNavigating,
  firstToReview,
  keptEvent,
  neighbourEvent,
  type ReviewEvent,
} from "../../../../domain/event-review/review-walk.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import { type ReviewFieldId, type ReviewResponses, reviewFieldIds } from "../../../../protocol/annotation-reviews.ts";
import type { EventMark } from "../../annotations/event-mark.ts";
import type { EventReviews } from "../../event-reviews/open-event-reviews.ts";
import type { EventList } from "./event-list.ts";
import { words } from "./words.ts";

export interface SessionDeps {
  readonly reviews: EventReviews;
  readonly mark: EventMark;
  /** The events as they are now. */
  list(): EventList;
  /** Annotations that load by themselves are here. */
  isReady(): boolean;
  showEvent(event: Span): void;
}

export interface ReviewSession extends Disposable {
  /** A proxy. */
  readonly state: {
    currentId: number | null;
    /** Why the last navigation was refused; null: it was not. */
    refusal: string | null;
    /** The event under review went out of the list, with or without answers that are not saved; null: it did not. */
    left: "saved" | "unsaved" | null;
  };
  /** The event under review; null: none. */
  current(): ReviewEvent | null;
  /** Looks at the events anew: goes to the first one where there was none, lets one go that is no more among them. */
  look(): void;
  /** Saves what is to be saved and goes there. False: what is entered has errors. */
  goTo(id: number): boolean;
  step(direction: -1 | 1): void;
  /** Without saving. */
  jumpToCurrent(): void;
  choosePattern(pattern: string): void;
  choose(field: ReviewFieldId, value: string | number | null): void;
  /** Of a field of numbers, as typed. */
  type(field: ReviewFieldId, typed: string): void;
  /** What is wrong with fields, in the order of the form. */
  problems(): readonly { readonly field: ReviewFieldId; readonly sentence: string }[];
}

const { conflictFirst } = words.form;
const spanOf = ({ start_time, end_time }: ReviewEvent): Span => ({ startMs: start_time, endMs: end_time });

export function openReviewSession({ reviews, mark, list, isReady, showEvent }: SessionDeps): ReviewSession {
  const { book, drafts } = reviews;
  const state = proxy<ReviewSession["state"]>({ currentId: null, refusal: null, left: null });
  /** Whose bar it is. */
  const own = {};
  let hadEvents = false;
  const isComplete = (id: number) => book.isComplete(id);
  const current = () => keptEvent(list().events, state.currentId);

  function show(event: ReviewEvent): void {
    state.currentId = event.id;
    state.refusal = null;
    state.left = null;
    mark.pick(null);
    mark.show(own, spanOf(event));
    showEvent(spanOf(event));
  }

  const problems = () => {
    const typed = state.currentId === null ? {} : (drafts.of(state.currentId)?.typed ?? {});
    return reviewFieldIds.flatMap((field) => {
      const text = typed[field];
      const read = text === undefined ? null : readTyped(field, text);
      return read !== null && "problem" in read ? [{ field, sentence: read.problem }] : [];
    });
  };

  /** False: it is refused, and why stands in the state. */
  function leave(): boolean {
    const { currentId } = state;
    if (currentId === null) return true;
    const saved = book.own(currentId)?.responses ?? emptyResponses;
    const broken = problems().map(({ sentence }) => sentence);
    const first = beforeNavigating(drafts.responses(currentId), saved, broken);
    if (first.act === "refuse") {
      state.refusal = first.sentence;
      return false;
    }
    if (first.act === "save" && drafts.hasConflict(currentId)) {
      state.refusal = conflictFirst;
      return false;
    }
    if (first.act === "save") drafts.save(currentId);
    return true;
  }

  function look(): void {
    const isChosen = state.currentId === null || !drafts.hasConflict(state.currentId);
    if (state.refusal === conflictFirst && isChosen) state.refusal = null;
    if (!isReady()) return;
    const { events } = list();
    const isFirst = events.length > 0 && !hadEvents;
    hadEvents = events.length > 0;
    if (isFirst) {
      const first = firstToReview(events, isComplete);
      if (first !== null && keptEvent(events, state.currentId) === null) show(first);
      return;
    }
    if (state.currentId === null) return;
    const event = keptEvent(events, state.currentId);
    if (event !== null) {
      // Somebody may have moved it.
      const { span } = mark.state;
      if (span === null || span.startMs !== event.start_time || span.endMs !== event.end_time)
        mark.show(own, spanOf(event));
      return;
    }
    state.left = drafts.of(state.currentId) === null ? "saved" : "unsaved";
    state.currentId = null;
    state.refusal = null;
    mark.pick(null);
    mark.hide(own);
  }

  function enter(change: (before: ReviewResponses) => ReviewResponses, without: readonly ReviewFieldId[]): void {
    const { currentId } = state;
    if (currentId === null) return;
    const typed = Object.fromEntries(
      Object.entries(drafts.of(currentId)?.typed ?? {}).filter(([field]) => !without.includes(field as ReviewFieldId)),
    );
    drafts.enter(currentId, change(drafts.responses(currentId)), typed);
    if (problems().length === 0) state.refusal = null;
  }

  const untieBook = subscribe(book.state, look);
  const untieDrafts = subscribe(drafts.state, look);
  return {
    state,
    current,
    look,
    goTo(id) {
      const event = keptEvent(list().events, id);
      if (event === null || !leave()) return false;
      show(event);
      return true;
    },
    step(direction) {
      const event = neighbourEvent(list().events, state.currentId, direction);
      if (event !== null && leave()) show(event);
    },
    jumpToCurrent() {
      const event = current();
      if (event !== null) showEvent(spanOf(event));
    },
    // Other clears the five other fields, and what is wrong with them.
    choosePattern: (pattern) =>
      enter((before) => withPattern(before, pattern), isOther({ iic_pattern_type: pattern }) ? reviewFieldIds : []),
    choose: (field, value) => enter((before) => ({ ...before, [field]: value }), [field]),
    type(field, text) {
      const { currentId } = state;
      if (currentId === null) return;
      const read = readTyped(field, text);
      if ("value" in read) {
        enter((before) => ({ ...before, [field]: read.value }), [field]);
        return;
      }
      const typed = { ...drafts.of(currentId)?.typed, [field]: text };
      drafts.enter(currentId, { ...drafts.responses(currentId), [field]: null }, typed);
    },
    problems,
    [Symbol.dispose]() {
      untieBook();
      untieDrafts();
      mark.pick(null);
      mark.hide(own);
    },
  };
}
