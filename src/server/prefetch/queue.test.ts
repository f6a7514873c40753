import { expect, it } from "vitest";
import { newCopy, nextToLoad, percentOf, retryDelayMs } from "./queue.ts";

it("loads first come first, and goes on behind what failed until its time has come", () => {
  const [first, second] = [newCopy(false), newCopy(false)];
  const queue = [
    [1, newCopy(true)],
    [2, first],
    [3, second],
  ] as const;
  expect(nextToLoad(queue, 0)).toBe(2);
  first.retryAt = 100;
  expect(nextToLoad(queue, 99)).toBe(3);
  expect(nextToLoad(queue, 100)).toBe(2);
  first.isComplete = true;
  second.isLoading = true;
  expect(nextToLoad(queue, 100)).toBeNull();
});

it("waits longer after each failure, five minutes at most", () => {
  expect([1, 2, 3, 7, 8, 5000].map(retryDelayMs)).toEqual([5_000, 10_000, 20_000, 300_000, 300_000, 300_000]);
});

it("says 100 only when every byte is there", () => {
  const percent = (loaded: number, size: number, isComplete = false) => percentOf({ loaded, isComplete }, size);
  expect(percent(0, 1000)).toBe(0);
  expect(percent(999, 1000)).toBe(99);
  expect(percent(1000, 1000)).toBe(99);
  expect(percent(19, 1000)).toBe(1);
  expect(percent(0, 0)).toBe(0);
  expect(percent(0, 0, true)).toBe(100);
});
