import { describe, expect, it } from "vitest";
import { createCoverageWatch } from "./coverage-watch.ts";
import { arePairs, before, countOf, longest, nextOutside, unionOf } from "./second-sets.ts";

const startMs = Date.UTC(2026, 10, 23);
const file = { startMs, endMs: startMs + 600_000 };
const view = (from: number, to: number) => ({ startMs: startMs + from * 1000, endMs: startMs + to * 1000 });

describe("sets of seconds", () => {
  it("is joined, the same again is the same, and in any order", () => {
    const set = unionOf([0, 10, 20, 30], [25, 40, 10, 12]);
    expect(set).toEqual([0, 12, 20, 40]);
    expect(unionOf(set, set)).toEqual(set);
    expect(countOf(set)).toBe(32);
    expect(before(set, 25)).toEqual([0, 12, 20, 25]);
  });

  it("lets the shortest go, and knows what are no pairs", () => {
    expect(longest([0, 1, 5, 15, 20, 22], 2)).toEqual([5, 15, 20, 22]);
    for (const bad of [[1], [2, 2], [3, 1], [-1, 2], [0.5, 1], [Number.NaN, 2]]) expect(arePairs(bad)).toBe(false);
    expect(arePairs([4, 5, 0, 1])).toBe(true);
  });

  it("finds what is left, from the beginning again behind the end", () => {
    expect(nextOutside([0, 10, 20, 30], 5, 100)).toBe(10);
    expect(nextOutside([0, 10, 20, 100], 25, 100)).toBe(10);
    expect(nextOutside([0, 100], 25, 100)).toBeNull();
  });
});

describe("what stood on the screen", () => {
  it("is reviewed after a second of a complete page, and skimmed before", () => {
    const watch = createCoverageWatch(() => file);
    watch.frame(0, view(0, 10), [view(4.4, 6)]);
    expect(watch.take(900)).toEqual([]);
    // What was missing comes.
    watch.frame(1000, view(0, 10), []);
    watch.frame(1500, view(10, 20), []);
    expect(watch.take(1500)).toEqual([{ page: 15, reviewed: [0, 4, 6, 10], skimmed: [4, 6] }]);
    expect(watch.take(2400)).toEqual([]);
    expect(watch.take(2500)).toEqual([{ page: 15, reviewed: [10, 20], skimmed: [] }]);
  });

  it("leaves no second out between pages that follow each other, wherever they begin", () => {
    const watch = createCoverageWatch(() => file);
    for (let k = 0; k < 20; k++) watch.frame(3000 * k, view(0.4 + 15 * k, 15.4 + 15 * k), []);
    watch.end(60_000);
    expect(watch.take(60_000)).toEqual([{ page: 15, reviewed: [0, 300], skimmed: [] }]);
  });

  it("stays reviewed while it stands, and ends with the page that is hidden; page lengths are apart", () => {
    const watch = createCoverageWatch(() => file);
    watch.frame(0, view(590, 620), []);
    expect(watch.take(5000)).toEqual([{ page: 30, reviewed: [590, 600], skimmed: [] }]);
    watch.frame(5000, view(0, 300), []);
    watch.end(5400);
    expect(watch.take(9999)).toEqual([
      { page: 30, reviewed: [590, 600], skimmed: [] },
      { page: 0, reviewed: [], skimmed: [0, 300] },
    ]);
  });

  it.each([
    [1, "reviewed"],
    [8, "reviewed"],
    [12, "skimmed"],
    [1000, "skimmed"],
  ] as const)("played at %ix over pages of 10 s it is %s", (speed, depth) => {
    const watch = createCoverageWatch(() => file);
    let [now, at] = [0, 0];
    for (; at < 200 && now < 60_000; now += 16, at += (16 * speed) / 1000) watch.frame(now, view(at, at + 10), []);
    watch.end(now);
    const [seen] = watch.take(now);
    // Whole seconds that stood 1 s need 9 s of the page or less to pass; the first page stood as long as it passed.
    const inside = seen[depth];
    const other = seen[depth === "reviewed" ? "skimmed" : "reviewed"];
    expect(countOf(inside)).toBeGreaterThan(speed === 1000 ? 100 : (at - 20) * 0.8);
    expect(countOf(other)).toBeLessThan(20);
  });
});
