import { describe, expect, it } from "vitest";
import { turnPage } from "../../../domain/view-span.ts";
import { createPlayback, createTimeline, holdView, moveView, pause, play, showSpan, spanOf } from "./timeline.ts";

const file = { startMs: 0, endMs: 600_000 };

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
    const playback = createPlayback(timeline);
    expect(playback.tick(1000)).toBe(false);
    play(timeline, 10);
    expect(playback.tick(2000)).toBe(true);
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
    const playback = createPlayback(timeline);
    play(timeline, 1);
    playback.tick(0);
    playback.tick(60_000);
    expect(timeline.startMs).toBe(250);
    holdView(timeline, true);
    expect(playback.tick(60_100)).toBe(true);
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
    const playback = createPlayback(timeline);
    play(timeline, 1);
    playback.tick(0);
    moveView(timeline, (span, whole) => turnPage(span, whole, 1));
    playback.tick(100);
    expect(timeline.startMs).toBe(30_100);
    showSpan(timeline, { startMs: 570_000, endMs: 600_000 });
    play(timeline);
    expect(timeline.isPlaying).toBe(false);
  });
});
