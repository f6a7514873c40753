/** The event review window (spec 2.18) in the catalogue. */
import { defineKind } from "../kind.ts";
import type { EventReviewWindow } from "./event-window.ts";
import { eventReviewKindId } from "./kind-id.ts";
import { type EventReviewProps, eventReviewSettings } from "./stored.ts";
import { words } from "./words.ts";

export const eventReview = defineKind<EventReviewProps, EventReviewWindow>({
  id: eventReviewKindId,
  title: words.title,
  props: eventReviewSettings,
  /** In a smaller one it says so. */
  minSize: { width: 900, height: 125 },
  load: async () => (await import("./index.ts")).eventReviewModule,
});
