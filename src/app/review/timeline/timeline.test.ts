import { describe, expect, it } from "vitest";
import { turnPage } from "../../../domain/view-span.ts";
import { createPlayback, createTimeline, holdView, moveView, pause, play, showSpan, spanOf } from "./timeline.ts";

const file = { startMs: 0, endMs: 600_000 };
const allHere = { readyUntilMs: () => Number.POSITIVE_INFINITY, isConnected: () => true };

describe("a timeline", () => {
  it("begins with the first page or with the wanted view", () => {
    expect(spanOf(createTimeline(file, null))).toEqual({ startMs: 0, endMs: 30_000 });
    expect(spanOf(createTimeline(file, { startMs: 5000, endMs: 9000 }))).toEqual({ startMs: 5000, endMs: 9000 });
    expect(spanOf(createTimeline({ startMs: 0, endMs: 8000 }, null))).toEqual({ startMs: 0, endMs: 8000 });
  });

  it("ignores a span below the minimum and clamps one outside the file", () => {
    const timeline = createTimeline(file, null);
    showSpan(timeline, { startMs: 5000, endMs: 5900 });
    showSpan(timeline, { startMs: Number.NaN, endMs: 5900 });
    expect(spanOf(timeline)).toEqual({ startMs: 0, endMs: 30_000 });
    showSpan(timeline, { startMs: 590_000, endMs: 620_000 });
    expect(spanOf(timeline)).toEqual({ startMs: 570_000, endMs: 600_000 });
  });
});

describe("playback in the frame loop", () => {
  it("advances from the second frame on and stops at the end of the file", () => {
    const timeline = createTimeline(file, null);
    const playback = createPlayback(timeline, allHere, () => "slow");
    expect(playback.tick(1000)).toEqual({ isPlaying: false, isPlayed: false });
    play(timeline, 10);
    expect(playback.tick(2000)).toEqual({ isPlaying: true, isPlayed: false });
    expect(timeline.startMs).toBe(0);
    playback.tick(2016);
    expect(timeline.startMs).toBeCloseTo(160, 6);
    play(timeline, 1000);
    for (let now = 2016; timeline.isPlaying && now < 10_000; now += 200) playback.tick(now);
    expect(spanOf(timeline)).toEqual({ startMs: 570_000, endMs: 600_000 });
    expect(timeline.isPlaying).toBe(false);
  });

  it("does not leap after a pause, a held view or a long frame", () => {
    const timeline = createTimeline(file, null);
    const playback = createPlayback(timeline, allHere, () => "slow");
    play(timeline, 1);
    playback.tick(0);
    playback.tick(60_000);
    expect(timeline.startMs).toBe(250);
    holdView(timeline, true);
    expect(playback.tick(60_100)).toEqual({ isPlaying: true, isPlayed: false });
    holdView(timeline, false);
    playback.tick(70_000);
    expect(timeline.startMs).toBe(250);
    pause(timeline);
    playback.tick(80_000);
    play(timeline);
    playback.tick(90_000);
    expect(timeline.startMs).toBe(250);
  });

  it("goes on from where the reader paged to, and does not start at the end", () => {
    const timeline = createTimeline(file, null);
    const playback = createPlayback(timeline, allHere, () => "slow");
    play(timeline, 1);
    playback.tick(0);
    moveView(timeline, (span, whole) => turnPage(span, whole, 1));
    playback.tick(100);
    expect(timeline.startMs).toBe(30_100);
    showSpan(timeline, { startMs: 570_000, endMs: 600_000 });
    play(timeline);
    expect(timeline.isPlaying).toBe(false);
  });

  it("never moves beyond what is ready, and says how fast it really is", () => {
    const timeline = createTimeline(file, null);
    let readyUntil = 40_000;
    const source = { readyUntilMs: () => readyUntil, isConnected: () => true };
    const playback = createPlayback(timeline, source, () => "slow");
    play(timeline, 10);
    for (let now = 0; now <= 5000; now += 20) playback.tick(now);
    expect(timeline.endMs).toBeLessThanOrEqual(40_000);
    expect(timeline.endMs).toBeGreaterThan(39_000);
    expect(timeline.realSpeed).toBeLessThan(0.5);
    readyUntil = Number.POSITIVE_INFINITY;
    for (let now = 5020; now <= 8000; now += 20) playback.tick(now);
    expect(timeline.realSpeed).toBeCloseTo(10, 1);
    expect(timeline.endMs).toBeCloseTo(39_900 + 29_900, -3);
    pause(timeline);
    playback.tick(8020);
    expect(timeline.realSpeed).toBeNull();
  });

  it("stops with a word after ten seconds without a server, and not while everything is here", () => {
    const timeline = createTimeline(file, null);
    let isConnected = true;
    const source = { readyUntilMs: () => 300_000, isConnected: () => isConnected };
    const playback = createPlayback(timeline, source, () => "keep");
    const until = (from: number, to: number) => {
      for (let now = from; now <= to; now += 100) playback.tick(now);
    };
    play(timeline, 1);
    until(0, 1000);
    isConnected = false;
    until(1100, 11_000);
    expect(timeline).toMatchObject({ isPlaying: true, isStopped: false });
    until(11_100, 11_200);
    expect(timeline).toMatchObject({ isPlaying: false, isStopped: true });
    expect(timeline.startMs).toBeLessThanOrEqual(11_100);
    isConnected = true;
    play(timeline);
    expect(timeline.isStopped).toBe(false);
    const alone = createTimeline(file, null);
    const onItsOwn = createPlayback(alone, { ...allHere, isConnected: () => false }, () => "slow");
    play(alone, 1);
    for (let now = 0; now <= 20_000; now += 100) onItsOwn.tick(now);
    expect(alone.isPlaying).toBe(true);
  });

  it("knows a view that was played here from one that a reader moved", () => {
    const timeline = createTimeline(file, null);
    const playback = createPlayback(timeline, allHere, () => "slow");
    play(timeline, 1);
    playback.tick(0);
    expect(playback.tick(20).isPlayed).toBe(true);
    moveView(timeline, (span, whole) => turnPage(span, whole, 1));
    expect(playback.tick(40).isPlayed).toBe(false);
    expect(playback.tick(60).isPlayed).toBe(true);
  });
});
