import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs at once, then once in its time, the last call included", () => {
  const run = vi.fn();
  const throttle = createThrottle(500, run);
  throttle.call();
  throttle.call();
  throttle.call();
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledTimes(2);
  throttle.call();
  throttle.call();
  throttle[Symbol.dispose]();
  vi.advanceTimersByTime(500);
  expect(run).toHaveBeenCalledTimes(3);
});
