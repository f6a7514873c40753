import type { WindowModule } from "../kind.ts";
import { EventReview } from "./EventReview.tsx";
import { type EventReviewWindow, openEventReview } from "./event-window.ts";
import { type EventReviewProps, storedEventReview } from "./stored.ts";

/** What the catalogue loads. */
export const eventReviewModule: WindowModule<EventReviewProps, EventReviewWindow> = {
  open: openEventReview,
  Body: EventReview,
  stored: storedEventReview,
  testMembers: (window) => ({ currentEvent: () => window.session.state.currentId }),
};
