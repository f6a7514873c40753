import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepUp } from "../database/embedded-database.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 20, 1, 0, 30) }));
afterEach(() => void vi.useRealTimers());

it("checkpoints every two minutes and vacuums every night, which nobody else does for the embedded database", () => {
  const asked: string[] = [];
  const query = vi.fn(async (sql: string) => {
    asked.push(sql);
    throw new Error("busy"); // tried again next time
  });
  const stop = keepUp({ query } as unknown as Parameters<typeof keepUp>[0]);
  vi.advanceTimersByTime(10 * 60_000);
  expect(asked).toEqual(Array(5).fill("checkpoint"));
  vi.advanceTimersByTime(2 * 24 * 3_600_000);
  expect(asked.filter((sql) => sql === "vacuum (analyze)")).toHaveLength(2);
  stop();
  const before = asked.length;
  vi.advanceTimersByTime(2 * 24 * 3_600_000);
  expect(asked.length).toBe(before);
});
