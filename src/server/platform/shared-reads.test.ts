import { expect, it } from "vitest";
import { SharedReads } from "./shared-reads.ts";

/** Reads that end when they are told to; `begun` counts them. */
function world() {
  const reads = new SharedReads<number>();
  const ends: ((error?: Error) => void)[] = [];
  const begin = () => {
    const value = ends.length;
    return new Promise<number>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve(value) : reject(error)));
    });
  };
  return { ends, ask: (key: string) => reads.read(key, begin) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("begins at once when none is under way, also after one has ended", async () => {
  const { ends, ask } = world();
  const first = ask("a");
  ends[0]();
  expect(await first).toBe(0);
  await turn();
  const second = ask("a");
  expect(ends).toHaveLength(2);
  ends[1]();
  expect(await second).toBe(1);
});

it("shares the next among those who ask meanwhile, and never one that began before they asked", async () => {
  const { ends, ask } = world();
  const first = ask("a");
  const later = [ask("a"), ask("a"), ask("a")];
  expect(ends).toHaveLength(1);
  ends[0]();
  await first;
  await turn();
  expect(ends).toHaveLength(2);
  const latest = [ask("a"), ask("a")];
  ends[1]();
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  await turn();
  expect(ends).toHaveLength(3);
  ends[2]();
  expect(await Promise.all(latest)).toEqual([2, 2]);
});

it("keeps keys apart", async () => {
  const { ends, ask } = world();
  const both = [ask("a"), ask("b")];
  expect(ends).toHaveLength(2);
  for (const end of ends) end();
  expect(await Promise.all(both)).toEqual([0, 1]);
});

it("a read that fails fails for those who share it, and the next begins anew", async () => {
  const { ends, ask } = world();
  const first = ask("a");
  const second = [ask("a"), ask("a")];
  ends[0](new Error("away"));
  await expect(first).rejects.toThrow("away");
  await turn();
  ends[1](new Error("still away"));
  for (const each of second) await expect(each).rejects.toThrow("still away");
  await turn();
  const third = ask("a");
  ends[2]();
  expect(await third).toBe(2);
});
