import { expect, test } from "vitest";
import { placeEvent } from "./event-bar.ts";

const view = { startMs: 1000, endMs: 11_000 };

test("the bar spans the event, and no more than the view", () => {
  expect(placeEvent({ startMs: 2000, endMs: 4000 }, view, 1000)).toEqual({ x: 100, width: 200 });
  expect(placeEvent({ startMs: 0, endMs: 3000 }, view, 1000)).toEqual({ x: 0, width: 200 });
  expect(placeEvent({ startMs: 0, endMs: 90_000 }, view, 1000)).toEqual({ x: 0, width: 1000 });
});

test("an instant is three pixels wide, also at the edge of the view", () => {
  expect(placeEvent({ startMs: 2000, endMs: 2000 }, view, 1000)).toEqual({ x: 100, width: 3 });
  expect(placeEvent({ startMs: 11_000, endMs: 11_000 }, view, 1000)).toEqual({ x: 997, width: 3 });
});

test("an event out of view has no bar", () => {
  expect(placeEvent({ startMs: 0, endMs: 999 }, view, 1000)).toBeNull();
  expect(placeEvent({ startMs: 11_001, endMs: 12_000 }, view, 1000)).toBeNull();
});
