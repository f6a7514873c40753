/** Seizures: fast onset, rhythmic waves that grow and slow down, spread with a delay, sudden end. */
import { around, type Electrode, type Projection, projection } from "./electrodes.ts";
import { project } from "./mix.ts";
import { between, type Random } from "./random.ts";
import type { Seizure, SeizureKind } from "./score.ts";
import { cycleSteps, cycles, eegHz } from "./tables.ts";

const foci: Readonly<Record<SeizureKind, { x: number; y: number }>> = {
  "left temporal": { x: -0.96, y: 0.1 },
  "right temporal": { x: 0.96, y: 0.1 },
  "right frontal": { x: 0.5, y: 0.58 },
};

interface Layer {
  on: Projection;
  cycle: Float32Array;
  /** Peak microvolts at the begin of each second, and one more. */
  microVolts: Float32Array;
  /** Turns by which it lags behind the focus. */
  lag: number;
  /** Waves per wave of the focus. */
  rate: number;
}

export interface SeizureVoice {
  seizure: Seizure;
  layers: Layer[];
  /** Waves a second, and waves since the start, at the begin of each second. */
  hz: Float64Array;
  turns: Float64Array;
  /** Muscle noise in microvolts, everywhere at the rim. */
  muscle: Float32Array;
  muscleOn: Projection;
}

/** Straight lines through points [part of the seizure, value]. */
function along(points: readonly (readonly [number, number])[], u: number): number {
  const next = points.findIndex(([at]) => at >= u);
  if (next < 0) return points[points.length - 1][1];
  if (next === 0) return points[0][1];
  const [[u0, v0], [u1, v1]] = [points[next - 1], points[next]];
  return v0 + ((v1 - v0) * (u - u0)) / (u1 - u0);
}

export function voiceOf(seizure: Seizure, all: readonly Electrode[], random: Random): SeizureVoice {
  const { seconds, isGeneralised } = seizure;
  const focus = foci[seizure.kind];
  const curve = (points: readonly (readonly [number, number])[]) =>
    Float32Array.from({ length: seconds + 1 }, (_, s) => along(points, s / seconds) * between(random, 0.72, 1.25));
  const far = isGeneralised ? 70 : 30;
  const layers: Layer[] = [
    {
      on: projection(all, around(focus, 0.33)),
      cycle: cycles.sine,
      microVolts: curve([
        [0, 2],
        [0.03, 11],
        [0.1, 14],
        [0.17, 0],
        [1, 0],
      ]),
      lag: 0,
      rate: 2.7,
    },
    {
      on: projection(all, around(focus, 0.36)),
      cycle: cycles.ictal,
      microVolts: curve([
        [0, 0],
        [0.06, 6],
        [0.3, 62],
        [0.6, 85],
        [0.97, 70],
        [1, 0],
      ]),
      lag: 0,
      rate: 1,
    },
    {
      on: projection(all, around({ x: focus.x * 0.6, y: focus.y * 0.6 }, 0.6)),
      cycle: cycles.ictal,
      microVolts: curve([
        [0, 0],
        [0.16, 0],
        [0.42, 34],
        [0.9, 48],
        [0.97, 40],
        [1, 0],
      ]),
      lag: 0.09,
      rate: 1,
    },
    {
      on: projection(all, around({ x: -focus.x * 0.9, y: focus.y }, 0.45)),
      cycle: cycles.ictal,
      microVolts: curve([
        [0, 0],
        [0.38, 0],
        [0.6, far * 0.6],
        [0.95, far],
        [1, 0],
      ]),
      lag: 0.2,
      rate: 1,
    },
    {
      on: projection(all, around({ x: 0, y: 0.25 }, 0.85)),
      cycle: cycles.spikeWave,
      microVolts: curve(
        isGeneralised
          ? [
              [0, 0],
              [0.5, 0],
              [0.66, 75],
              [0.97, 110],
              [1, 0],
            ]
          : [
              [0, 0],
              [1, 0],
            ],
      ),
      lag: 0.05,
      rate: 1,
    },
  ];
  const waves = [
    [0, 7.6],
    [0.15, 6.4],
    [0.45, 4.6],
    [0.75, 3.1],
    [1, 1.9],
  ] as const;
  const hz = Float64Array.from(
    { length: seconds + 1 },
    (_, s) => along(waves, s / seconds) * between(random, 0.94, 1.06),
  );
  const turns = new Float64Array(seconds + 1);
  for (let s = 1; s <= seconds; s++) turns[s] = turns[s - 1] + (hz[s - 1] + hz[s]) / 2;
  const loud = isGeneralised ? 42 : 8;
  return {
    seizure,
    layers,
    hz,
    turns,
    muscle: curve([
      [0, 0],
      [0.4, 1],
      [0.62, loud],
      [0.92, loud * 1.15],
      [1, 1],
    ]),
    muscleOn: projection(all, (e) => 0.25 + 0.75 * Math.min(1, e.x * e.x + e.y * e.y)),
  };
}

/** Adds second `second` of the seizure (counted from its start) to the mix [electrode][256]. */
export function addSeizureSecond(voice: SeizureVoice, second: number, mix: Float64Array, work: Float64Array): void {
  const [f0, f1] = [voice.hz[second], voice.hz[second + 1]];
  for (const layer of voice.layers) {
    const [a0, a1] = [layer.microVolts[second], layer.microVolts[second + 1]];
    if (a0 === 0 && a1 === 0) continue;
    for (let i = 0; i < eegHz; i++) {
      const t = i / eegHz;
      const turns = (voice.turns[second] + f0 * t + ((f1 - f0) * t * t) / 2) * layer.rate - layer.lag;
      const step = (turns - Math.floor(turns)) * cycleSteps;
      const whole = Math.floor(step);
      const value = layer.cycle[whole] + (layer.cycle[whole + 1] - layer.cycle[whole]) * (step - whole);
      work[i] = value * (a0 + (a1 - a0) * t);
    }
    project(layer.on, work, mix);
  }
}
