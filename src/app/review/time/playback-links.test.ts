/** Playback over links of five kinds at four speeds, on a simulated clock: the clock of the view, the feed, and a server behind the link. */
import { describe, expect, it } from "vitest";
import { lookAt, openTestWorld, type TestWorld, testRecording } from "../../../feed/test-world.ts";
import { createPlayback } from "./playback.ts";
import { createTimeline, play, setPicture } from "./timeline.ts";

const day = testRecording();
const hz = 256;
const pageMs = 30_000;
const frameMs = 1000 / 60;
/** Long enough for what was fetched ahead to be used up, where the link is slower than the speed. */
const playedMs = (speed: number) => (speed === 1000 ? 2000 : 5000);
const file = { startMs: day.start_ms, endMs: day.end_ms };
const timeOf = (sample: number) => day.start_ms + (sample * 1000) / hz;

interface Link {
  /** Bytes a ms, after so many ms of playing. */
  carries(playedMs: number): number;
  delayMs: number;
}

const jitter = [60, 360, 9, 180];
const diesAfterMs = 1500;
const links = {
  good: { carries: () => 2500, delayMs: 40 },
  weak: { carries: () => 180, delayMs: 60 },
  "very weak": { carries: () => 50, delayMs: 100 },
  jittering: { carries: (ms) => jitter[Math.floor(ms / 150) % jitter.length], delayMs: 60 },
  dying: { carries: (ms) => (ms < diesAfterMs ? 180 : 0), delayMs: 60 },
} satisfies Record<string, Link>;

interface Played {
  /** Frames in which a part of the view was not here. */
  blank: number;
  /** Recording ms that went by in a ms. */
  real: number;
  /** ms from when the link died until playback stopped; null: it plays on. */
  stoppedAfterMs: number | null;
  /** Frames in which the view moved although the link had been dead for five seconds. */
  movedLate: number;
}

/** Plays from a page that is here, as the frame loop does: the clock moves, then the feed is told and the frame drawn. */
function playOver(world: TestWorld, { carries, delayMs }: Link, speed: number, lengthMs: number): Played {
  const { clock, server, client } = world;
  Object.assign(server, { latencyMs: 2, bytesPerMs: carries(0), delayMs, codes: true });
  const window = client.openWindow();
  const timeline = createTimeline(file, { startMs: timeOf(1e6), endMs: timeOf(1e6) + pageMs });
  const look = (at: number) =>
    window.look(lookAt(day, ((timeline.startMs - day.start_ms) * hz) / 1000, (pageMs * hz) / 1000, { speed: at }));
  look(0);
  clock.run(60_000);
  const began = clock.now;
  const diedAt = began + diesAfterMs;
  const isDead = () => carries(clock.now - began) === 0;
  server.reply = () => (isDead() ? "silence" : undefined);
  setPicture(timeline, {
    readyUntilMs: () => timeOf(window.readyUntil()),
    isConnected: () => true,
    heardAt: () => (isDead() ? diedAt : clock.now),
    measure: () => undefined,
  });
  const playback = createPlayback(timeline.link, () => "slow");
  const from = timeline.startMs;
  play(timeline, speed);
  let [blank, movedLate] = [0, 0];
  while (timeline.isPlaying && clock.now - began < lengthMs) {
    server.bytesPerMs = carries(clock.now - began) || 1e-9;
    const before = timeline.startMs;
    const { speed: told } = playback.tick(clock.now);
    look(told);
    if (window.missing().length > 0) blank++;
    if (timeline.startMs > before && isDead() && clock.now - diedAt > 5000) movedLate++;
    clock.run(frameMs);
  }
  const stoppedAfterMs = timeline.isStopped ? clock.now - diedAt : null;
  return { blank, real: (timeline.startMs - from) / lengthMs, stoppedAfterMs, movedLate };
}

const speeds = [1, 10, 100, 1000];
/** What the link carries of the recording in a second: coded pages of the test's noise are two thirds of 11.3 kB. */
const carried = { good: 230, weak: 16, "very weak": 4.5, jittering: 12 };

describe("playback that slows down", () => {
  for (const [name, most] of Object.entries(carried) as [keyof typeof carried, number][])
    it.each(speeds)(`shows every column over a link that is ${name}, at %ix, as fast as it carries`, (speed) => {
      const { blank, real, stoppedAfterMs } = playOver(openTestWorld(day), links[name], speed, playedMs(speed));
      expect({ blank, stoppedAfterMs }).toEqual({ blank: 0, stoppedAfterMs: null });
      expect(real).toBeGreaterThan(Math.min(speed, most) * 0.6);
      expect(real).toBeLessThanOrEqual(speed + 0.001);
    });

  it.each(speeds)("stands over a link that dies, at %ix, and stops ten seconds later", (speed) => {
    const { blank, stoppedAfterMs, movedLate } = playOver(openTestWorld(day), links.dying, speed, diesAfterMs + 11_000);
    expect(blank).toBe(0);
    expect(Math.round(stoppedAfterMs ?? 0)).toBeGreaterThanOrEqual(10_000);
    expect(stoppedAfterMs).toBeLessThan(10_100);
    // At lower speeds what had come lasts longer than that.
    if (speed > 10) expect(movedLate).toBe(0);
  });
});
