import { expect, it } from "vitest";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
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
