/** One event review window: its settings, the events, and the reader's way through them. It draws no signal. */
import { proxy, ref, subscribe } from "valtio";
import { type Clock, clockOf } from "../../../../domain/time/clock.ts";
import { defaultEegSpanMs } from "../../../../domain/time/durations.ts";
import { text } from "../../../../protocol/text/text.ts";
import { toast } from "../../../../ui/notices/toasts.ts";
import type { AnnotationStore } from "../../annotations/types.ts";
import { currentHours } from "../../clock-setting.ts";
import { type EventReviews, takeEventReviews } from "../../event-reviews/open-event-reviews.ts";
import { createFeedReadout } from "../../plot/status.ts";
import { createTimeline } from "../../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../kind.ts";
import { createEventList, type EventList } from "./event-list.ts";
import { openReviewSession, type ReviewSession } from "./review-session.ts";
import type { EventReviewProps } from "./stored.ts";

export interface EventReviewWindow extends OpenWindow {
  /** A proxy. */
  readonly props: EventReviewProps;
  readonly annotations: AnnotationStore;
  readonly reviews: EventReviews;
  readonly session: ReviewSession;
  readonly clock: Clock;
  list(): EventList;
  setTags(include: readonly string[], exclude: readonly string[]): void;
}

/** It has no picture that could be late. */
const noPicture = {
  status: {
    ...{ connection: "connected" as const, graceUntil: null, serverAheadMs: null, heardAt: null, pending: 0 },
    buildingFraction: null,
    failed: [],
  },
  isComplete: () => true,
  provisional: () => [],
};

export function openEventReview(context: WindowContext, settings: EventReviewProps): EventReviewWindow {
  const { recording, annotations, link, wanted, startMs } = context;
  const { start_ms, end_ms } = recording;
  const firstMs = wanted?.startMs ?? startMs ?? start_ms;
  // It keeps the time of the windows that it is linked with, and shows none.
  const timeline = createTimeline(
    { startMs: start_ms, endMs: end_ms },
    wanted ?? { startMs: firstMs, endMs: firstMs + defaultEegSpanMs },
    link,
  );
  const kept = (tags: readonly string[]) => ref([...tags]) as readonly string[];
  const props = proxy<EventReviewProps>({
    ...settings,
    includeTags: kept(settings.includeTags),
    excludeTags: kept(settings.excludeTags),
  });
  const clocks = { 12: clockOf(recording), 24: clockOf(recording, 24) };
  const reviews = takeEventReviews(annotations);
  const listOf = createEventList(annotations);
  const list = () => listOf(props);
  const session = openReviewSession({
    reviews,
    mark: annotations.event,
    list,
    isReady: () => isReady(reviews, annotations),
    showEvent(event) {
      if (!context.showEvent(event)) toast.error(text.window.allLive);
    },
  });
  const unties = [subscribe(annotations.state, session.look), subscribe(props, session.look)];
  session.look();
  return {
    timeline,
    props,
    annotations,
    reviews,
    session,
    list,
    get clock() {
      return clocks[currentHours()];
    },
    readout: createFeedReadout(noPicture),
    isComplete: () => true,
    isPictured: () => true,
    maskedRows: () => [],
    setTags(include, exclude) {
      props.includeTags = kept(include);
      props.excludeTags = kept(exclude);
    },
    [Symbol.dispose]() {
      for (const untie of unties) untie();
      session[Symbol.dispose]();
      reviews[Symbol.dispose]();
    },
  };
}

/** What opens by itself is here: reviews, what earlier pages left of them, and the annotations that are loaded at first. */
export function isReady({ book, drafts }: EventReviews, { state }: Pick<AnnotationStore, "state">): boolean {
  return (
    book.state.phase === "ready" &&
    drafts.state.isRead &&
    state.phase !== "opening" &&
    !state.sessions.some(({ fetched }) => fetched === "fetching")
  );
}
