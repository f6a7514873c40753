/** The events of a review in their order, and the ways from one to the next (spec 001 section 4, "Event review"). */
import type { ReviewResponses } from "../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import { isReviewEmpty, isSameReview } from "./review-form.ts";
import { passesFilter, type ReviewFilter } from "./review-tags.ts";

/** An annotation as far as it is an event; times in epoch ms. */
export interface ReviewEvent {
  readonly id: number;
  readonly start_time: number;
  readonly end_time: number;
  readonly tags: readonly string[];
}

/** Whether a reader's own review of an event is complete, by the annotation's id. */
export type CompleteOf = (annotationId: number) => boolean;

/** Those that pass the filter, by their start, the older one first where two start together. */
export function eventsOf<Event extends ReviewEvent>(annotations: readonly Event[], filter: ReviewFilter): Event[] {
  const passes = passesFilter(filter);
  return annotations
    .filter(({ tags }) => passes(tags))
    .sort((one, other) => one.start_time - other.start_time || one.id - other.id);
}

/** What 'Only show incomplete events' leaves in the list. */
export const incompleteOf = <Event extends ReviewEvent>(events: readonly Event[], isComplete: CompleteOf): Event[] =>
  events.filter(({ id }) => !isComplete(id));

/** Where a review opens: the first incomplete event, else the first one; null without events. */
export const firstToReview = <Event extends ReviewEvent>(
  events: readonly Event[],
  isComplete: CompleteOf,
): Event | null => events.find(({ id }) => !isComplete(id)) ?? events[0] ?? null;

/** The next event (1) or the previous one (-1), around the ends; from no event the first, or the last. Null without events. */
export function neighbourEvent<Event extends ReviewEvent>(
  events: readonly Event[],
  currentId: number | null,
  direction: -1 | 1,
): Event | null {
  if (events.length === 0) return null;
  const at = events.findIndex(({ id }) => id === currentId);
  if (at < 0) return direction > 0 ? events[0] : events[events.length - 1];
  return events[(at + direction + events.length) % events.length];
}

/** The current event as long as it is one of the filtered list; else none is. */
export const keptEvent = <Event extends ReviewEvent>(
  events: readonly Event[],
  currentId: number | null,
): Event | null => events.find(({ id }) => id === currentId) ?? null;

export interface ReviewCounts {
  /** "Completed n of total". */
  readonly completed: number;
  readonly total: number;
  /** "Event i of total", from 1; null where there is no current event. */
  readonly place: number | null;
}

export function countsOf(
  events: readonly ReviewEvent[],
  currentId: number | null,
  isComplete: CompleteOf,
): ReviewCounts {
  const at = events.findIndex(({ id }) => id === currentId);
  const completed = events.reduce((sum, { id }) => sum + (isComplete(id) ? 1 : 0), 0);
  return { completed, total: events.length, place: at < 0 ? null : at + 1 };
}

/** A row of the list says Yes when the review is flagged complete and its annotation is there. */
export const isRowComplete = (
  review: { readonly annotation_id: number; readonly is_complete: boolean } | undefined,
  isThere: (annotationId: number) => boolean,
): boolean => review?.is_complete === true && isThere(review.annotation_id);

/**
 * What navigating does first. Errors refuse it; a review that was changed, says something and has no errors is saved; nothing else is.
 * `problems`: of the form, in its order, of what is typed too. `saved`: as the server has it, empty where it has none.
 */
export function beforeNavigating(
  responses: ReviewResponses,
  saved: ReviewResponses,
  problems: readonly string[],
): { act: "refuse"; sentence: string } | { act: "save" } | { act: "go" } {
  if (problems.length > 0) return { act: "refuse", sentence: eventReviewText.saveFailed(problems[0]) };
  return { act: isReviewEmpty(responses) || isSameReview(responses, saved) ? "go" : "save" };
}
