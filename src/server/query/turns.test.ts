import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IndexedHeap } from "./indexed-heap.ts";
import { type Asker, type Lane, Turns } from "./turns.ts";

interface Work {
  name: string;
}
const noOne = () => false;
let sequence = 0;
const asks = (user: object, epoch = 0): Asker => ({
  user,
  epoch,
  sequence: ++sequence,
  signal: new AbortController().signal,
});

function makeTurns() {
  const turns = new Turns<Work>();
  return {
    turns,
    add: (name: string, user: object, lane: Lane = "quick", epoch = 0) => {
      const work = { name };
      const asker = asks(user, epoch);
      turns.add(work, asker, lane);
      return { work, asker };
    },
    /** Takes so many turns, each of which took `ms`. */
    take: (count: number, ms: (name: string) => number = () => 1) =>
      Array.from({ length: count }, () => {
        const turn = turns.next(noOne);
        if (turn === null) return null;
        turns.charge(turn.user, ms(turn.work.name));
        return turn.work.name;
      }),
  };
}

describe("turns", () => {
  it("go by the time a user has used, whatever number of things they ask for", () => {
    const { add, take } = makeTurns();
    const [greedy, modest] = [{}, {}];
    for (let k = 0; k < 100; k++) add("greedy", greedy);
    for (let k = 0; k < 10; k++) add("modest", modest);
    const order = take(14, (name) => (name === "greedy" ? 100 : 10));
    expect(order.filter((name) => name === "modest")).toHaveLength(10);
  });

  it("go by who has waited longest among users who have used about the same", () => {
    const { add, take } = makeTurns();
    const [heavy, light] = [{}, {}];
    for (let k = 0; k < 2; k++) add("in view of heavy", heavy);
    add("in view of light", light);
    expect(take(1, () => 40)).toEqual(["in view of heavy"]);
    for (let k = 0; k < 3; k++) add("ahead of light", light);
    add("ahead of heavy", heavy);
    const order = take(6, (name) => (name.endsWith("heavy") ? 40 : 20));
    expect(order.slice(0, 2)).toEqual(["in view of heavy", "in view of light"]);
    expect(order.slice(2)).toEqual([...Array(3).fill("ahead of light"), "ahead of heavy"]);
  });

  it("give who was away no more than who was served last", () => {
    const { add, take } = makeTurns();
    const [early, late] = [{}, {}];
    for (let k = 0; k < 20; k++) add("early", early);
    take(10, () => 50);
    for (let k = 0; k < 10; k++) add("late", late);
    const order = take(6, () => 50);
    expect(order.filter((name) => name === "late")).toHaveLength(3);
  });

  it("keep nobody back for long, whatever one piece of work took", () => {
    const { add, take } = makeTurns();
    const [slow, other] = [{}, {}];
    add("slow", slow);
    take(1, () => 1e9);
    add("slow", slow);
    for (let k = 0; k < 12; k++) add("other", other);
    expect(take(13, () => 500)).toContain("slow");
  });

  it("put quick work first and pass over slow work four times at most", () => {
    const { add, take } = makeTurns();
    const user = {};
    for (let k = 0; k < 10; k++) add("quick", user);
    for (let k = 0; k < 2; k++) add("slow", { k }, "slow");
    expect(take(12)).toEqual([
      ...Array(4).fill("quick"),
      "slow",
      ...Array(4).fill("quick"),
      "slow",
      ...Array(2).fill("quick"),
    ]);
  });

  it("put what a user asked for after a change of mind first", () => {
    const { add, take } = makeTurns();
    const user = {};
    add("old a", user, "quick", 1);
    add("old b", user, "quick", 1);
    add("new a", user, "quick", 2);
    add("new b", user, "quick", 2);
    expect(take(4)).toEqual(["new a", "new b", "old a", "old b"]);
  });

  it("pass over users who may not be served now, and let them keep their places", () => {
    const { turns, add } = makeTurns();
    const [barred, other] = [{}, {}];
    add("barred", barred);
    add("other", other);
    expect(turns.next((user) => user === barred)?.work.name).toBe("other");
    expect(turns.next((user) => user === barred)).toBeNull();
    expect(turns.next(noOne)?.work.name).toBe("barred");
  });

  it("serve shared work once, until nobody waits for it", () => {
    const { turns, add } = makeTurns();
    const { work, asker } = add("shared", {});
    const second = asks({});
    turns.add(work, second, "quick");
    turns.remove(work, asker);
    expect(turns.size).toBe(1);
    turns.remove(work, second);
    expect([turns.size, turns.next(noOne)]).toEqual([0, null]);
  });

  it("cost O(log n): choosing among 20,000 looks at a few dozen", () => {
    const turns = new Turns<Work>();
    let looks = 0;
    const ask = (user: object): Asker => {
      const asker = asks(user);
      return {
        ...asker,
        get epoch() {
          looks++;
          return asker.epoch;
        },
      };
    };
    const users = Array.from({ length: 200 }, () => ({}));
    for (let k = 0; k < 20_000; k++) turns.add({ name: "" }, ask(users[k % 200]), "slow");
    let most = 0;
    for (let k = 0; k < 20_000; k++) {
      looks = 0;
      const turn = turns.next(noOne);
      if (turn !== null) turns.charge(turn.user, 5);
      most = Math.max(most, looks);
    }
    expect(turns.size).toBe(0);
    expect(most).toBeLessThan(60);
  });
});

it("a heap gives the least first, whatever was added, removed and moved", () => {
  const acts = fc.array(
    fc.record({ act: fc.constantFrom("add", "remove", "move"), key: fc.nat(30), value: fc.nat(50) }),
  );
  fc.assert(
    fc.property(acts, (list) => {
      const members = Array.from({ length: 31 }, () => ({ value: 0 }));
      const heap = new IndexedHeap<{ value: number }>((a, b) => a.value < b.value);
      for (const { act, key, value } of list) {
        const member = members[key];
        if (act === "remove") heap.remove(member);
        else {
          member.value = value;
          heap.moved(member);
          if (act === "add") heap.add(member);
        }
      }
      const left = members.filter((member) => heap.has(member)).map(({ value }) => value);
      const taken: number[] = [];
      for (let first = heap.first(); first !== undefined; first = heap.first()) {
        taken.push(first.value);
        heap.remove(first);
      }
      expect(taken).toEqual(left.sort((a, b) => a - b));
    }),
  );
});
