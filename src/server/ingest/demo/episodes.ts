/** What is planted for analyses and reviews to find, and when: second by second of the recording, before a sample is made. */
import type { Seizure } from "./score.ts";

export interface Episode {
  /** Seconds since the start of the recording. */
  start: number;
  seconds: number;
}

/** Forms of the continuum between seizures and what is none. */
export type PatternKind =
  | "left periodic discharges"
  | "left rhythmic delta"
  | "generalised periodic discharges"
  | "right periodic discharges"
  | "generalised rhythmic delta";

/** A stretch of one form, to be reviewed. */
export interface Pattern extends Episode {
  kind: PatternKind;
  /** Discharges, or waves, a second. */
  hz: number;
}

export interface Episodes {
  /** Cerebral perfusion goes up and down, and the vessels answer by a curve that is known (`autoregulation.ts`). */
  autoregulation: Episode[];
  burstSuppression: Episode[];
  /** The right hemisphere is weaker. */
  attenuation: Episode[];
  /** Alpha goes and delta comes, over hours, and back. */
  slowing: Episode[];
  patterns: Pattern[];
}

const hour = 3600;
const minute = 60;
const day = 24 * hour;

/** Times of the first day; each further day has the same. */
export const dailyEpisodes = {
  autoregulation: { start: 5 * hour, seconds: 8 * hour },
  burstSuppression: { start: 18 * hour, seconds: 40 * minute },
  attenuation: { start: 19 * hour + 15 * minute, seconds: 45 * minute },
  slowing: { start: 21 * hour + 15 * minute, seconds: 150 * minute },
} as const satisfies Partial<Record<keyof Episodes, Episode>>;

const patternKinds: readonly PatternKind[] = [
  "left periodic discharges",
  "left rhythmic delta",
  "generalised periodic discharges",
  "right periodic discharges",
  "generalised rhythmic delta",
];
/** From the third hour on one every 40 minutes, each moved by a few minutes. */
const patternsFrom = 3 * hour;
const patternEvery = 40 * minute;
const patternsADay = 30;
/** A seizure, and what comes behind it, leaves no room for one. s */
const aroundSeizure = { before: 120, after: 900 } as const;

const touches = (a: Episode, b: Episode) => a.start < b.start + b.seconds && b.start < a.start + a.seconds;

/** Episodes of a recording of so many seconds that has room for them; none of them lies beside a seizure that would hide it. */
export function writeEpisodes(seconds: number, seizures: readonly Seizure[]): Episodes {
  const days = Array.from({ length: Math.ceil(seconds / day) }, (_, k) => k * day);
  const isInside = ({ start, seconds: length }: Episode) => start + length < seconds;
  const each = (episode: Episode): Episode[] =>
    days.map((by) => ({ ...episode, start: episode.start + by })).filter(isInside);
  const burstSuppression = each(dailyEpisodes.burstSuppression);
  const hidden = [
    ...burstSuppression,
    ...seizures.map(({ start, seconds: length }) => ({
      start: start - aroundSeizure.before,
      seconds: aroundSeizure.before + length + aroundSeizure.after,
    })),
  ];
  const patterns = days
    .flatMap((by) => Array.from({ length: patternsADay }, (_, k) => patternAt(k, by)))
    .filter((pattern) => isInside(pattern) && !hidden.some((other) => touches(pattern, other)));
  return {
    autoregulation: each(dailyEpisodes.autoregulation),
    burstSuppression,
    attenuation: each(dailyEpisodes.attenuation),
    slowing: each(dailyEpisodes.slowing),
    patterns,
  };
}

function patternAt(k: number, by: number): Pattern {
  const kind = patternKinds[k % patternKinds.length];
  const isRhythmic = kind.endsWith("delta");
  return {
    kind,
    start: by + patternsFrom + k * patternEvery + ((k * 613) % 900),
    seconds: 30 + ((k * 17) % 45),
    hz: isRhythmic ? 1.2 + ((k * 3) % 8) / 10 : 0.8 + ((k * 3) % 9) / 10,
  };
}

/** How much of an episode there is at a second, 0..1: it comes and goes within `ramp` seconds, smoothly. */
export function presence({ start, seconds }: Episode, second: number, ramp: number): number {
  const inside = Math.min(second - start, start + seconds - second) / ramp;
  return inside <= 0 ? 0 : inside >= 1 ? 1 : inside * inside * (3 - 2 * inside);
}
