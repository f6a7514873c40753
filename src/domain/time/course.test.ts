/** The clock law: any split of frames comes to the same place, no stop is passed, loops do not drift. */
import { describe, expect, it } from "vitest";
import { type Course, freeCourse, leastLoopMs, loopOf, loopWithin, placeAfter, stretchOf } from "./course.ts";
import type { Span } from "./view-span.ts";

/** Mulberry32. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const beginMs = Date.UTC(2026, 10, 23);
const speeds = [1, 10, 100, 1000];

function walked(course: Course, loop: Span | null, frames: readonly number[], speed: number) {
  let at = beginMs;
  const stopped: number[] = [];
  for (const elapsed of frames) {
    const { distanceMs, isStop } = stretchOf(course, loop, at, elapsed, speed);
    at = placeAfter(loop, at, distanceMs);
    if (isStop) stopped.push(at);
  }
  return { at, stopped };
}

/** Cuts a time into frames of 1 to 250 ms. */
function frames(next: () => number, totalMs: number): number[] {
  const out: number[] = [];
  for (let left = totalMs; left > 0; ) {
    const frame = Math.min(left, 1 + 249 * next());
    out.push(frame);
    left -= frame;
  }
  return out;
}

function zones(next: () => number, count: number, rangeMs: number): Course["slow"] {
  const edges = Array.from({ length: 2 * count }, () => beginMs + next() * rangeMs).sort((a, b) => a - b);
  return { starts: edges.filter((_, k) => k % 2 === 0), ends: edges.filter((_, k) => k % 2 === 1) };
}

describe("the clock law", () => {
  it("is speed times elapsed time where nothing stands in the way", () => {
    for (const speed of speeds)
      expect(stretchOf(freeCourse, null, 5, 16, speed)).toEqual({
        distanceMs: 16 * speed,
        isStop: false,
        isSlow: false,
      });
  });

  it("goes slowly through an annotation that is much shorter than a frame at 1000x", () => {
    const course: Course = { slow: { starts: [1000], ends: [2000] }, factor: 100, stops: [] };
    // 1 ms to it, 100 ms through it at 10x, 4 ms behind it.
    expect(stretchOf(course, null, 0, 105, 1000)).toEqual({ distanceMs: 6000, isStop: false, isSlow: true });
    expect(stretchOf(course, null, 0, 11, 1000).distanceMs).toBeCloseTo(1100, 9);
  });

  it.each([1, 2, 3, 4, 5, 6])("comes to the same place by any split of frames (%i)", (seed) => {
    const next = random(seed);
    for (const speed of speeds)
      for (const loop of [null, { startMs: beginMs, endMs: beginMs + 1000 + 40_000 * next() }]) {
        const course: Course = { slow: zones(next, 40, 3000 * speed), factor: 2 + 998 * next(), stops: [] };
        const whole = placeAfter(loop, beginMs, stretchOf(course, loop, beginMs, 3000, speed).distanceMs);
        const { at } = walked(course, loop, frames(next, 3000), speed);
        const apart = Math.abs(at - whole);
        const around = loop === null ? apart : Math.min(apart, loop.endMs - loop.startMs - apart);
        expect(around).toBeLessThan(0.01 * speed);
      }
  });

  it.each([1, 2, 3, 4, 5, 6])("never passes a stop without stopping, and goes on past it (%i)", (seed) => {
    const next = random(100 + seed);
    for (const speed of speeds) {
      const stops = Array.from({ length: 50 }, () => beginMs + 1 + next() * 2000 * speed).sort((a, b) => a - b);
      const course: Course = { slow: zones(next, 10, 2000 * speed), factor: 10, stops };
      const { at, stopped } = walked(course, null, frames(next, 20_000), speed);
      const passed = stops.filter((stop) => stop <= at);
      expect(stopped.length).toBeGreaterThan(5);
      // Stops nearer than a few hundredths of a millisecond are one.
      const apart = passed.filter((stop, k) => k === 0 || stop - passed[k - 1] > 0.05);
      expect(apart.every((stop) => stopped.some((one) => Math.abs(one - stop) < 0.05))).toBe(true);
    }
  });

  it("stops on the way round, also where the loop begins", () => {
    const loop = { startMs: 0, endMs: 1000 };
    const course: Course = { ...freeCourse, stops: [0, 400] };
    expect(stretchOf(course, loop, 0, 16, 1000)).toMatchObject({ distanceMs: 400, isStop: true });
    expect(stretchOf(course, loop, 400, 16, 1000)).toMatchObject({ distanceMs: 600, isStop: true });
    expect(placeAfter(loop, 400, 600)).toBe(0);
  });
});

describe("a loop", () => {
  it("is exact where a frame goes round it many times, and does not drift", () => {
    const loop = { startMs: beginMs, endMs: beginMs + 1000 };
    const { at } = walked(freeCourse, loop, Array(60_000).fill(16.6), 1000);
    expect((at - beginMs - 60_000 * 16_600) % 1000).toBeCloseTo(0, 1);
    const slow: Course = { slow: { starts: [beginMs + 500], ends: [beginMs + 600] }, factor: 10, stops: [] };
    // A round is 0.9 ms and 1 ms.
    expect(stretchOf(slow, loop, beginMs, 1.9 * 1e6 + 0.2, 1000).distanceMs).toBeCloseTo(1e9 + 200, -1);
  });

  it("begins in it and leaves it to others: from outside the clock goes straight on", () => {
    const loop = { startMs: 1000, endMs: 2000 };
    expect(placeAfter(loop, 500, 3000)).toBe(3500);
    expect(placeAfter(loop, 2000, 10)).toBe(2010);
    expect(placeAfter(loop, 1990, 20)).toBe(1010);
  });

  it("is a second at least, and ends where the view cannot go on", () => {
    expect(loopOf({ startMs: 5, endMs: 5 })).toEqual({ startMs: 5, endMs: 5 + leastLoopMs });
    const file = { startMs: 0, endMs: 60_000 };
    expect(loopWithin({ startMs: 10_000, endMs: 20_000 }, file, 30_000)).toEqual({ startMs: 10_000, endMs: 20_000 });
    expect(loopWithin({ startMs: 10_000, endMs: 40_000 }, file, 30_000)).toEqual({ startMs: 10_000, endMs: 29_999 });
    expect(loopWithin({ startMs: 40_000, endMs: 50_000 }, file, 30_000)).toBeNull();
  });
});
