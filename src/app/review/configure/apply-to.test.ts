import { proxy, ref } from "valtio";
import { expect, it } from "vitest";
import { createTimeline, showLength, showSpan, spanOf } from "../time/timeline.ts";
import { applyTo } from "./apply-to.ts";

const file = { startMs: 0, endMs: 600_000 };
const open = () => ({
  props: proxy<{ LFF: number; HFF: number; rows: object | null }>({ LFF: 1, HFF: 30, rows: null }),
  timeline: createTimeline(file, { startMs: 20_000, endMs: 30_000 }),
});

it("takes back what was set, and nothing that was changed since", () => {
  const window = open();
  const { props, timeline } = window;
  const takeBack = applyTo(window, () => {
    props.LFF = 2;
    props.HFF = 70;
    props.rows = ref({});
    showLength(timeline, Number.POSITIVE_INFINITY);
  });
  expect(spanOf(timeline)).toEqual(file);
  props.HFF = 90;
  takeBack();
  expect(props).toEqual({ LFF: 1, HFF: 90, rows: null });
  expect(spanOf(timeline)).toEqual({ startMs: 20_000, endMs: 30_000 });
});

it("takes the length back where the view has moved, and leaves one that was changed since", () => {
  const moved = open();
  const takeBack = applyTo(moved, () => showLength(moved.timeline, 15_000));
  showSpan(moved.timeline, { startMs: 100_000, endMs: 115_000 });
  takeBack();
  expect(spanOf(moved.timeline)).toEqual({ startMs: 100_000, endMs: 110_000 });
  const changed = open();
  const leave = applyTo(changed, () => showLength(changed.timeline, 15_000));
  showLength(changed.timeline, 30_000);
  leave();
  expect(spanOf(changed.timeline)).toEqual({ startMs: 20_000, endMs: 50_000 });
});
