import { expect, it } from "vitest";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import { toastQueue } from "../../../ui/notices/toasts.ts";
import { content } from "../annotations/sessions/test-store.ts";
import { cursorMs } from "../time/link-group.ts";
import { createTimeline, spanOf } from "../time/timeline.ts";
import { timeActions } from "./time-actions.ts";

it("takes the cursor from page to page by keys, and stops it at the ends of the file", () => {
  const timeline = createTimeline({ startMs: 0, endMs: 25_000 }, { startMs: 0, endMs: 10_000 });
  const actions = timeActions(timeline, { table: new AnnotationTable() }, () => undefined);
  const press = (action: "cursor_forward" | "cursor_back", times: number) => {
    for (let k = 0; k < times; k++) actions[action]?.();
    return [spanOf(timeline).startMs, Math.round(cursorMs(timeline.link) as number)];
  };
  // From the middle, a hundredth of the page at a time; at the edge the page is turned under it.
  expect(press("cursor_forward", 1)).toEqual([0, 5100]);
  expect(press("cursor_forward", 49)).toEqual([0, 10_000]);
  expect(press("cursor_forward", 1)).toEqual([10_000, 10_000]);
  expect(press("cursor_forward", 101)).toEqual([15_000, 20_000]);
  expect(press("cursor_forward", 60)).toEqual([15_000, 25_000]);
  expect(press("cursor_back", 101)).toEqual([5000, 15_000]);
  expect(press("cursor_back", 300)).toEqual([0, 0]);
});

it("says that there is no annotation to go to, once while the key is held", () => {
  const timeline = createTimeline({ startMs: 0, endMs: 100_000 }, { startMs: 0, endMs: 10_000 });
  const table = new AnnotationTable();
  let isShown = true;
  const actions = timeActions(timeline, { table, isShown: () => isShown }, () => undefined);
  const press = (action: "next_event" | "previous_event") => {
    toastQueue.clear();
    for (let k = 0; k < 3; k++) actions[action]?.();
    return toastQueue.visibleToasts.map((each) => each.content.text);
  };
  expect(press("next_event")).toEqual(["No annotations are loaded."]);
  const own = content({ start_time: 50_000, end_time: 50_000, annotation_text: "Spike" });
  table.write({ ref: 1, groupId: 1, revision: 1, madeAt: 0, person: null, isLoaded: true, content: own });
  expect(press("previous_event")).toEqual(["No annotation that is loaded lies earlier."]);
  expect(press("next_event")).toEqual(["No annotation that is loaded lies later."]);
  expect(spanOf(timeline)).toEqual({ startMs: 45_000, endMs: 55_000 });
  isShown = false;
  expect(press("next_event")).toEqual(["No annotations are shown in this window."]);
  toastQueue.clear();
});

it("says that the recording ends here when there is nothing to play, and plays everywhere else", () => {
  const timeline = createTimeline({ startMs: 0, endMs: 100_000 }, { startMs: 0, endMs: 10_000 });
  const actions = timeActions(timeline, { table: new AnnotationTable() }, () => undefined);
  const press = () => {
    toastQueue.clear();
    actions.play_pause?.();
    return [timeline.isPlaying, ...toastQueue.visibleToasts.map((each) => each.content.text)];
  };
  expect(press()).toEqual([true]);
  expect(press()).toEqual([false]);
  actions.go_to_end?.();
  expect(press()).toEqual([false, "The recording ends here. Go back to play it."]);
  toastQueue.clear();
});
