/** The clock over links of every kind, in virtual time: 22 channels at 256 Hz as int16, in pages of 32 s. */
import { describe, expect, it } from "vitest";
import { createPaceKeeper, type Pace } from "./pace.ts";
import { keptReadyMs } from "./playback.ts";

const pageMs = 32_000;
const pageBytes = 22 * 256 * 2 * 32;
const viewMs = 30_000;
const frameMs = 16;
const runMs = 120_000;

interface Link {
  bytesPerSecond: number;
  delayMs: number;
  /** Factor of the time of the n-th page. */
  jitter?: (page: number) => number;
  diesAtMs?: number;
}
const links = {
  good: { bytesPerSecond: 400e6, delayMs: 1 },
  weak: { bytesPerSecond: 180e3, delayMs: 40 },
  "very weak": { bytesPerSecond: 50e3, delayMs: 100 },
  jittering: { bytesPerSecond: 600e3, delayMs: 40, jitter: (page) => [0.3, 2.2, 0.2, 1.3][page % 4] },
  dying: { bytesPerSecond: 2.5e6, delayMs: 40, diesAtMs: 30_000 },
} as const satisfies Record<string, Link>;

/** Plays two minutes; where the view was each second, how far it was ever ahead of the data, and what the link carried. */
function played(link: Link, speed: number, pace: Pace) {
  const keeper = createPaceKeeper(() => pace);
  let at = 0;
  let readyMs = pageMs;
  let due = Number.POSITIVE_INFINITY;
  let beyondMs = 0;
  let page = 1;
  const seconds: number[] = [];
  for (let now = 0; now < runMs; now += frameMs) {
    const reach = keptReadyMs(speed, viewMs);
    while (now >= due) {
      readyMs += pageMs;
      due = Number.POSITIVE_INFINITY;
      if (readyMs - viewMs - at < reach) due = now + takes(link, ++page);
      if (due > now) break;
    }
    const aheadMs = readyMs - viewMs - at;
    if (aheadMs < reach && due === Number.POSITIVE_INFINITY) due = now + takes(link, ++page);
    if (now > (link.diesAtMs ?? Number.POSITIVE_INFINITY)) due = Number.POSITIVE_INFINITY;
    at += keeper.step(now, now === 0 ? 0 : frameMs, speed, { aheadMs, isWaiting: aheadMs < reach });
    beyondMs = Math.max(beyondMs, at + viewMs - readyMs);
    if (Math.floor(now / 1000) > seconds.length - 1) seconds.push(at);
  }
  const rates = seconds.slice(1).map((ms, k) => (ms - seconds[k]) / 1000);
  return { realSpeed: at / runMs, rates, beyondMs };
}

/** Milliseconds a page takes. A fast link brings several a frame: one step of the loop is then one page at least. */
const takes = ({ bytesPerSecond, delayMs, jitter }: Link, page: number) =>
  delayMs + ((pageBytes * 1000) / bytesPerSecond) * (jitter?.(page) ?? 1);

/** Recording seconds a second that a link can bring, page after page. */
const carries = (link: Link) => {
  const mean = [0, 1, 2, 3].reduce((sum, page) => sum + takes(link, page), 0) / 4;
  return pageMs / mean;
};

describe.each(Object.entries(links) as [keyof typeof links, Link][])("a %s link", (name, link) => {
  describe.each([1, 10, 100, 1000])("at %ix", (speed) => {
    it.each(["slow", "hold"] as const)("never shows what is not there: %s", (pace) => {
      const { beyondMs, realSpeed, rates } = played(link, speed, pace);
      expect(beyondMs).toBeLessThan(1e-6);
      if (name === "dying") {
        expect(rates.at(-1)).toBeLessThan(1e-3);
        return;
      }
      const possible = Math.min(speed, carries(link));
      expect(realSpeed).toBeGreaterThan(possible * 0.8);
      expect(realSpeed).toBeLessThan(speed * 1.001);
      // Where the link has room, the view moves by speed times elapsed time.
      if (carries(link) > 2 * speed) expect(realSpeed).toBeCloseTo(speed * (1 - frameMs / runMs), speed > 100 ? -1 : 1);
      // What the link brings in steps is played evenly.
      if (pace === "slow" && name !== "jittering") expect(Math.min(...rates.slice(20))).toBeGreaterThan(possible * 0.3);
    });

    it("goes on whatever is there when it is to keep its pace", () => {
      expect(played(link, speed, "keep").realSpeed).toBeCloseTo(speed * (1 - frameMs / runMs), 6);
    });
  });
});

it("goes on after a hold when nothing more is being prepared", () => {
  const keeper = createPaceKeeper(() => "hold");
  expect(keeper.step(0, 16, 10, { aheadMs: 0, isWaiting: true })).toBe(0);
  expect(keeper.step(16, 16, 10, { aheadMs: 4000, isWaiting: true })).toBe(0);
  expect(keeper.step(32, 16, 10, { aheadMs: 4000, isWaiting: false })).toBe(160);
  expect(keeper.step(48, 16, 10, { aheadMs: 100, isWaiting: true })).toBe(0);
  expect(keeper.step(64, 16, 10, { aheadMs: 4000, isWaiting: true })).toBe(0);
  expect(keeper.step(1100, 16, 10, { aheadMs: 4000, isWaiting: true })).toBe(160);
});

it("starts anew where the reader went: what the link did elsewhere is forgotten", () => {
  const keeper = createPaceKeeper(() => "slow");
  let at = 0;
  for (let now = 0; now < 20_000; now += 16)
    at += keeper.step(now, 16, 10, { aheadMs: Math.floor(now / 9000) * 32_000 - at, isWaiting: true });
  expect(keeper.step(20_000, 16, 10, { aheadMs: 10_000, isWaiting: true })).toBeLessThan(160);
  keeper.reset();
  expect(keeper.step(20_016, 16, 10, { aheadMs: 10_000, isWaiting: true })).toBe(160);
});
