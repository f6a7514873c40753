/** What the planted episodes do to the EEG: levels of its ingredients, strength of a side, and single waves. */
import type { Control, Ingredient } from "./control.ts";
import { around, type Electrode, type Projection, projection, site } from "./electrodes.ts";
import { type Episode, type Episodes, type PatternKind, presence } from "./episodes.ts";
import type { Happening } from "./happenings.ts";
import { between, type Random } from "./random.ts";
import { eegHz, transients } from "./tables.ts";

/** Of a burst, microvolts; between bursts a share of it. */
const burst: Readonly<Record<Ingredient, number>> = {
  ...{ pink: 11, theta: 9, delta: 14, beta: 1.5, alpha: 1, slow: 18, muscle: 0.1 },
};
const suppressedShare = 0.02;
/** Whole seconds: levels change once a second. */
const lengths = { burst: { low: 1, high: 3 }, suppression: { low: 4, high: 10 } } as const;
const suppressionRamp = 90;

/** At their deepest: alpha falls to a tenth, delta and theta come. */
const slowest = { alpha: 0.1, beta: 0.6, deltaMicroVolts: 11, thetaMicroVolts: 4 } as const;

/** Writes bursts and slowing into the levels, in place. */
export function plantInControl(control: Control, { burstSuppression, slowing }: Episodes, random: Random): void {
  for (const episode of slowing) slowDown(control, episode);
  for (const episode of burstSuppression) suppress(control, episode, random);
}

function slowDown(control: Control, episode: Episode): void {
  for (let s = episode.start; s < episode.start + episode.seconds && s < control.alpha.length; s++) {
    const share = presence(episode, s, episode.seconds / 2);
    control.alpha[s] *= 1 - share * (1 - slowest.alpha);
    control.beta[s] *= 1 - share * (1 - slowest.beta);
    control.delta[s] += share * slowest.deltaMicroVolts;
    control.theta[s] += share * slowest.thetaMicroVolts;
  }
}

function suppress(control: Control, episode: Episode, random: Random): void {
  let isBurst = true;
  let left = 0;
  for (let s = episode.start; s < episode.start + episode.seconds && s < control.alpha.length; s++) {
    if (left === 0) {
      isBurst = !isBurst;
      const { low, high } = isBurst ? lengths.burst : lengths.suppression;
      left = Math.round(between(random, low, high));
    }
    left--;
    const share = presence(episode, s, suppressionRamp);
    for (const [name, microVolts] of Object.entries(burst) as [Ingredient, number][]) {
      const level = microVolts * (isBurst ? 1 : suppressedShare);
      control[name][s] += share * (level - control[name][s]);
    }
  }
}

const attenuationRamp = 300;
/** Of the right side, at the strongest. */
const attenuated = 0.38;

/** How strong each electrode is in a second while one side is attenuated; null where none is. */
export function sideGains(
  episodes: readonly Episode[],
  all: readonly Electrode[],
  second: number,
): Float64Array | null {
  const episode = episodes.find(({ start, seconds }) => second >= start && second < start + seconds);
  if (episode === undefined) return null;
  const loss = (at: number) => (1 - attenuated) * presence(episode, at, attenuationRamp);
  const gains = new Float64Array(2 * all.length);
  all.forEach(({ x, isEcg }, e) => {
    const ofSide = isEcg ? 0 : Math.min(1, Math.max(0, (x - 0.05) / 0.25));
    gains[2 * e] = 1 - ofSide * loss(second);
    gains[2 * e + 1] = 1 - ofSide * loss(second + 1);
  });
  return gains;
}

/** Makes rows weaker; `gains`: of each electrode at the begin of the second and at its end. */
export function attenuate(gains: Float64Array, mix: Float64Array): void {
  for (let e = 0; 2 * e < gains.length; e++) {
    const [from, to] = [gains[2 * e], gains[2 * e + 1]];
    if (from === 1 && to === 1) continue;
    for (let i = 0; i < eegHz; i++) mix[e * eegHz + i] *= from + ((to - from) * i) / eegHz;
  }
}

const patternMaps = (all: readonly Electrode[]): Readonly<Record<PatternKind, Projection>> => ({
  "left periodic discharges": projection(all, around({ x: -0.72, y: 0.05 }, 0.42)),
  "left rhythmic delta": projection(all, around({ x: -0.6, y: 0.3 }, 0.5)),
  "right periodic discharges": projection(all, around({ x: 0.72, y: -0.1 }, 0.42)),
  "generalised periodic discharges": projection(all, around({ x: 0, y: 0.35 }, 0.8)),
  "generalised rhythmic delta": projection(all, around(site("Fz"), 0.75)),
});

/** Single waves of the patterns, in order of time. */
export function writePatterns({ patterns }: Episodes, all: readonly Electrode[], random: Random): Happening[] {
  const maps = patternMaps(all);
  return patterns.flatMap(({ kind, start, seconds, hz }) => {
    const isRhythmic = kind.endsWith("delta");
    const wave = isRhythmic ? deltaWave(hz) : transients.spike;
    const count = Math.floor(seconds * hz);
    return Array.from({ length: count }, (_, k): Happening => {
      const late = isRhythmic ? 0 : between(random, 0, 0.09);
      const size = between(random, 0.8, 1.2) * (isRhythmic ? 62 : 105) * Math.min(1, (k + 1) / 3, (count - k) / 3);
      return {
        sample: Math.floor((start + k / hz + late) * eegHz),
        ...{ wave, microVolts: size, on: maps[kind], noise: null },
      };
    });
  });
}

/** One wave of rhythmic delta, sharper on its negative side. */
const deltaWave = (hz: number): Float32Array =>
  Float32Array.from({ length: Math.round(eegHz / hz) }, (_, i) => {
    const phase = (2 * Math.PI * i * hz) / eegHz;
    return -Math.sin(phase) + 0.2 * (Math.cos(2 * phase) - 1);
  });
