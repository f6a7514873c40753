/** What is learned of links, simulated byte for byte. */
import { describe, expect, it } from "vitest";
import { Link } from "./link.ts";

/** Pages of `bytes`, `together` at a time, over a link of so many bytes a ms. Returns the time of the end. */
function load(
  link: Link,
  {
    bytes,
    pages,
    together = 1,
    rate,
    delayMs,
    madeMs = 0,
    from = 0,
  }: Record<"bytes" | "pages" | "rate" | "delayMs", number> & {
    together?: number;
    madeMs?: number;
    from?: number;
  },
): number {
  let now = from;
  let free = from;
  for (let page = 0; page < pages; page += together) {
    link.echoed(delayMs);
    const ids = Array.from({ length: together }, (_, k) => from + page + k);
    for (const id of ids) link.sent(id, { bytes, isPlain: true }, now);
    free = Math.max(free, now + madeMs + delayMs);
    for (const id of ids) {
      free += bytes / rate;
      link.came(id, bytes, madeMs, free);
    }
    now = free;
  }
  return now;
}

describe("throughput", () => {
  it.each([
    [50, 100, 1],
    [50, 100, 4],
    [2500, 40, 1],
    [2500, 40, 6],
    [20_000, 5, 3],
  ])("of %i bytes a ms with %i ms of delay, %i pages at a time", (rate, delayMs, together) => {
    const link = new Link();
    const end = load(link, { bytes: 40_000, pages: 24, together, rate, delayMs });
    expect(link.rate(end)).toBeCloseTo(rate, -Math.floor(Math.log10(rate) - 1));
    expect(link.delayMs).toBe(delayMs);
    expect(link.isThin(end)).toBe(rate < 1500);
  });

  it("is not mistaken for what the server took to make a page", () => {
    const link = new Link();
    const end = load(link, { bytes: 40_000, pages: 8, rate: 5000, delayMs: 20, madeMs: 900 });
    expect(link.rate(end)).toBeCloseTo(5000, -2);
  });

  it("follows a link that becomes slower within a few pages, and one that becomes faster", () => {
    const link = new Link();
    let end = load(link, { bytes: 40_000, pages: 50, rate: 8000, delayMs: 20 });
    end = load(link, { bytes: 40_000, pages: 3, rate: 50, delayMs: 20, from: end });
    expect(link.rate(end)).toBeLessThan(100);
    end = load(link, { bytes: 40_000, pages: 60, rate: 8000, delayMs: 20, from: end });
    expect(link.rate(end)).toBeGreaterThan(2000);
  });

  it("is taken down by a page that does not come, before it comes", () => {
    const link = new Link();
    const end = load(link, { bytes: 40_000, pages: 20, rate: 8000, delayMs: 20 });
    link.sent(-1, { bytes: 40_000, isPlain: true }, end);
    expect(link.isThin(end + 100)).toBe(false);
    expect(link.rate(end + 820)).toBeCloseTo(50, -1);
    link.came(-1, 0, 0, end + 820);
    link.sent(-2, { bytes: 40_000, isPlain: false }, end + 820);
    expect(link.isThin(end + 3000)).toBe(false); // may be in the making
  });
});

describe("a page that never comes", () => {
  it("says nothing of a link that brings the ones after it, and is counted no longer", () => {
    const link = new Link();
    let end = load(link, { bytes: 40_000, pages: 20, rate: 2500, delayMs: 20 });
    link.sent(-1, { bytes: 500_000, isPlain: true }, end);
    end = load(link, { bytes: 40_000, pages: 20, rate: 2500, delayMs: 20, from: end + 500 });
    expect(link.rate(end)).toBeCloseTo(2500, -2);
    expect(link.isThin(end)).toBe(false);
    end = load(link, { bytes: 40_000, pages: 20, rate: 2500, delayMs: 20, from: end + 15_000 });
    expect([link.isAtRest, link.hasRoom(end), link.backlogMs(end)]).toEqual([true, true, 0]);
    // It comes after all.
    link.came(-1, 500_000, 0, end + 10);
    expect(link.rate(end + 10)).toBeCloseTo(2500, -2);
  });

  it("takes the link down as long as none after it comes", () => {
    const link = new Link();
    const end = load(link, { bytes: 40_000, pages: 20, rate: 8000, delayMs: 20 });
    for (const [id, later] of [
      [-1, 0],
      [-2, 300],
    ])
      link.sent(id, { bytes: 40_000, isPlain: true }, end + later);
    expect(link.rate(end + 820)).toBeCloseTo(50, -1);
  });
});

describe("what is on its way", () => {
  it("is as much as the link carries in a round trip and a little more", () => {
    const link = new Link();
    const now = load(link, { bytes: 40_000, pages: 10, rate: 2500, delayMs: 40 });
    let asked = 0;
    while (link.hasRoom(now)) link.sent(-1 - asked++, { bytes: 40_000, isPlain: true }, now);
    expect(asked * 40_000).toBeGreaterThanOrEqual(2500 * 120);
    expect(asked * 40_000).toBeLessThanOrEqual(2500 * 120 + 40_000);
    expect(link.hasRoom(now + link.roomInMs(now) + 1)).toBe(true);
  });

  it("is one page on a very thin link, and the next is asked for before it ends", () => {
    const link = new Link();
    const now = load(link, { bytes: 40_000, pages: 4, rate: 50, delayMs: 100 });
    link.sent(-1, { bytes: 40_000, isPlain: true }, now);
    expect(link.hasRoom(now + 500)).toBe(false);
    expect(link.hasRoom(now + 800)).toBe(true);
    expect(link.backlogMs(now)).toBeCloseTo(900, -2);
    expect(link.estimateMs(40_000, now)).toBeCloseTo(1700, -2);
  });

  it("counts cancelled pages until they are answered", () => {
    const link = new Link();
    const now = load(link, { bytes: 40_000, pages: 4, rate: 50, delayMs: 100 });
    link.sent(-1, { bytes: 400_000, isPlain: true }, now);
    expect(link.backlogMs(now)).toBeGreaterThan(7000);
    link.came(-1, 0, 0, now + 100);
    expect([link.backlogMs(now + 100), link.isAtRest]).toEqual([0, true]);
  });

  it("is not bounded by a link of which nothing is known", () => {
    const link = new Link();
    for (let id = 0; id < 5; id++) link.sent(id, { bytes: 1e6, isPlain: true }, 0);
    expect([link.hasRoom(0), link.estimateMs(1e6, 0), link.isThin(0)]).toEqual([true, null, false]);
    link.came(0, 1e6, 0, 1000);
    link.lost();
    expect([link.rate(1000), link.isAtRest]).toEqual([null, true]);
  });
});

describe("what is asked for ahead", () => {
  it("is less of a server that is busy, and as much as before once it is quick again", () => {
    const link = new Link();
    expect(link.mostAhead).toBe(500);
    let now = load(link, { bytes: 40_000, pages: 8, rate: 5000, delayMs: 20, madeMs: 10 });
    expect(link.mostAhead).toBe(50);
    now = load(link, { bytes: 40_000, pages: 4, rate: 5000, delayMs: 20, madeMs: 240, from: now });
    expect(link.mostAhead).toBe(2);
    now = load(link, { bytes: 40_000, pages: 4, rate: 5000, delayMs: 20, madeMs: 3000, from: now });
    expect(link.mostAhead).toBe(1);
    now = load(link, { bytes: 40_000, pages: 1, rate: 5000, delayMs: 20, madeMs: 10, from: now });
    expect(link.mostAhead).toBe(50);
  });

  it("is not less for pages that the server computes, while it makes others at once", () => {
    const link = new Link();
    let now = 0;
    for (let round = 0; round < 4; round++)
      for (const madeMs of [2000, 10])
        now = load(link, { bytes: 40_000, pages: 1, rate: 5000, delayMs: 20, madeMs, from: now });
    expect(link.mostAhead).toBe(50);
  });

  it("is not less of the server of a new connection", () => {
    const link = new Link();
    load(link, { bytes: 40_000, pages: 4, rate: 5000, delayMs: 20, madeMs: 3000 });
    link.lost();
    expect(link.mostAhead).toBe(500);
  });
});
