/** Heart, arterial and intracranial pressure, and the numerics: one set of beats behind all of them. */
import { firstWhere } from "../../../domain/time/runs.ts";
import { plantAutoregulation } from "./autoregulation.ts";
import { bell, type Random, randomFrom } from "./random.ts";
import type { Score } from "./score.ts";

export const pressureHz = 125;
/** Stored value = mmHg * 20 for pressures. */
export const stepsPerMmHg = 20;
const breathsPerSecond = 0.25;
const shapeSteps = 512;

const bump = (x: number, centre: number, width: number) => Math.exp(-(((x - centre) / width) ** 2));

/** A pulse over one beat: 0 at both ends, highest point 1. */
function pulse(shape: (phase: number) => number): Float32Array {
  const [first, last] = [shape(0), shape(1)];
  const raw = Float32Array.from({ length: shapeSteps + 1 }, (_, i) => {
    const phase = i / shapeSteps;
    return shape(phase) - first - (last - first) * phase;
  });
  const top = Math.max(...raw);
  return raw.map((value) => Math.max(0, value) / top);
}

const arterial = pulse(
  (p) => bump(p, 0.17, 0.075) + 0.62 * bump(p, 0.31, 0.12) + 0.3 * bump(p, 0.5, 0.09) + 0.16 * bump(p, 0.68, 0.2),
);
/** Three peaks: the first is highest in a compliant brain, the second in a tight one. */
const compliant = pulse((p) => bump(p, 0.15, 0.06) + 0.68 * bump(p, 0.3, 0.075) + 0.5 * bump(p, 0.47, 0.1));
const tight = pulse((p) => 0.72 * bump(p, 0.15, 0.06) + bump(p, 0.31, 0.1) + 0.6 * bump(p, 0.49, 0.11));
/** By how much the mean of what is recorded lies above its line: the pulse of 44 mmHg is set off by a constant. */
const arterialSwing = 44;
const arterialShift = 0.36;
const aboveLine = arterialSwing * (arterial.reduce((sum, value) => sum + value, 0) / arterial.length - arterialShift);
const breath = Float32Array.from({ length: shapeSteps + 1 }, (_, i) => Math.sin((2 * Math.PI * i) / shapeSteps));

export class Circulation {
  /** Seconds of the R peaks. */
  readonly beats: Float64Array;
  readonly #mapMmHg: Float32Array;
  readonly #icpMmHg: Float32Array;
  readonly #heartRate: Float32Array;
  readonly #saturation: Float32Array;
  readonly #temperature: Float32Array;
  readonly #tissueOxygen: Float32Array;
  #nearBeat = 0;

  /** `ownSeed`: of what came later, so that everything else is as it was. */
  constructor(score: Score, random: Random, ownSeed: number) {
    const { seconds } = score;
    const line = () => new Float32Array(seconds + 2);
    [this.#mapMmHg, this.#icpMmHg] = [line(), line()];
    [this.#heartRate, this.#saturation, this.#temperature] = [line(), line(), line()];
    this.#tissueOxygen = line();
    const own = randomFrom(ownSeed);
    this.#writeTissueOxygen(own);
    this.#writePressures(score, random, own);
    this.#writeNumerics(score, random);
    this.beats = this.#writeBeats(seconds, random);
  }

  /** Mean pressures. The vessels keep flow steady near a CPP of 78 mmHg; away from it ICP follows ABP passively. */
  #writePressures(score: Score, random: Random, own: Random): void {
    const { seconds, seizures, plateaus, movements, stages, episodes } = score;
    let [fast, slow, wander, bWave] = [0, 0, 0, 0];
    for (let s = 0; s < seconds + 2; s++) {
      const drive = bell(random);
      fast += (drive - fast) / 12;
      slow += (drive - slow) / 90;
      wander += -wander / 2400 + 0.2 * bell(random);
      bWave += (bell(random) - bWave) / 18;
      const wave = 16 * (fast - slow);
      const calm =
        88 +
        11 * Math.sin((2 * Math.PI * s) / 11_160 + 0.6) +
        wander -
        (stages[Math.min(s, seconds - 1)] === "n3" ? 5 : 0);
      const passive = -0.1 + 0.5 * Math.min(1, ((calm - 12 - 78) / 17) ** 2);
      this.#mapMmHg[s] = calm + wave;
      this.#icpMmHg[s] = 11.5 + passive * wave + 4 * bWave;
    }
    const lines = { map: this.#mapMmHg, icp: this.#icpMmHg, tissue: this.#tissueOxygen };
    for (const episode of episodes.autoregulation) plantAutoregulation(lines, episode, aboveLine, own);
    const add = (line: Float32Array, start: number, length: number, at: (t: number) => number) => {
      for (let t = 0; t < length && start + t < line.length; t++) line[start + t] += at(t);
    };
    for (const { start, seconds: length } of seizures) {
      const rise = (size: number) => (t: number) =>
        size * Math.min(1, t / 15) * (t < length ? 1 : Math.exp((length - t) / 45));
      add(this.#mapMmHg, start + 4, length + 240, rise(22));
      add(this.#icpMmHg, start + 6, length + 240, rise(7));
    }
    for (const { start, seconds: length } of plateaus) {
      const plateau = (t: number) => Math.min(1, (t / (0.22 * length)) ** 1.5, (length - t) / (0.14 * length));
      add(this.#icpMmHg, start, length, (t) => 27 * plateau(t) + 0.8 * Math.sin(t / 9));
    }
    for (const start of movements) add(this.#icpMmHg, start, 9, (t) => 9 * Math.exp(-((t - 3) ** 2) / 5));
  }

  #writeTissueOxygen(random: Random): void {
    let [wander, slow] = [0, 0];
    for (let s = 0; s < this.#tissueOxygen.length; s++) {
      wander += -wander / 3000 + 0.05 * bell(random);
      slow += (bell(random) - slow) / 40;
      this.#tissueOxygen[s] = 68 + wander + 5 * slow;
    }
  }

  #writeNumerics({ seconds, seizures, stages }: Score, random: Random): void {
    let [drift, oxygen, fever] = [0, 0, 0];
    for (let s = 0; s < seconds + 2; s++) {
      drift += -drift / 60 + 0.35 * bell(random);
      oxygen += -oxygen / 30 + 0.05 * bell(random);
      fever += -fever / 20_000 + 0.0012 * bell(random);
      const stage = stages[Math.min(s, seconds - 1)];
      const isAwake = stage === "open" || stage === "closed";
      const before = this.#heartRate[Math.max(0, s - 1)] || 72;
      this.#heartRate[s] = before + ((isAwake ? 74 : stage === "rem" ? 68 : 62) + drift - before) / 25;
      this.#saturation[s] = 97.4 + oxygen;
      this.#temperature[s] = 37.1 + fever + 0.35 * Math.sin((2 * Math.PI * s) / 86_400 + 1);
    }
    for (const { start, seconds: length, isGeneralised } of seizures) {
      for (let t = 0; t < length + 300 && start + t < seconds + 2; t++) {
        const fall = t < length ? 1 : Math.exp((length - t) / 60);
        this.#heartRate[start + t] += 48 * Math.min(1, t / 20) * fall;
        const late = t - 30;
        if (late > 0) this.#saturation[start + t] -= (isGeneralised ? 11 : 4) * Math.min(1, late / 45) * fall;
      }
    }
  }

  #writeBeats(seconds: number, random: Random): Float64Array {
    const beats: number[] = [];
    for (let t = 0.3; t < seconds + 2; ) {
      beats.push(t);
      const rate = this.#heartRate[Math.min(seconds + 1, Math.floor(t))];
      const sinus = 1 + 0.035 * Math.sin(2 * Math.PI * breathsPerSecond * t) + 0.012 * bell(random);
      t += (60 / rate) * sinus;
    }
    return Float64Array.from(beats);
  }

  /** One second of a pressure as stored values. */
  renderPressure(kind: "abp" | "icp", second: number, out: Int16Array, at: number): void {
    const delay = kind === "abp" ? 0.21 : 0.26;
    const [map0, map1] = [this.#mapMmHg[second], this.#mapMmHg[second + 1]];
    const [icp0, icp1] = [this.#icpMmHg[second], this.#icpMmHg[second + 1]];
    const tightness = Math.min(1, Math.max(0, (icp0 - 14) / 18));
    const swing = kind === "abp" ? arterialSwing : Math.min(13, 3 + 0.3 * Math.max(0, icp0 - 10));
    for (let i = 0; i < pressureHz; i++) {
      const t = i / pressureHz;
      const step = this.#phase(second + t - delay) * shapeSteps;
      const whole = Math.floor(step);
      const inhaled = breath[Math.floor(((second + t) * breathsPerSecond * shapeSteps) % shapeSteps)];
      const value =
        kind === "abp"
          ? map0 + (map1 - map0) * t - arterialShift * swing - 2.2 * inhaled + swing * arterial[whole]
          : icp0 +
            (icp1 - icp0) * t -
            0.4 * swing +
            0.9 * inhaled +
            swing * (compliant[whole] * (1 - tightness) + tight[whole] * tightness);
      out[at + i] = Math.round(value * stepsPerMmHg);
    }
  }

  /** Part of the beat that has passed, 0..1. */
  #phase(t: number): number {
    const { beats } = this;
    if (t < beats[this.#nearBeat]) this.#nearBeat = t < beats[0] ? 0 : lastAtOrBefore(beats, t);
    while (this.#nearBeat + 2 < beats.length && beats[this.#nearBeat + 1] <= t) this.#nearBeat++;
    const [from, to] = [beats[this.#nearBeat], beats[this.#nearBeat + 1]];
    return Math.min(1, Math.max(0, (t - from) / (to - from)));
  }

  heartRate = (second: number): number => this.#heartRate[second];
  saturation = (second: number): number => Math.min(100, this.#saturation[second]);
  tissueOxygen = (second: number): number => Math.min(95, this.#tissueOxygen[second]);
  temperature = (second: number): number => this.#temperature[second];
}

/** Position of the last beat at or before `t`; of the first one when there is none. */
const lastAtOrBefore = (beats: Float64Array, t: number): number =>
  Math.max(0, firstWhere(beats.length, (k) => beats[k] > t) - 1);
