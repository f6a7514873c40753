/** Which annotations are events to be reviewed, by their tags (spec 001 sections 2.18, 3 and 5). */
import { reviewLimits } from "../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import { tidyTag } from "../annotations/draft-rules.ts";
import type { Rule } from "../people/rules.ts";

const { rules } = eventReviewText;

export interface ReviewFilter {
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
}

export const noFilter: ReviewFilter = { includeTags: [], excludeTags: [] };

/** What is kept of a typed tag: nothing white around it, characters composed, as tags of annotations are. */
export const filterTag = (typed: string): string => typed.trim().normalize("NFC");

/** `tag` as typed, `tags` those of the list already. */
export const filterTagRules: readonly Rule<{ tag: string; tags: readonly string[] }>[] = [
  [({ tag }) => filterTag(tag) !== "", rules.tagEmpty],
  [({ tag }) => filterTag(tag).length <= reviewLimits.filterTag, rules.tagTooLong],
  [({ tag, tags }) => !tags.some((each) => tidyTag(each) === tidyTag(tag)), rules.tagTwice],
  [({ tags }) => tags.length < reviewLimits.filterTags, rules.tagsTooMany],
];

/** Whether an event has every tag of the one list and none of the other. "Burst Suppression" is the tag that an annotation keeps as "burstsuppression". */
export function passesFilter({ includeTags, excludeTags }: ReviewFilter): (tags: readonly string[]) => boolean {
  if (includeTags.length + excludeTags.length === 0) return () => true;
  const wanted = includeTags.map(tidyTag);
  const unwanted = excludeTags.map(tidyTag);
  return (tags) => {
    const kept = tags.map(tidyTag);
    return wanted.every((tag) => kept.includes(tag)) && !unwanted.some((tag) => kept.includes(tag));
  };
}
