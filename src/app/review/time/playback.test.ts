import { describe, expect, it } from "vitest";
import { type Course, freeCourse } from "../../../domain/time/course.ts";
import type { Pace } from "../../../domain/time/pace.ts";
import { turnPage } from "../../../domain/time/view-span.ts";
import { createLinkGroup, type PictureSource } from "./link-group.ts";
import { createPlayback } from "./playback.ts";
import {
  createTimeline,
  holdView,
  loopSpan,
  moveView,
  pause,
  play,
  setPicture,
  showSpan,
  spanOf,
  type Timeline,
} from "./timeline.ts";

const file = { startMs: 0, endMs: 600_000 };
const allHere: PictureSource = {
  readyUntilMs: () => Number.POSITIVE_INFINITY,
  isConnected: () => true,
  heardAt: () => Number.NEGATIVE_INFINITY,
  measure: () => undefined,
};

/** The clock of a window's group, which waits for its picture. */
function playing(timeline: Timeline, picture: PictureSource, pace: Pace = "slow") {
  setPicture(timeline, picture);
  return createPlayback(timeline.link, () => pace);
}

describe("playback in the frame loop", () => {
  it("advances from the second frame on and stops at the end of the file", () => {
    const timeline = createTimeline(file, null);
    const playback = playing(timeline, allHere);
    expect(playback.tick(1000)).toEqual({ speed: 0, isPlayed: false });
    play(timeline, 10);
    expect(playback.tick(2000)).toEqual({ speed: 10, isPlayed: false });
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
    const playback = playing(timeline, allHere);
    play(timeline, 1);
    playback.tick(0);
    playback.tick(60_000);
    expect(timeline.startMs).toBe(250);
    holdView(timeline, true);
    expect(playback.tick(60_100)).toEqual({ speed: 1, isPlayed: false });
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
    const playback = playing(timeline, allHere);
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
    const source = {
      readyUntilMs: () => readyUntil,
      isConnected: () => true,
      heardAt: () => Number.NEGATIVE_INFINITY,
      measure: () => undefined,
    };
    const playback = playing(timeline, source);
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
    const source = {
      readyUntilMs: () => 300_000,
      isConnected: () => isConnected,
      heardAt: () => Number.NEGATIVE_INFINITY,
      measure: () => undefined,
    };
    const playback = playing(timeline, source, "keep");
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
    const onItsOwn = playing(alone, { ...allHere, isConnected: () => false });
    play(alone, 1);
    for (let now = 0; now <= 20_000; now += 100) onItsOwn.tick(now);
    expect(alone.isPlaying).toBe(true);
  });

  it("stops so long after a server was last heard of that is silent behind a connection that stands", () => {
    const timeline = createTimeline(file, null);
    let heardAt = 0;
    const playback = playing(timeline, {
      ...allHere,
      readyUntilMs: () => 500_000,
      heardAt: () => heardAt,
    });
    play(timeline, 1);
    for (let now = 0; now <= 20_000; now += 100) {
      heardAt = now - (now % 2900); // late, as on a slow link, and not silent
      playback.tick(now);
    }
    heardAt = 20_000;
    for (let now = 20_100; now < 30_000; now += 100) playback.tick(now);
    expect(timeline).toMatchObject({ isPlaying: true, isStopped: false });
    playback.tick(30_000);
    expect(timeline).toMatchObject({ isPlaying: false, isStopped: true });
  });

  it("stops without a server where nothing is shown that it waits for, such as charts alone, and goes on where all of the traces beside them is here", () => {
    const chart = createTimeline(file, null);
    let isConnected = true;
    const server = { isConnected: () => isConnected, heardAt: () => Number.NEGATIVE_INFINITY };
    const playback = createPlayback(chart.link, () => "slow", undefined, server);
    const until = (from: number, to: number) => {
      for (let now = from; now <= to; now += 100) playback.tick(now);
    };
    play(chart, 1);
    until(0, 1000);
    isConnected = false;
    until(1100, 11_000);
    expect(chart).toMatchObject({ isPlaying: true, isStopped: false });
    until(11_100, 11_200);
    expect(chart).toMatchObject({ isPlaying: false, isStopped: true });
    // A plot of trends, or one that has no room.
    setPicture(chart, { ...allHere, readyUntilMs: () => null });
    play(chart);
    until(11_300, 21_500);
    expect(chart).toMatchObject({ isPlaying: false, isStopped: true });
    setPicture(createTimeline(file, null, chart.link), allHere);
    play(chart);
    until(21_600, 41_600);
    expect(chart).toMatchObject({ isPlaying: true, isStopped: false });
  });

  it("knows a view that was played here from one that a reader moved", () => {
    const timeline = createTimeline(file, null);
    const playback = playing(timeline, allHere);
    play(timeline, 1);
    playback.tick(0);
    expect(playback.tick(20).isPlayed).toBe(true);
    moveView(timeline, (span, whole) => turnPage(span, whole, 1));
    expect(playback.tick(40).isPlayed).toBe(false);
    expect(playback.tick(60).isPlayed).toBe(true);
  });
});

describe("playback at annotations and round a span", () => {
  const course: Course = { slow: { starts: [100_000], ends: [101_000] }, factor: 100, stops: [] };
  function running(of: Course, speed: number) {
    const timeline = createTimeline(file, { startMs: 0, endMs: 30_000 });
    setPicture(timeline, allHere);
    const playback = createPlayback(
      timeline.link,
      () => "slow",
      () => of,
    );
    play(timeline, speed);
    let now = 0;
    playback.tick(now);
    const run = (frames: number) => {
      for (let k = 0; k < frames; k++) {
        now += 16;
        playback.tick(now);
      }
    };
    return { timeline, run };
  }

  it.each([100, 1000])("stops where it must at %ix, says so, and goes on when it is played again", (speed) => {
    const { timeline, run } = running({ ...course, slow: { starts: [], ends: [] }, stops: [100_003, 200_000] }, speed);
    run(300);
    expect(timeline).toMatchObject({ isPlaying: false, atAnnotation: "stop", startMs: 100_003, speed });
    play(timeline);
    expect(timeline.atAnnotation).toBeNull();
    run(300);
    expect(timeline).toMatchObject({ isPlaying: false, startMs: 200_000 });
    showSpan(timeline, { startMs: 0, endMs: 30_000 });
    expect(timeline.atAnnotation).toBeNull();
  });

  it("is slower through a second of the recording at 1000x, says why, and asks for what it asked", () => {
    const { timeline, run } = running(course, 1000);
    run(7);
    expect(timeline).toMatchObject({ atAnnotation: "slow", speed: 1000, isPlaying: true });
    // 100 ms at 1000x, then 10x.
    expect(timeline.startMs).toBeCloseTo(100_000 + (7 * 16 - 100) * 10, 3);
    run(7);
    expect(timeline.atAnnotation).toBeNull();
    expect(timeline.startMs).toBeCloseTo(101_000 + (14 * 16 - 200) * 1000, 3);
  });

  it("runs round a span at any speed until it is taken out of it", () => {
    const { timeline, run } = running(freeCourse, 1000);
    expect(loopSpan(timeline, { startMs: 50_000, endMs: 50_300 })).toBe(true);
    run(1);
    run(100);
    expect(timeline.link.state.loop).toEqual({ startMs: 50_000, endMs: 51_000 });
    expect(timeline.startMs).toBeGreaterThanOrEqual(50_000);
    expect(timeline.startMs).toBeLessThan(51_000);
    expect(timeline.endMs - timeline.startMs).toBeCloseTo(30_000, 6);
    moveView(timeline, (span, whole) => turnPage(span, whole, 1));
    expect(timeline.link.state.loop).toBeNull();
    // On the last page the view cannot move.
    expect(loopSpan(timeline, { startMs: 580_000, endMs: 590_000 })).toBe(false);
  });
});

describe("playback over many frames of a real clock", () => {
  const beginMs = Date.UTC(2026, 10, 23, 7, 13, 21, 517);
  const speeds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  /** Frames as browsers tell them: of one length, or jittered, in steps of 1, 5 or 100 us. */
  const clocks: [string, (k: number) => number][] = [
    ["60 Hz", (k) => (k * 1000) / 60],
    ["16.7", (k) => k * 16.7],
    ["16.6", (k) => k * 16.6],
    ["120 Hz in 100 us", (k) => Math.round(k * 83) / 10],
    ["jittered in 5 us", (k) => Math.round((k * 16.67 + 4 * Math.sin(k * k)) / 0.005) * 0.005],
    ["jittered in 1 us", (k) => Math.round((k * 16.67 + 7 * Math.sin(3 * k * k)) * 1000) / 1000],
  ];

  it.each(clocks)("passes no stop (%s), whatever it waits for", (_, timeOf) => {
    for (const pace of ["slow", "hold", "keep"] as const)
      for (const [k, speed] of speeds.entries()) {
        let seed = 7 + k;
        const stops: number[] = [];
        for (let at = beginMs; stops.length < 150; ) {
          seed = (seed * 48_271) % 2_147_483_647;
          at += 1 + (seed % (40 * speed));
          stops.push(at);
        }
        const timeline = createTimeline(
          { startMs: beginMs, endMs: stops[149] + 60_000 },
          { startMs: beginMs, endMs: beginMs + 10_000 },
        );
        // At times what is ready ends just before the next stop; a moment later it is there.
        let held = -1;
        const next = () => stops.find((stop) => stop > timeline.startMs + 0.05) ?? Number.POSITIVE_INFINITY;
        setPicture(timeline, {
          ...allHere,
          readyUntilMs: () => (held < 0 ? Number.POSITIVE_INFINITY : next() + 10_000 - [0.004, 0.008, 0.015][held]),
        });
        const playback = createPlayback(
          timeline.link,
          () => pace,
          () => ({ ...freeCourse, stops }),
        );
        const stopped: number[] = [];
        let frame = 0;
        play(timeline, speed);
        for (; stopped.length < 150 && frame < 60_000; frame++) {
          held = frame % 180 < 100 ? -1 : frame % 3;
          playback.tick(1000 + timeOf(frame));
          if (timeline.isPlaying) continue;
          stopped.push(timeline.startMs);
          play(timeline);
        }
        expect(stopped.filter((at, n) => at !== stops[n]).length + Math.abs(stopped.length - 150)).toBe(0);
      }
  });

  it.each(clocks)("never leaves a loop by itself (%s)", (_, timeOf) => {
    for (const lengthMs of [1000, 10_000, 60_000])
      for (const speed of speeds) {
        const timeline = createTimeline(
          { startMs: beginMs, endMs: beginMs + 600_000 },
          { startMs: beginMs, endMs: beginMs + 10_000 },
        );
        setPicture(timeline, allHere);
        const playback = createPlayback(timeline.link, () => "slow");
        timeline.speed = speed;
        loopSpan(timeline, { startMs: beginMs + 5000, endMs: beginMs + 5000 + lengthMs });
        let escaped = -1;
        for (let frame = 0; frame < 10_000 && escaped < 0; frame++) {
          playback.tick(1000 + timeOf(frame));
          if (timeline.link.state.loop === null || timeline.startMs >= beginMs + 5000 + lengthMs) escaped = frame;
        }
        expect(escaped).toBe(-1);
      }
  });
});

describe("playback of linked windows", () => {
  function two() {
    const link = createLinkGroup();
    const traces = createTimeline(file, { startMs: 0, endMs: 10_000 }, link);
    const trend = createTimeline(file, { startMs: 0, endMs: 300_000 }, link);
    return { traces, trend, playback: createPlayback(link, () => "slow") };
  }

  it("has one clock however many windows ask it in a frame", () => {
    const { traces, trend, playback } = two();
    play(traces, 10);
    for (let now = 0; now <= 1000; now += 20) {
      const frame = playback.tick(now);
      expect(playback.tick(now)).toBe(frame);
    }
    expect(traces.startMs).toBeCloseTo(10_000, 6);
    expect(trend.startMs).toBeCloseTo(10_000, 6);
  });

  it("goes on at the end of a window that only follows, and ends with the file of the one that plays", () => {
    const { traces, trend, playback } = two();
    showSpan(traces, { startMs: 299_000, endMs: 309_000 });
    play(traces, 100);
    for (let now = 0; traces.isPlaying && now < 60_000; now += 100) playback.tick(now);
    expect(spanOf(trend)).toEqual({ startMs: 300_000, endMs: 600_000 });
    expect(spanOf(traces)).toEqual({ startMs: 590_000, endMs: 600_000 });
    showSpan(traces, { startMs: 0, endMs: 10_000 });
    play(trend, 1000);
    for (let now = 100_000; trend.isPlaying && now < 200_000; now += 100) playback.tick(now);
    expect(spanOf(trend).endMs).toBe(600_000);
    expect(spanOf(traces)).toEqual({ startMs: 300_000, endMs: 310_000 });
  });

  it("waits for the latest picture of its windows, and no longer for one that is gone", () => {
    const { traces, trend, playback } = two();
    setPicture(traces, allHere);
    setPicture(trend, {
      readyUntilMs: () => 302_000,
      isConnected: () => true,
      heardAt: () => Number.NEGATIVE_INFINITY,
      measure: () => undefined,
    });
    play(traces, 10);
    for (let now = 0; now <= 5000; now += 20) playback.tick(now);
    expect(trend.endMs).toBeLessThanOrEqual(302_000);
    expect(traces.realSpeed).toBeLessThan(1);
    setPicture(trend, null);
    for (let now = 5020; now <= 7000; now += 20) playback.tick(now);
    expect(traces.realSpeed).toBeCloseTo(10, 1);
  });

  it("takes over at the place and the speed of the window that plays next", () => {
    const { traces, trend, playback } = two();
    play(traces, 10);
    for (let now = 0; now <= 1000; now += 20) playback.tick(now);
    play(trend, 100);
    expect(playback.tick(1020)).toEqual({ speed: 100, isPlayed: false });
    expect(traces.realSpeed).toBeNull();
    expect(trend.startMs).toBeCloseTo(10_000, 6);
    playback.tick(1040);
    expect([traces.startMs, trend.startMs]).toEqual([12_000, 12_000].map((ms) => expect.closeTo(ms, 6)));
  });
});
