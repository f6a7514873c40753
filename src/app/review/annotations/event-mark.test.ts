import { expect, test } from "vitest";
import { createEventMark } from "./event-mark.ts";

test("the bar belongs to whoever showed it last", () => {
  const mark = createEventMark();
  const [first, second] = [{}, {}];
  mark.show(first, { startMs: 1, endMs: 2 });
  mark.show(second, { startMs: 3, endMs: 4 });
  mark.hide(first);
  expect(mark.state.span).toEqual({ startMs: 3, endMs: 4 });
  mark.hide(second);
  expect(mark.state.span).toBeNull();
});

test("one press chooses one time", () => {
  const mark = createEventMark();
  const times: number[] = [];
  mark.picked(1);
  mark.pick((ms) => times.push(ms));
  expect(mark.state.isPicking).toBe(true);
  mark.picked(2);
  mark.picked(3);
  expect(times).toEqual([2]);
  expect(mark.state.isPicking).toBe(false);
});

test("a mode that is ended chooses none, and a press on no time says so and goes on", () => {
  const mark = createEventMark();
  const times: number[] = [];
  mark.pick((ms) => times.push(ms));
  mark.pick(null);
  mark.picked(1);
  mark.pick((ms) => times.push(ms));
  mark.picked(null);
  expect(times).toEqual([]);
  expect([mark.state.isPicking, mark.state.hasMissed]).toEqual([true, true]);
  mark.picked(7);
  expect(times).toEqual([7]);
  expect([mark.state.isPicking, mark.state.hasMissed]).toEqual([false, false]);
});
