import { beforeEach, describe, expect, it, vi } from "vitest";
import { lengthOf, scrollBy } from "../../../domain/time/view-span.ts";
import {
  createTimeline,
  growFile,
  isLive,
  keptLength,
  moveView,
  play,
  setFile,
  setPicture,
  showLength,
  showSpan,
  spanOf,
  type Timeline,
} from "./timeline.ts";
import { createWindowLinks, type WindowLinks } from "./window-links.ts";

const file = { startMs: 0, endMs: 600_000 };
/** Clocks that run now. */
const clocks = vi.hoisted(() => new Set<object>());
vi.mock("./link-clock.ts", () => ({
  runClock(link: object) {
    clocks.add(link);
    return { [Symbol.dispose]: () => clocks.delete(link) };
  },
}));

describe("windows of a review", () => {
  let links: WindowLinks;
  let [a, b]: Timeline[] = [];
  const open = (isLinked: boolean) => createTimeline(file, { startMs: 0, endMs: 10_000 }, links.groupFor(isLinked));
  beforeEach(() => {
    clocks.clear();
    links = createWindowLinks();
    a = open(true);
    b = open(true);
  });

  it("move together while they are linked, and one goes its own way when it is not", () => {
    moveView(a, (span, whole) => scrollBy(span, whole, 5000));
    expect(b.startMs).toBe(5000);
    links.setLinked(b, false);
    expect([links.isLinked(a), links.isLinked(b)]).toEqual([true, false]);
    moveView(b, (span, whole) => scrollBy(span, whole, 20_000));
    expect([a.startMs, b.startMs]).toEqual([5000, 25_000]);
    play(a, 10);
    expect(b.isPlaying).toBe(false);
    links.setLinked(b, true);
    expect(b.startMs).toBe(5000);
    expect(a.isPlaying).toBe(true);
  });

  it("come to rest when the one that plays goes its own way or is closed", () => {
    const rested = () => a.link.state.rests;
    const before = rested();
    play(b);
    links.setLinked(b, false);
    expect(rested()).toBe(before + 1);
    links.setLinked(b, true);
    expect(rested()).toBe(before + 1);
    play(b);
    links.close(b);
    expect(rested()).toBe(before + 2);
  });

  it("have a clock for each group, which ends with it", () => {
    const alone = open(false);
    expect(links.isLinked(alone)).toBe(false);
    expect(clocks.size).toBe(2);
    links.setLinked(alone, true);
    expect(clocks.size).toBe(1);
    links.setLive(alone, true);
    links.setLinked(b, false);
    expect(clocks.size).toBe(3);
    links.close(alone);
    links.close(b);
    expect(clocks.size).toBe(1);
    links[Symbol.dispose]();
    expect(clocks.size).toBe(0);
  });

  it("are locked to the latest data when they are live: out of the link, not moved and not played", () => {
    play(a, 10);
    links.setLive(b, true);
    expect([isLive(a), isLive(b), links.isLinked(b)]).toEqual([false, true, false]);
    expect(a.isPlaying).toBe(true);
    expect(spanOf(b)).toEqual({ startMs: 590_000, endMs: 600_000 });
    moveView(b, (span, whole) => scrollBy(span, whole, -50_000));
    showSpan(b, { startMs: 100, endMs: 10_100 });
    expect(spanOf(b)).toEqual({ startMs: 590_000, endMs: 600_000 });
    play(b, 10);
    links.setLinked(b, true);
    expect([b.isPlaying, links.isLinked(b)]).toEqual([false, false]);
    showLength(b, 60_000);
    expect(spanOf(b)).toEqual({ startMs: 540_000, endMs: 600_000 });
    growFile(b, 601_000);
    expect(spanOf(b)).toEqual({ startMs: 541_000, endMs: 601_000 });
    links.setLive(b, false);
    expect([isLive(b), links.isLinked(b)]).toEqual([false, false]);
    growFile(b, 602_000);
    expect(b.endMs).toBe(601_000);
  });

  it("stand still, all of them, when what they show may not be shown any more", () => {
    links.setLive(b, true);
    play(a, 10);
    links.stopAll();
    growFile(b, 700_000);
    expect([a.isPlaying, isLive(b), b.endMs]).toEqual([false, false, 600_000]);
  });

  it("keep their start for another length, and show the whole file at most", () => {
    showSpan(a, { startMs: 20_000, endMs: 30_000 });
    showLength(a, 60_000);
    expect(spanOf(a)).toEqual({ startMs: 20_000, endMs: 80_000 });
    showLength(a, Number.POSITIVE_INFINITY);
    expect(spanOf(a)).toEqual(file);
    showSpan(a, { startMs: 590_000, endMs: 600_000 });
    showLength(a, 60_000);
    expect(spanOf(a)).toEqual({ startMs: 590_000, endMs: 600_000 });
  });

  it("come back to where the linked ones were asked to be, not to where one of them could not go", () => {
    const whole = open(true);
    moveView(a, (span, all) => scrollBy(span, all, 300_000));
    showLength(whole, Number.POSITIVE_INFINITY);
    expect(spanOf(whole)).toEqual(file);
    links.setLinked(whole, false);
    links.setLinked(whole, true);
    links.setLinked(b, false);
    links.setLinked(b, true);
    expect([a, b, whole].map(({ startMs }) => startMs)).toEqual([300_000, 300_000, 0]);
    links.close(a);
    setPicture(a, null);
    links.close(b);
    links.close(whole);
    expect(links.shared.members.size).toBe(0);
  });

  it("keep the length that was asked for where a file is too short for it", () => {
    showSpan(a, { startMs: 590_000, endMs: 600_000 });
    showLength(a, 30_000);
    expect([lengthOf(spanOf(a)), keptLength(a)]).toEqual([10_000, 30_000]);
    links.setLive(a, true);
    expect(spanOf(a)).toEqual({ startMs: 570_000, endMs: 600_000 });
    showLength(a, Number.POSITIVE_INFINITY);
    setFile(a, { startMs: 0, endMs: 700_000 }, true);
    expect([spanOf(a), keptLength(a)]).toEqual([{ startMs: 0, endMs: 700_000 }, 700_000]);
  });
});
