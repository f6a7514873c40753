import type { KeyboardEvent } from "react";
import { reviewQuestions } from "../../../../domain/event-review/review-form.ts";
import { useHolds } from "../../../session/index.ts";
import { useEventReview, useReviewNow } from "./use-review.ts";

const [pattern] = reviewQuestions;
/** The pattern types with their keys. */
export const patterns = (pattern.options ?? []).map((name, k) => ({ id: name, name, hint: String(k + 1) }));
const typing = "input:not([type=radio]), textarea";

/** 1 to 4 choose a pattern wherever the focus is in the window, but in what is typed. */
export function usePatternKeys(): (event: KeyboardEvent) => void {
  const { session } = useEventReview();
  const { current } = useReviewNow();
  const mayReview = useHolds("create_annotations");
  return (event) => {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    if (altKey || ctrlKey || metaKey || (target as Element).closest(typing) !== null) return;
    const chosen = patterns.find(({ hint }) => hint === key);
    if (chosen === undefined || current === null || !mayReview) return;
    event.preventDefault();
    event.stopPropagation();
    session.choosePattern(chosen.id);
  };
}
