import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BusEvent } from "./bus.ts";
import { workMoved } from "./work-moved.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("says at once that work moved, and once a second as long as it does, however much moves", () => {
  const sent: BusEvent[] = [];
  const bus = { send: (event: BusEvent) => void sent.push(event) };
  workMoved(bus);
  expect(sent).toEqual([{ kind: "work-moved" }]);
  for (let k = 0; k < 5000; k++) workMoved(bus);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveLength(2); // what moved meanwhile is not forgotten
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(2);
  const other: BusEvent[] = [];
  workMoved(bus);
  workMoved({ send: (event) => void other.push(event) });
  expect([sent.length, other.length]).toEqual([3, 1]);
});
