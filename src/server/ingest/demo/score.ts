/** What happens when: sleep, seizures, faults and the one gap, worked out second by second before a sample is made. */
import { type Episodes, writeEpisodes } from "./episodes.ts";
import { between, type Random } from "./random.ts";

export type Stage = "open" | "closed" | "n1" | "n2" | "n3" | "rem";
export type SeizureKind = "left temporal" | "right temporal" | "right frontal";

export interface Seizure {
  start: number;
  seconds: number;
  kind: SeizureKind;
  /** Ends in both hemispheres with muscle activity. */
  isGeneralised: boolean;
}

export interface Fault {
  start: number;
  end: number;
  electrode: string;
  kind: "loose" | "flat" | "mains";
}

export interface Score {
  seconds: number;
  /** Seconds [start, end) in which nothing was recorded. */
  gap: { start: number; end: number };
  stages: Stage[];
  seizures: Seizure[];
  faults: Fault[];
  /** Moments of gross movement. */
  movements: number[];
  /** Plateau waves of the intracranial pressure: start and full length. */
  plateaus: { start: number; seconds: number }[];
  episodes: Episodes;
}

const hour = 3600;
const day = 24 * hour;

const dailySeizures: readonly Seizure[] = [
  { start: 1230, seconds: 94, kind: "left temporal", isGeneralised: false },
  { start: 4 * hour + 431, seconds: 71, kind: "right temporal", isGeneralised: false },
  { start: 10 * hour + 2204, seconds: 117, kind: "left temporal", isGeneralised: true },
  { start: 13 * hour + 1890, seconds: 38, kind: "right frontal", isGeneralised: false },
  { start: 15 * hour + 1211, seconds: 102, kind: "left temporal", isGeneralised: true },
  { start: 20 * hour + 2655, seconds: 83, kind: "left temporal", isGeneralised: false },
];
const dailyFaults: readonly Fault[] = [
  { start: 3 * hour + 600, end: 3 * hour + 2040, electrode: "P3", kind: "loose" },
  { start: 5 * hour + 130, end: 5 * hour + 2470, electrode: "F8", kind: "flat" },
  { start: 6 * hour + 900, end: 7 * hour + 300, electrode: "O2", kind: "mains" },
];
const shortDay = 8 * hour;

/** `clockSeconds`: seconds since local midnight at the start. */
export function writeScore(seconds: number, clockSeconds: number, random: Random): Score {
  const isShort = seconds < shortDay;
  const repeated = <T extends { start: number }>(daily: readonly T[], move: (item: T, by: number) => T): T[] =>
    Array.from({ length: Math.ceil(seconds / day) }, (_, k) => daily.map((item) => move(item, k * day))).flat();
  const at = (fraction: number) => Math.floor(fraction * seconds);

  const seizures = isShort
    ? dailySeizures
        .slice(0, 1)
        .map((s) => ({ ...s, start: Math.min(s.start, at(0.35)), seconds: Math.min(s.seconds, at(0.2)) }))
    : repeated(dailySeizures, (s, by) => ({
        ...s,
        start: s.start + by + (by && Math.floor(between(random, -900, 900))),
      }));
  const shortFaults: Fault[] = [
    { ...dailyFaults[0], start: at(0.58), end: at(0.63) },
    { ...dailyFaults[2], start: at(0.65), end: at(0.69) },
    { ...dailyFaults[1], start: at(0.82), end: at(0.88) },
  ];
  const gap = isShort
    ? { start: at(0.72), end: at(0.72) + Math.max(5, Math.min(680, at(0.06))) }
    : { start: 2 * hour + 787, end: 2 * hour + 787 + 680 };
  const plateaus = isShort
    ? [{ start: at(0.1), seconds: Math.min(840, at(0.3)) }]
    : repeated([{ start: 4 * hour + 2700 }, { start: 16 * hour + 600 }], (p, by) => ({ start: p.start + by })).map(
        (p) => ({ ...p, seconds: 840 }),
      );
  const inside = <T extends { start: number }>(items: T[], length: (item: T) => number) =>
    items.filter((item) => item.start >= 0 && item.start + length(item) < seconds);

  const stages = writeStages(seconds, clockSeconds, random);
  const movements: number[] = [];
  for (let t = 40; t < seconds; t += Math.floor(between(random, 200, 1100))) {
    if (stages[t] === "open" || random() < 0.25) movements.push(t);
  }
  const whole = inside(seizures, (s) => s.seconds);
  return {
    seconds,
    gap,
    stages,
    movements,
    seizures: whole,
    episodes: writeEpisodes(seconds, whole),
    faults: isShort
      ? shortFaults
      : inside(
          repeated(dailyFaults, (f, by) => ({ ...f, start: f.start + by, end: f.end + by })),
          () => 0,
        ),
    plateaus: inside(plateaus, (p) => p.seconds),
  };
}

const isNight = (clock: number) => clock >= 22.7 * hour || clock < 6.4 * hour;
const isNap = (clock: number) => clock >= 15.1 * hour && clock < 15.8 * hour;
const firstEpochs: readonly Stage[] = ["n1", "n1", "n2"];

/** Sleep by the clock: cycles of about 95 minutes, deep sleep early, REM late; awake the eyes open and close. */
function writeStages(seconds: number, clockSeconds: number, random: Random): Stage[] {
  const stages: Stage[] = [];
  let asleepFor = 0;
  while (stages.length < seconds) {
    const clock = (clockSeconds + stages.length) % day;
    if (!isNight(clock) && !isNap(clock)) {
      asleepFor = 0;
      const isClosed = stages.at(-1) === "open";
      push(
        stages,
        isClosed ? "closed" : "open",
        Math.floor(isClosed ? between(random, 8, 70) : between(random, 12, 110)),
      );
      continue;
    }
    const epoch = Math.floor(asleepFor / 30);
    if (epoch >= 10 && random() < 0.012) {
      push(stages, "closed", Math.floor(between(random, 6, 25)));
      push(stages, "n1", 30);
    } else {
      push(stages, firstEpochs[epoch >> 2] ?? sleepStage(asleepFor, random), 30);
    }
    asleepFor += 30;
  }
  stages.length = seconds;
  return stages;
}

function push(stages: Stage[], stage: Stage, seconds: number): void {
  for (let s = 0; s < seconds; s++) stages.push(stage);
}

function sleepStage(asleepFor: number, random: Random): Stage {
  const cycleSeconds = 5700;
  const cycle = Math.floor(asleepFor / cycleSeconds);
  const phase = (asleepFor % cycleSeconds) / cycleSeconds;
  const deepUntil = [0.72, 0.55, 0.35, 0.2][cycle] ?? 0.15;
  if (phase > 0.92 - 0.05 * Math.min(4, cycle)) return "rem";
  return phase > 0.14 && phase < deepUntil && random() < 0.93 ? "n3" : "n2";
}
