/** Single graphic elements and artefacts, each a transient at a sample, a size and a distribution over the head. */
import { around, type Electrode, type Projection, projection, site } from "./electrodes.ts";
import { between, type Random } from "./random.ts";
import type { Score, Stage } from "./score.ts";
import { eegHz, type TransientName, transients } from "./tables.ts";

export interface Happening {
  sample: number;
  wave: Float32Array;
  microVolts: number;
  on: Projection;
  /** Null: the wave is added. Otherwise it is the envelope of noise: muscle, or the slow sway of a movement. */
  noise: "muscle" | "sway" | null;
}

const maps = (all: readonly Electrode[]) => ({
  blink: projection(all, around({ x: 0, y: 1.08 }, 0.46)),
  saccade: projection(all, (e) => around(site("F8"), 0.34)(e) - around(site("F7"), 0.34)(e)),
  vertex: projection(all, around(site("Cz"), 0.42)),
  kComplex: projection(all, around({ x: 0, y: 0.28 }, 0.62)),
  spindle: projection(all, around({ x: 0, y: 0.06 }, 0.5)),
  spikeLeft: projection(all, around({ x: -0.98, y: 0.12 }, 0.4)),
  spikeRight: projection(all, around({ x: 0.98, y: 0.12 }, 0.4)),
  muscleLeft: projection(all, around({ x: -0.98, y: 0.2 }, 0.34)),
  muscleRight: projection(all, around({ x: 0.98, y: 0.2 }, 0.34)),
  muscleFront: projection(all, around({ x: 0, y: 1.12 }, 0.36)),
  everywhere: projection(all, (e) => 0.55 + 0.3 * e.x + 0.2 * e.y),
});

interface Habit {
  wave: readonly TransientName[];
  on: keyof ReturnType<typeof maps>;
  perMinute: Partial<Record<Stage, number>>;
  low: number;
  high: number;
  noise?: "muscle" | "sway";
  isEitherSign?: boolean;
}

const asleep = (light: number, deep: number) => ({ n1: light, n2: light, n3: deep });
const habits: readonly Habit[] = [
  { wave: ["blink"], on: "blink", perMinute: { open: 15, closed: 0.6 }, low: 70, high: 150 },
  { wave: ["saccade"], on: "saccade", perMinute: { open: 7, rem: 9 }, low: 20, high: 65, isEitherSign: true },
  { wave: ["vertexWave"], on: "vertex", perMinute: { n1: 3.5, n2: 1.2 }, low: 55, high: 110 },
  { wave: ["kComplex"], on: "kComplex", perMinute: { n2: 1.6 }, low: 80, high: 170 },
  {
    wave: ["spindleSlow", "spindleMiddle", "spindleFast"],
    on: "spindle",
    perMinute: { n2: 4.5, n3: 1 },
    low: 16,
    high: 34,
  },
  {
    wave: ["spike"],
    on: "spikeLeft",
    perMinute: { open: 0.12, closed: 0.25, ...asleep(1.6, 1.1), rem: 0.2 },
    low: 60,
    high: 140,
  },
  { wave: ["spike"], on: "spikeRight", perMinute: { ...asleep(0.25, 0.15) }, low: 50, high: 95 },
  { wave: ["burst", "longBurst"], on: "muscleLeft", perMinute: { open: 1.6 }, low: 8, high: 38, noise: "muscle" },
  { wave: ["burst", "longBurst"], on: "muscleRight", perMinute: { open: 1.6 }, low: 8, high: 38, noise: "muscle" },
  { wave: ["burst"], on: "muscleFront", perMinute: { open: 0.9 }, low: 8, high: 26, noise: "muscle" },
];

/** All happenings of the score in order of time. */
export function writeHappenings(score: Score, all: readonly Electrode[], random: Random): Happening[] {
  const map = maps(all);
  const happenings: Happening[] = [];
  const add = (
    second: number,
    name: TransientName,
    microVolts: number,
    on: Projection,
    noise: Happening["noise"] = null,
  ) => happenings.push({ sample: Math.floor(second * eegHz), wave: transients[name], microVolts, on, noise });
  for (let s = 0; s < score.seconds; s++) {
    for (const habit of habits) {
      if (random() >= (habit.perMinute[score.stages[s]] ?? 0) / 60) continue;
      const name = habit.wave[Math.floor(random() * habit.wave.length)];
      const size = between(random, habit.low, habit.high) * (habit.isEitherSign && random() < 0.5 ? -1 : 1);
      const at = s + random();
      add(at, name, size, map[habit.on], habit.noise ?? null);
      if (name === "kComplex" && random() < 0.6) add(at + 0.8, "spindleMiddle", between(random, 15, 28), map.spindle);
    }
  }
  for (const second of score.movements) {
    for (let k = 0; k < 3; k++) {
      const at = second + k * between(random, 0.6, 1.4);
      add(at, "longBurst", between(random, 60, 210), map.everywhere, "sway");
      add(at, "longBurst", between(random, 12, 45), k % 2 ? map.muscleLeft : map.muscleRight, "muscle");
    }
  }
  for (const fault of score.faults) {
    if (fault.kind !== "loose") continue;
    const alone = projection(all, (e) => (e.label === fault.electrode ? 1 : 0));
    for (let at = fault.start; at < fault.end - 2; at += between(random, 0.35, 7)) {
      add(at, "pop", between(random, 60, 420) * (random() < 0.5 ? -1 : 1), alone);
    }
  }
  return happenings.sort((a, b) => a.sample - b.sample);
}
