/** The `componentId` of the specification. */
export const eventReviewKindId = "event_review";
