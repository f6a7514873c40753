/** Settings of an event review window in documents (spec 001 section 3, "Event review config"; its switches are kept, too). */
import { filterTag } from "../../../../domain/event-review/review-tags.ts";
import { reviewLimits } from "../../../../protocol/annotation-reviews.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { EventReviewWindow } from "./event-window.ts";

export interface EventReviewProps {
  /** The only one there is. */
  eventType: "EEG";
  includeTags: readonly string[];
  excludeTags: readonly string[];
  isDetailed: boolean;
  isListShown: boolean;
  /** Of the list. */
  isIncompleteOnly: boolean;
}

const readTags = (stored: unknown): readonly string[] => {
  if (!Array.isArray(stored)) return [];
  const tags = stored.flatMap((tag) => (typeof tag === "string" ? filterTag(tag) : []));
  const usable = tags.filter((tag) => tag !== "" && tag.length <= reviewLimits.filterTag);
  return [...new Set(usable)].slice(0, reviewLimits.filterTags);
};

export const eventReviewSettings: VersionedProps<EventReviewProps> = {
  version: 1,
  migrations: [],
  read: ({ includeTags, excludeTags, isDetailed, isListShown, isIncompleteOnly }) => ({
    eventType: "EEG",
    includeTags: readTags(includeTags),
    excludeTags: readTags(excludeTags),
    isDetailed: isDetailed === true,
    isListShown: isListShown === true,
    isIncompleteOnly: isIncompleteOnly === true,
  }),
};

/** A window's settings as a document keeps them. */
export function storedEventReview({ props }: Pick<EventReviewWindow, "props">): StoredProps {
  const { eventType, includeTags, excludeTags, isDetailed, isListShown, isIncompleteOnly } = props;
  return {
    eventType,
    includeTags: [...includeTags],
    excludeTags: [...excludeTags],
    ...{ isDetailed, isListShown, isIncompleteOnly },
  };
}
