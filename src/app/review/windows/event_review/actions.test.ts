import { expect, it } from "vitest";
import { AnnotationTable } from "../../../../domain/annotations/annotation-table.ts";
import { createLinkGroup } from "../../time/link-group.ts";
import { createTimeline } from "../../time/timeline.ts";
import { eventReviewActions } from "./actions.ts";

const file = { startMs: 0, endMs: 600_000 };
const annotations = { table: new AnnotationTable() };

it("turns the page that is seen, and offers nothing that needs a picture", () => {
  const link = createLinkGroup();
  const timeline = createTimeline(file, { startMs: 0, endMs: 30_000 }, link);
  const [eeg, hour] = [10_000, 300_000].map((endMs) => createTimeline(file, { startMs: 0, endMs }, link));
  const actions = eventReviewActions({ timeline, annotations });
  actions.next_page?.();
  expect([eeg.startMs, hour.startMs, timeline.startMs]).toEqual([10_000, 10_000, 10_000]);
  actions.play_pause?.();
  expect([eeg.isPlaying, timeline.isPlaying]).toEqual([true, false]);
  actions.play_pause?.();
  expect(eeg.isPlaying).toBe(false);
  for (const id of ["go_to_time", "zoom_in", "measure", "cursor_forward"] as const) expect(actions[id]).toBeUndefined();
});

it("moves on by its own length where nothing is linked with it", () => {
  const timeline = createTimeline(file, { startMs: 0, endMs: 30_000 }, createLinkGroup());
  eventReviewActions({ timeline, annotations }).next_page?.();
  expect(timeline.startMs).toBe(30_000);
});
