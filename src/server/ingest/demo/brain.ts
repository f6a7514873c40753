/** The EEG: sources mixed into electrodes one second at a time, with loops and tables instead of fresh sines. */
import { Background, loopLength } from "./background.ts";
import { writeControl } from "./control.ts";
import { attenuate, plantInControl, sideGains, writePatterns } from "./eeg-episodes.ts";
import type { Electrode } from "./electrodes.ts";
import { type Happening, writeHappenings } from "./happenings.ts";
import { project } from "./mix.ts";
import { type Random, randomFrom } from "./random.ts";
import type { Fault, Score } from "./score.ts";
import { addSeizureSecond, type SeizureVoice, voiceOf } from "./seizures.ts";
import {
  cycleSteps,
  cycles,
  eegHz,
  heartPeakSeconds,
  longestTransient,
  loopAt,
  type NoiseLoop,
  noiseLoop,
  transients,
} from "./tables.ts";

/** Stored value = microvolts * 10. */
export const stepsPerMicroVolt = 10;
const limit = 32_766;
/** Sources of a head: made once, they hold no state, so any second can be made without the ones before. */
export class Brain {
  readonly #electrodes: readonly Electrode[];
  readonly #score: Score;
  readonly #background: Background;
  readonly #own: NoiseLoop[];
  readonly #muscle: NoiseLoop;
  readonly #sway: NoiseLoop;
  readonly #happenings: Happening[];
  readonly #voices: SeizureVoice[];
  readonly #beats: Float64Array;
  readonly #mix: Float64Array;
  readonly #work = new Float64Array(eegHz);
  #nextHappening = 0;
  #nextBeat = 0;

  /** `ownSeed`: of the planted episodes, so that everything else is the same with and without them. */
  constructor(
    all: readonly Electrode[],
    { score, beats, ownSeed }: { score: Score; beats: Float64Array; ownSeed: number },
    random: Random,
  ) {
    const own = randomFrom(ownSeed);
    const control = writeControl(score);
    plantInControl(control, score.episodes, own);
    const noise = (low: number, high: number) => noiseLoop({ low, high }, loopLength(random), random);
    this.#electrodes = all;
    this.#score = score;
    this.#beats = beats;
    this.#background = new Background(all, control, random);
    this.#own = [0, 1, 2, 3].map(() => noise(0.5, 90));
    this.#muscle = noise(28, 0);
    this.#sway = noise(0.5, 2.2);
    const usual = writeHappenings(score, all, random).filter(({ sample }) => !isSuppressed(score, sample / eegHz));
    this.#happenings = [...usual, ...writePatterns(score.episodes, all, own)].sort((a, b) => a.sample - b.sample);
    this.#voices = score.seizures.map((seizure) => voiceOf(seizure, all, random));
    this.#mix = new Float64Array(all.length * eegHz);
  }

  /** Writes second `second` of every electrode to `out` [electrode][count] at sample `at`, as stored values. */
  render(second: number, out: Int16Array, count: number, at: number): void {
    const mix = this.#mix.fill(0);
    this.#background.addSecond(second, mix);
    this.#addHappenings(second);
    for (const voice of this.#voices) {
      const since = second - voice.seizure.start;
      if (since < 0 || since >= voice.seizure.seconds) continue;
      addSeizureSecond(voice, since, mix, this.#work);
      this.#addSeizureMuscle(voice, since, second);
    }
    const gains = sideGains(this.#score.episodes.attenuation, this.#electrodes, second);
    if (gains !== null) attenuate(gains, mix);
    this.#addOwn(second);
    this.#addHeart(second);
    for (const fault of this.#score.faults) if (second >= fault.start && second < fault.end) this.#spoil(fault, second);
    for (let e = 0; e < this.#electrodes.length; e++) quantise(mix, e * eegHz, out, e * count + at);
  }

  #addSeizureMuscle({ muscle, muscleOn }: SeizureVoice, since: number, second: number): void {
    const [from, to] = [muscle[since], muscle[since + 1]];
    const start = loopAt(this.#muscle, second, 7919);
    const work = this.#work;
    for (let i = 0; i < eegHz; i++) work[i] = this.#muscle.samples[start + i] * (from + ((to - from) * i) / eegHz);
    project(muscleOn, work, this.#mix);
  }

  #addHappenings(second: number): void {
    const start = second * eegHz;
    const all = this.#happenings;
    let k = this.#nextHappening;
    if (k > 0 && all[k - 1].sample + longestTransient > start) k = 0; // asked for an earlier second
    while (k < all.length && all[k].sample + longestTransient <= start) k++;
    this.#nextHappening = k;
    for (; k < all.length && all[k].sample < start + eegHz; k++) this.#addHappening(all[k], start);
  }

  #addHappening({ sample, wave, microVolts, on, noise }: Happening, start: number): void {
    const work = this.#work;
    const loop = noise === "muscle" ? this.#muscle : this.#sway;
    const from = noise ? loopAt(loop, start / eegHz, sample % 60_000) : 0;
    const skipped = start - sample;
    for (let i = 0; i < eegHz; i++) {
      const at = skipped + i;
      const value = at >= 0 && at < wave.length ? wave[at] * microVolts : 0;
      work[i] = noise ? value * loop.samples[from + i] : value;
    }
    project(on, work, this.#mix);
  }

  /** Noise of the single electrode: amplifier, skin. */
  #addOwn(second: number): void {
    for (let e = 0; e < this.#electrodes.length; e++) {
      const loop = this.#own[e & 3];
      addLoop(this.#mix, e * eegHz, loop.samples, loopAt(loop, second, e * 4099), 1.1);
    }
  }

  /** The heart in its own channel, and a little of it in the ears. */
  #addHeart(second: number): void {
    const wave = transients.heart;
    const beats = this.#beats;
    const start = second * eegHz;
    const first = (k: number) => Math.round((beats[k] - heartPeakSeconds) * eegHz);
    if (this.#nextBeat > 0 && first(this.#nextBeat - 1) + wave.length > start) this.#nextBeat = 0;
    while (this.#nextBeat < beats.length && first(this.#nextBeat) + wave.length <= start) this.#nextBeat++;
    for (let k = this.#nextBeat; k < beats.length && first(k) < start + eegHz; k++) {
      const skipped = start - first(k);
      const [from, to] = [Math.max(0, -skipped), Math.min(eegHz, wave.length - skipped)];
      for (let e = 0; e < this.#electrodes.length; e++) {
        const { isEcg, label } = this.#electrodes[e];
        const microVolts = isEcg ? 920 : label === "A1" ? 9 : label === "A2" ? -6 : 0;
        if (microVolts === 0) continue;
        for (let i = from; i < to; i++) this.#mix[e * eegHz + i] += microVolts * wave[skipped + i];
      }
    }
  }

  #spoil(fault: Fault, second: number): void {
    const e = this.#electrodes.findIndex(({ label }) => label === fault.electrode);
    if (e < 0) return;
    const row = this.#mix.subarray(e * eegHz, (e + 1) * eegHz);
    if (fault.kind === "flat") {
      const loop = this.#own[0];
      const from = loopAt(loop, second, 12_345);
      for (let i = 0; i < eegHz; i++) row[i] = 0.25 * loop.samples[from + i];
      return;
    }
    const microVolts = fault.kind === "mains" ? 31 : 7;
    const stepsPerSample = (60 * cycleSteps) / eegHz;
    for (let i = 0; i < eegHz; i++) row[i] += microVolts * cycles.sine[(stepsPerSample * i) % cycleSteps];
  }
}

/** Nothing of a waking or sleeping brain is seen, and nobody moves. */
const isSuppressed = ({ episodes }: Score, second: number): boolean =>
  episodes.burstSuppression.some(({ start, seconds }) => second >= start && second < start + seconds);

function addLoop(mix: Float64Array, row: number, samples: Float32Array, from: number, microVolts: number): void {
  for (let i = 0; i < eegHz; i++) mix[row + i] += microVolts * samples[from + i];
}

/** Rounds one second to stored values, clipped as an amplifier would. */
function quantise(mix: Float64Array, from: number, out: Int16Array, at: number): void {
  for (let i = 0; i < eegHz; i++) {
    const value = mix[from + i] * stepsPerMicroVolt;
    const clipped = value > limit ? limit : value < -limit ? -limit : value;
    out[at + i] = ((clipped + 32_768.5) | 0) - 32_768;
  }
}
