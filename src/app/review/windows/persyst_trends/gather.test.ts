import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gather } from "./gather.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("tells of pages that come one after the other together, and of the last one at once", () => {
  let left = 5;
  const tell = vi.fn();
  const gathered = gather(100, () => left === 0, tell);
  const arrive = () => {
    left--;
    gathered.changed();
  };
  arrive();
  vi.advanceTimersByTime(99);
  arrive();
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(tell).toHaveBeenCalledTimes(1);
  arrive();
  arrive();
  arrive();
  expect(tell).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  expect(tell).toHaveBeenCalledTimes(2);
});

it("tells nothing any more once it is let go", () => {
  const tell = vi.fn();
  const gathered = gather(100, () => false, tell);
  gathered.changed();
  gathered[Symbol.dispose]();
  vi.advanceTimersByTime(1000);
  expect(tell).not.toHaveBeenCalled();
});
