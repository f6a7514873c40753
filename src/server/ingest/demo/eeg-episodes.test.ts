/** What is planted in the demo's EEG is there at its time, and the recording is plain before and behind it. */
import { describe, expect, it } from "vitest";
import { Brain, stepsPerMicroVolt } from "./brain.ts";
import { electrodes } from "./electrodes.ts";
import { dailyEpisodes, writeEpisodes } from "./episodes.ts";
import { demoEvents } from "./index.ts";
import { randomFrom } from "./random.ts";
import { type Score, writeScore } from "./score.ts";
import { eegHz } from "./tables.ts";

const day = 86_400;
const all = electrodes(22);
const score = writeScore(day, 13.5 * 3600, randomFrom(1));
const open = (of: Score) => new Brain(all, { score: of, beats: new Float64Array(0), ownSeed: 506 }, randomFrom(203));
const brain = open(score);

interface Place {
  from: number;
  seconds: number;
  of?: Brain;
}

/** Microvolts of first - second. */
function pair(first: string, second: string, { from, seconds, of = brain }: Place): Float64Array {
  const made = new Int16Array(all.length * eegHz);
  const [a, b] = [first, second].map((label) => all.findIndex((one) => one.label === label) * eegHz);
  const values = new Float64Array(seconds * eegHz);
  for (let s = 0; s < seconds; s++) {
    of.render(from + s, made, eegHz, 0);
    for (let i = 0; i < eegHz; i++) values[s * eegHz + i] = (made[a + i] - made[b + i]) / stepsPerMicroVolt;
  }
  return values;
}

const rms = (x: Float64Array) => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / x.length);

/** Share of the time in runs of half a second and more below 5 microvolts. */
function suppressed(x: Float64Array): number {
  let [sum, run] = [0, 0];
  for (const value of x) {
    run = Math.abs(value) < 5 ? run + 1 : 0;
    if (run === eegHz / 2) sum += run;
    else if (run > eegHz / 2) sum++;
  }
  return sum / x.length;
}

/** Power of a band: sines of a second's length, correlated. */
function band(x: Float64Array, low: number, high: number): number {
  let power = 0;
  for (let hz = low; hz < high; hz += 0.5) {
    for (let at = 0; at + 2 * eegHz <= x.length; at += 2 * eegHz) {
      let [re, im] = [0, 0];
      for (let i = 0; i < 2 * eegHz; i++) {
        const angle = (2 * Math.PI * hz * i) / eegHz;
        re += x[at + i] * Math.cos(angle);
        im += x[at + i] * Math.sin(angle);
      }
      power += re * re + im * im;
    }
  }
  return power;
}

describe("the planted EEG", () => {
  it("is suppressed for more than half of the time of the burst suppression, with bursts, and not outside", () => {
    const { start, seconds } = dailyEpisodes.burstSuppression;
    const inside = pair("C3", "P3", { from: start + 600, seconds: 120 });
    expect(suppressed(inside)).toBeGreaterThan(0.5);
    expect(suppressed(inside)).toBeLessThan(0.95);
    expect(Math.max(...inside.map(Math.abs))).toBeGreaterThan(25);
    expect(suppressed(pair("C3", "P3", { from: start - 300, seconds: 60 }))).toBeLessThan(0.1);
    expect(suppressed(pair("C3", "P3", { from: start + seconds + 60, seconds: 60 }))).toBeLessThan(0.1);
  });

  it("is weaker on the right during the attenuation alone", () => {
    const { start, seconds } = dailyEpisodes.attenuation;
    const ratio = (from: number) =>
      rms(pair("F4", "C4", { from: from, seconds: 120 })) / rms(pair("F3", "C3", { from: from, seconds: 120 }));
    expect(ratio(start + seconds / 2)).toBeLessThan(0.65);
    expect(ratio(start - 400)).toBeGreaterThan(0.75);
  });

  it("has less alpha for its delta in the middle of the slowing", () => {
    const { start, seconds } = dailyEpisodes.slowing;
    const ratio = (from: number) => {
      const values = pair("P3", "O1", { from: from, seconds: 240 });
      return band(values, 8, 13) / band(values, 1, 4);
    };
    const middle = ratio(start + seconds / 2);
    expect(ratio(start - 300)).toBeGreaterThan(4 * middle);
    expect(ratio(start + seconds + 60)).toBeGreaterThan(4 * middle);
  });

  it("has nearly thirty events, apart from each other and from seizures, each with waves of its own that nothing else depends on", () => {
    const { patterns } = score.episodes;
    expect(patterns.length).toBeGreaterThanOrEqual(25);
    expect(demoEvents().map(({ endMs, startMs }) => (endMs - startMs) / 1000)).toEqual(patterns.map((p) => p.seconds));
    patterns.forEach((pattern, k) => {
      if (k > 0) expect(pattern.start).toBeGreaterThan(patterns[k - 1].start + patterns[k - 1].seconds + 600);
      for (const { start, seconds } of score.seizures)
        expect(pattern.start > start + seconds || pattern.start + pattern.seconds < start).toBe(true);
    });
    const without = open({ ...score, episodes: { ...score.episodes, patterns: [] } });
    for (const { kind, start, seconds } of patterns) {
      const [first, second] = kind.startsWith("right") ? (["T8", "Cz"] as const) : (["F7", "O1"] as const);
      const size = (from: number, length: number) => {
        const place = { from, seconds: length };
        const bare = pair(first, second, { ...place, of: without });
        return rms(pair(first, second, place).map((value, i) => value - bare[i]));
      };
      expect(size(start + 5, seconds - 10)).toBeGreaterThan(6);
      expect(size(start - 20, 19)).toBe(0);
    }
  });

  it("is not in recordings that have no room for it, and once in each day", () => {
    expect(Object.values(writeEpisodes(3 * 3600, [])).flat()).toEqual([]);
    expect(writeEpisodes(2 * day, []).burstSuppression.map(({ start }) => start)).toEqual([64_800, 151_200]);
  });
});
