import { describe, expect, it } from "vitest";
import { mostFollowed } from "../../protocol/pages.ts";
import { followedIds, lookInTurns } from "./followed-ids.ts";

const always = () => true;

it("reads ids of recordings and nothing else", () => {
  expect(followedIds({ data_object_ids: [3, 3, -1, 0, 1.5, 2 ** 31, "4", null, 5] }, always)).toEqual([3, 5]);
  for (const request of [null, 1, "x", [], {}, { data_object_ids: 3 }, { data_object_ids: { length: 1, 0: 3 } }])
    expect(followedIds(request, always)).toEqual([]);
  const many = Array.from({ length: mostFollowed + 1 }, (_, k) => k + 1);
  expect(followedIds({ data_object_ids: many }, always)).toEqual([]);
});

it("counts each of them as a request", () => {
  let left = 10;
  const ids = Array.from({ length: mostFollowed }, (_, k) => k + 1);
  expect(followedIds({ data_object_ids: ids }, () => left-- > 0)).toHaveLength(10);
});

describe("what is followed", () => {
  const many = Array.from({ length: 640 }, (_, k) => k + 1);
  /** A few at once, whatever number of messages asks. */
  const atOnce = 4;

  it("is looked at a few at a time, over all messages and sockets of a user, and whatever fails", async () => {
    let [busy, most, seen] = [0, 0, 0];
    const look = async (id: number) => {
      most = Math.max(most, ++busy);
      await Promise.resolve();
      busy--;
      seen++;
      if (id % 3 === 0) throw new Error("away");
    };
    const user = {};
    const { signal } = new AbortController();
    await Promise.all([0, 1, 2].map((part) => lookInTurns(user, many.slice(part * 64, (part + 4) * 64), look, signal)));
    expect([most, seen]).toEqual([atOnce, 3 * 4 * 64]);
  });

  it("is looked at no more once the socket is gone", async () => {
    const gone = new AbortController();
    let seen = 0;
    const look = async () => {
      if (++seen === 10) gone.abort();
    };
    await lookInTurns({}, many, look, gone.signal);
    expect(seen).toBeLessThan(10 + atOnce);
  });
});
