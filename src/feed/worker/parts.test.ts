/** Cache, pace and slots. */
import { describe, expect, it } from "vitest";
import { ByteCache } from "./cache.ts";
import { Pace } from "./pace.ts";
import { Slots } from "./slots.ts";

describe("cache", () => {
  const filled = (budget: number, keys: string[]) => {
    const cache = new ByteCache<string>(budget);
    for (const key of keys) cache.set(key, key, 10);
    return cache;
  };

  it("drops what nobody wants first, the longest unused of it before the others", () => {
    const cache = filled(30, ["a", "b", "c", "d"]);
    cache.get("a");
    expect(cache.trim((key) => (key === "d" ? 3 : undefined))).toEqual(["b"]);
    expect(cache.bytes).toBe(30);
  });

  it("then the least urgent of the wanted, and never what is in view", () => {
    const cache = filled(20, ["near", "far", "view", "view2"]);
    const urgency = new Map([
      ["near", 1],
      ["far", 9],
      ["view", 0],
      ["view2", 0],
    ]);
    expect(cache.trim((key) => urgency.get(key))).toEqual(["far", "near"]);
    const tight = filled(5, ["view", "view2"]);
    expect(tight.trim(() => 0)).toEqual([]);
  });

  it("counts a replaced page once", () => {
    const cache = filled(100, ["a", "a"]);
    expect([cache.bytes, cache.size]).toEqual([10, 1]);
  });
});

describe("pace (spec 001 section 9, request update throttled 100 ms and debounced 200 ms)", () => {
  it("lets the first move through at once, the next after 100 ms", () => {
    const pace = new Pace();
    expect(pace.moved(0, false)).toBe(true);
    expect(pace.moved(16, false)).toBe(false);
    expect(pace.moved(32, false)).toBe(false);
    expect(pace.due(99).update).toBe(false);
    expect(pace.due(100).update).toBe(true);
    expect(pace.due(101).update).toBe(false);
  });

  it("never holds back a view that keeps moving", () => {
    const pace = new Pace();
    let updates = 0;
    for (let now = 0; now < 1000; now += 16) if (pace.moved(now, false) || pace.due(now).update) updates++;
    expect(updates).toBeGreaterThanOrEqual(9);
    expect(updates).toBeLessThanOrEqual(10);
  });

  it("prefetches only after 200 ms of rest", () => {
    const pace = new Pace();
    pace.moved(0, false);
    pace.moved(150, false);
    expect(pace.due(349).prefetch).toBe(false);
    expect(pace.due(350).prefetch).toBe(true);
    expect(pace.nextWake).toBeNull();
  });

  it("does not make jumps and playback wait", () => {
    const pace = new Pace();
    for (let now = 0; now < 100; now += 10) expect(pace.moved(now, true)).toBe(true);
  });
});

describe("slots", () => {
  it("gives ranges that never overlap and joins them again", () => {
    const slots = new Slots(new ArrayBuffer(1024), [0, 1024]);
    const taken = [100, 200, 50].map((bytes) => slots.take(bytes)) as number[];
    expect(taken).toEqual([0, 112, 320]);
    expect(slots.heldBytes).toBe(112 + 208 + 64);
    expect(slots.take(1000)).toBeNull();
    slots.giveBack(taken[1]);
    expect(slots.take(208)).toBe(112);
    for (const offset of taken) slots.giveBack(offset);
    expect(slots.take(1024)).toBe(0);
  });

  it("survives any order of taking and giving back", () => {
    const slots = new Slots(new ArrayBuffer(1 << 16), [64, 1 << 16]);
    const held = new Map<number, number>();
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let k = 0; k < 2000; k++) {
      if (random() < 0.55) {
        const bytes = 1 + Math.floor(random() * 3000);
        const offset = slots.take(bytes);
        if (offset === null) continue;
        for (const [other, length] of held) expect(offset >= other + length || offset + bytes <= other).toBe(true);
        held.set(offset, bytes);
      } else {
        const [offset] = [...held.keys()].slice(Math.floor(random() * held.size));
        if (offset === undefined) continue;
        slots.giveBack(offset);
        held.delete(offset);
      }
    }
    for (const offset of held.keys()) slots.giveBack(offset);
    expect(slots.heldBytes).toBe(0);
    expect(slots.take((1 << 16) - 64)).toBe(64);
    expect(() => slots.giveBack(7)).toThrow();
  });
});
