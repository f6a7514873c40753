import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GatheredReads } from "./gathered-reads.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reads that end when they are told to; each answers with what was asked, ten times as much. */
function world() {
  const begun: { asks: readonly number[]; end: (error?: Error) => void }[] = [];
  const reads = new GatheredReads<number, number>(
    (asks) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error === undefined ? resolve(asks.map((n) => 10 * n)) : reject(error));
        begun.push({ asks, end });
      }),
  );
  return { begun, read: (n: number) => reads.read(n) };
}
const asked = (begun: ReturnType<typeof world>["begun"]) => begun.map(({ asks }) => asks);

it("begins at once when none is under way, also after one has ended", async () => {
  const { begun, read } = world();
  const first = read(1);
  begun[0].end();
  expect(await first).toBe(10);
  const second = read(2);
  expect(asked(begun)).toEqual([[1], [2]]);
  begun[1].end();
  expect(await second).toBe(20);
});

it("does together what is asked for meanwhile, and gives each their own answer", async () => {
  const { begun, read } = world();
  const first = read(1);
  const later = [read(2), read(3), read(2)];
  expect(asked(begun)).toEqual([[1]]);
  begun[0].end();
  await first;
  expect(asked(begun)).toEqual([[1], [2, 3, 2]]);
  begun[1].end();
  expect(await Promise.all(later)).toEqual([20, 30, 20]);
});

it("fails those alone that a failure was about, and goes on", async () => {
  const { begun, read } = world();
  const first = read(1);
  const second = read(2);
  begun[0].end(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  begun[1].end();
  expect(await second).toBe(20);
});

it("does not wait for a read that hangs", async () => {
  const { begun, read } = world();
  const hung = read(1);
  const later = [read(2), read(3)];
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked(begun)).toEqual([[1], [2, 3]]);
  begun[1].end();
  expect(await Promise.all(later)).toEqual([20, 30]);
  const latest = read(4); // the first still hangs
  await vi.advanceTimersByTimeAsync(1000);
  begun[2].end();
  expect(await latest).toBe(40);
  begun[0].end();
  expect(await hung).toBe(10);
});
