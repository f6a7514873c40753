import { beforeEach, expect, it } from "vitest";
import { type AnnotationColumns, decodeAnnotationColumns } from "../../protocol/annotation-columns.ts";
import type { AnnotationPerson } from "../../protocol/annotations.ts";
import { MovedTeller } from "./moved-teller.ts";
import { PartCache } from "./part-cache.ts";
import type { ReadPart } from "./parts.ts";

let reads: string[];
let people: AnnotationPerson[];
let cache: PartCache;

const part = (groupId: number): ReadPart => {
  const integers = (...all: number[]) => Uint32Array.from(all);
  const doubles = (...all: number[]) => Float64Array.from(all);
  return {
    columns: {
      ...{ annotation_group_id: groupId, next_after_id: null, count: 3 },
      ...{ titles: ["a"], descriptions: [""], styles: [] },
      ...{ starts: doubles(1, 2, 3), ends: doubles(1, 2, 3), madeAt: doubles(0, 0, 0), revisions: doubles(1, 2, 3) },
      ...{ ids: integers(1, 2, 3), title: integers(0, 0, 0), description: integers(0, 0, 0) },
      ...{ style: integers(0, 0, 0), person: integers(2, 0, 1) },
    },
    makers: [5, 6],
  };
};
const named = (user_id: number, full_name = `P${user_id}`) => ({ user_id, email: "", full_name });

beforeEach(() => {
  [reads, people] = [[], [named(5), named(6)]];
  cache = make();
});
const make = (budget?: number) =>
  new PartCache(
    {
      read: async (groupId, afterId) => {
        reads.push(`${groupId} ${afterId}`);
        const read = part(groupId);
        return { ...read, columns: { ...read.columns, styles: [style] } };
      },
      people: async (ids) => people.filter(({ user_id }) => ids.includes(user_id)),
    },
    budget,
  );
const style: AnnotationColumns["styles"][number] = {
  ...{ annotation_type: "", modalities: [], color: "#FF0000", opacity: 1, tags: [] },
  kind: "note",
};
const get = async (sequence: number, { groupId = 1, since = 1 } = {}) =>
  decodeAnnotationColumns((await cache.get({ groupId, afterId: 0, sequence, since })).slice().buffer);
const makers = ({ person, people: all }: AnnotationColumns) =>
  [...person].map((k) => (k === 0 ? null : all[k - 1].full_name));

it("reads once what is asked for at the same time, and keeps it until the log is too far on", async () => {
  const parts = await Promise.all([get(10), get(10), get(12)]);
  expect(parts.map(({ sequence }) => sequence)).toEqual([10, 10, 10]);
  expect((await get(4010)).sequence).toBe(10);
  expect(reads).toEqual(["1 0"]);
  expect((await get(4011)).sequence).toBe(4011);
  expect(reads.length).toBe(2);
});

it("reads anew what was read before the session was brought back", async () => {
  await get(10);
  expect((await get(20, { since: 15 })).sequence).toBe(20);
  expect(reads.length).toBe(2);
});

it("names people as they are called now, and nobody for who is gone", async () => {
  expect(makers(await get(10))).toEqual(["P6", null, "P5"]);
  people = [named(5, "New name"), named(6)];
  expect(makers(await get(10))).toEqual(["P6", null, "New name"]);
  people = [named(6)];
  expect(makers(await get(10))).toEqual(["P6", null, null]);
  people = [];
  expect(makers(await get(10))).toEqual([null, null, null]);
  expect(reads.length).toBe(1);
});

it("keeps within its budget what was used last", async () => {
  const { length } = await cache.get({ groupId: 1, afterId: 0, sequence: 10, since: 1 });
  cache = make(2 * length + 20);
  reads = [];
  for (const groupId of [1, 2, 1, 3, 1, 2]) await get(10, { groupId });
  expect(reads).toEqual(["1 0", "2 0", "3 0", "2 0"]);
});

it("tells of a log at once and then once more with its last number", async () => {
  const sent: number[] = [];
  const teller = new MovedTeller(
    { send: (event) => event.kind === "annotations-moved" && sent.push(event.sequence) },
    1,
  );
  for (const sequence of [1, 3, 2]) teller.tell(7, sequence);
  expect(sent).toEqual([1]);
  await expect.poll(() => sent).toEqual([1, 3]);
});
