import { expect, it } from "vitest";
import { mostFollowed } from "../../protocol/pages.ts";
import { followedIds } from "./followed-ids.ts";

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
