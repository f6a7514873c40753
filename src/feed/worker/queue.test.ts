/** Spec 001 section 4 "Page loading", section 8 "Data paging", section 9 "Data loading". */
import { describe, expect, it } from "vitest";
import { tiers } from "./planner.ts";
import { type Gate, PageQueue, type Request, retryDelayMs, type Want } from "./queue.ts";
import { feedTexts } from "./texts.ts";

const limits = { maxInFlight: 8, timeoutMs: 3000 };
const want = (key: string, tier: Want["tier"] = tiers.visible, isSlow = false): Want => ({ key, tier, isSlow });
const keys = (sent: Request[]) => sent.flatMap(({ keys }) => keys);

describe("order", () => {
  it("sends every visible page at once, in order of need, up to eight", () => {
    const queue = new PageQueue(limits);
    queue.setWants(Array.from({ length: 10 }, (_, k) => want(`v${k}`)));
    expect(keys(queue.next(0))).toEqual(["v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7"]);
    expect(queue.next(1)).toEqual([]);
    queue.arrived(["v3"]);
    expect(keys(queue.next(2))).toEqual(["v8"]);
  });

  it("prefers visible to ahead whatever the order of the list", () => {
    const queue = new PageQueue({ ...limits, maxInFlight: 1 });
    queue.setWants([want("a", tiers.ahead), want("v")]);
    expect(keys(queue.next(0))).toEqual(["v"]);
  });

  it("prefetches one page at a time and only while nothing else is on its way", () => {
    const queue = new PageQueue(limits);
    queue.setWants([want("v"), want("i1", tiers.idle), want("i2", tiers.idle)]);
    expect(keys(queue.next(0))).toEqual(["v"]);
    queue.arrived(["v"]);
    expect(keys(queue.next(1))).toEqual(["i1"]);
    expect(queue.next(2)).toEqual([]);
    queue.arrived(["i1"]);
    expect(keys(queue.next(3))).toEqual(["i2"]);
    queue.arrived(["i2"]);
    expect(queue.next(4)).toEqual([]);
  });

  it("leaves places for fast pages while slow ones are being built", () => {
    const queue = new PageQueue(limits);
    const slow = Array.from({ length: 9 }, (_, k) => want(`s${k}`, tiers.visible, true));
    queue.setWants([...slow, want("f")]);
    expect(keys(queue.next(0))).toEqual(["s0", "s1", "s2", "s3", "s4", "s5", "f"]);
  });
});

describe("failures", () => {
  it("times out after 3000 ms and puts the page at the front, with a growing delay", () => {
    const queue = new PageQueue({ ...limits, maxInFlight: 2 });
    queue.setWants([want("a"), want("b"), want("c")]);
    const [first] = queue.next(0);
    expect(queue.expire(2999)).toEqual([]);
    expect(queue.expire(3000)).toContain(first.id);
    expect(queue.failureOf("a")).toBe("Page load timed out.");
    expect(keys(queue.next(3000))).toEqual(["c"]);
    expect(queue.nextWake(3000)).toBe(3000 + retryDelayMs(1));
    expect(keys(queue.next(3100))).toEqual(["a"]);
    expect(retryDelayMs(2)).toBeGreaterThan(retryDelayMs(1));
    expect(retryDelayMs(50)).toBe(3000);
  });

  it("puts a failed page before those that wait in its tier", () => {
    const queue = new PageQueue({ ...limits, maxInFlight: 1 });
    queue.setWants([want("a"), want("b")]);
    const [a] = queue.next(0);
    queue.failed(a.id, 10, { message: feedTexts.notDecoded });
    const [b] = queue.next(10);
    expect(b.keys).toEqual(["b"]);
    queue.failed(b.id, 20, { message: feedTexts.notDecoded });
    queue.setWants([want("c"), want("a"), want("b")]);
    expect(keys(queue.next(5000))).toEqual(["a"]);
  });

  it("starts the timeout anew with every sign of progress", () => {
    const queue = new PageQueue(limits);
    queue.setWants([want("a")]);
    const [{ id }] = queue.next(0);
    queue.progress(id, 0.25, 2500);
    expect(queue.expire(3000)).toEqual([]);
    expect(queue.fractionOf("a")).toBe(0.25);
    expect(queue.expire(5500)).toEqual([id]);
  });

  it("does not count a refusal for want of a place as a failure", () => {
    const queue = new PageQueue(limits);
    queue.setWants([want("a")]);
    const [{ id }] = queue.next(0);
    queue.failed(id, 5, { busyMs: 50 });
    expect(queue.failureOf("a")).toBeNull();
    expect(queue.next(54)).toEqual([]);
    expect(keys(queue.next(55))).toEqual(["a"]);
  });

  it("forgets the failure when the page comes", () => {
    const queue = new PageQueue(limits);
    queue.setWants([want("a")]);
    queue.next(0);
    queue.expire(3000);
    expect(queue.arrived(["a"])).toEqual([]);
    expect(queue.failureOf("a")).toBeNull();
    expect(queue.nextWake(3000)).toBeNull();
  });
});

it("gives up flights that nobody wants any more", () => {
  const queue = new PageQueue(limits);
  queue.setWants([want("a"), want("b")]);
  const [a] = queue.next(0);
  expect(queue.setWants([want("b")])).toEqual([a.id]);
  expect(queue.inFlight).toBe(1);
});

it("takes everything back to the front when the socket is lost", () => {
  const queue = new PageQueue({ ...limits, maxInFlight: 2 });
  queue.setWants([want("a"), want("b"), want("c")]);
  queue.next(0);
  queue.disconnected();
  expect(queue.inFlight).toBe(0);
  expect(queue.failureOf("a")).toBeNull();
  queue.setWants([want("c"), want("a"), want("b")]);
  expect(keys(queue.next(1))).toEqual(["a", "b"]);
});

describe("requests", () => {
  const inLine = (at: number, rest: Partial<Want> = {}): Want => ({
    ...want(`p${at}`),
    bytes: 10,
    line: { name: "eeg", at },
    ...rest,
  });
  const gate = (over: Partial<Gate> = {}): Gate => ({
    mayAsk: () => true,
    mostBytes: () => 40,
    sent: () => 0,
    ...over,
  });

  it("take pages that follow each other together, up to their bytes, beginning with the most needed", () => {
    const queue = new PageQueue(limits);
    queue.setWants([5, 4, 6, 3, 7, 2, 9].map((at) => inLine(at)));
    expect(queue.next(0, gate()).map(({ keys }) => keys)).toEqual([["p4", "p5", "p6", "p7"], ["p2", "p3"], ["p9"]]);
  });

  it("do not mix tiers, nor lines", () => {
    const queue = new PageQueue(limits);
    queue.setWants([
      inLine(1),
      inLine(2, { tier: tiers.ahead }),
      inLine(2, { key: "q2", line: { name: "abp", at: 2 } }),
    ]);
    expect(queue.next(0, gate()).map(({ keys }) => keys)).toEqual([["p1"], ["q2"], ["p2"]]);
  });

  it("are cancelled when none of their pages is wanted, and not when one is", () => {
    const queue = new PageQueue(limits);
    queue.setWants([inLine(1), inLine(2)]);
    const [{ id }] = queue.next(0, gate());
    expect(queue.setWants([inLine(2), inLine(3)])).toEqual([]);
    expect(keys(queue.next(1, gate()))).toEqual(["p3"]);
    expect(queue.setWants([inLine(3)])).toEqual([id]);
  });

  it("ask for no page that may still come: not before the answer to the cancelled request, or its timeout", () => {
    const queue = new PageQueue(limits);
    queue.setWants([inLine(1), inLine(2)]);
    const [{ id }] = queue.next(0, gate());
    expect(queue.setWants([])).toEqual([id]);
    queue.setWants([inLine(1), inLine(5)]);
    expect(keys(queue.next(1, gate()))).toEqual(["p5"]);
    queue.settled(id);
    expect(keys(queue.next(2, gate()))).toEqual(["p1"]);
    const other = new PageQueue(limits);
    other.setWants([want("a")]);
    other.next(0);
    other.setWants([]);
    other.setWants([want("a")]);
    expect(other.nextWake(1)).toBe(3000);
    other.expire(3000);
    expect(keys(other.next(3000))).toEqual(["a"]);
  });

  it("are given up later where the link needs longer", () => {
    const queue = new PageQueue(limits);
    queue.setWants([want("a")]);
    queue.next(0, gate({ sent: () => 4000 }));
    expect(queue.expire(6999)).toEqual([]);
    expect(queue.expire(7000)).toHaveLength(1);
  });

  it("wait where the gate is closed, ahead of what is visible first", () => {
    const queue = new PageQueue(limits);
    queue.setWants([want("v"), want("a", tiers.ahead)]);
    const alone = gate({ mayAsk: ({ tier }, isVisibleMissing) => tier === tiers.visible || !isVisibleMissing });
    expect(keys(queue.next(0, alone))).toEqual(["v"]);
    expect(queue.next(1, alone)).toEqual([]);
    queue.arrived(["v"]);
    expect(keys(queue.next(2, alone))).toEqual(["a"]);
  });
});
